/** Parses and formats type tokens (docs/programs.md#tokens-and-modules). */
import { ImpError } from "../domain/errors.ts";
import type { Token } from "../ir/type.ts";

export type ModuleFormat = (middle: string) => string;

/**
 * Compiles `meta.moduleFormat`. Its first capture group is the module. If the group is `index`, or the pattern doesn't match, the module is the root
 * module. Throws SCHEMA_BROKEN if the pattern is not a regular expression.
 */
export function compileModuleFormat(pattern: string | undefined): ModuleFormat {
  if (pattern === undefined || pattern === "") return (middle) => (middle === "index" ? "" : middle);
  let expression: RegExp;
  try {
    // A named group is (?P<x>) in Go, and (?<x>) in JavaScript.
    expression = new RegExp(pattern.replaceAll("(?P<", "(?<"));
  } catch {
    throw ImpError.of("SCHEMA_BROKEN", {
      place: "#/meta/moduleFormat",
      message: "moduleFormat is not a regular expression",
    });
  }
  return (middle) => {
    const module = expression.exec(middle)?.[1] ?? "";
    return module === "index" ? "" : module;
  };
}

/** Parses a token. The module is `""` if the token has fewer than three parts. */
export function readToken(token: string, format: ModuleFormat): Token {
  const [name = "", middle = "", ...rest] = token.split(":");
  if (rest.length === 0) return { token, package: name, module: "", member: middle === "" ? token : middle };
  const member = rest.join(":");
  if (name === "pulumi" && middle === "providers") return { token, package: member, module: "", member };
  if (name === "pulumi" && middle === "pulumi") return { token, package: name, module: "", member };
  return { token, package: name, module: format(middle), member };
}

/** Parses a token of a package whose `moduleFormat` is unknown. The middle part can repeat the member (`s3/bucket:Bucket`). */
export function foreignToken(token: string): Token {
  return readToken(token, (middle) => {
    const member = token.slice(token.lastIndexOf(":") + 1);
    const slash = middle.lastIndexOf("/");
    const isBridged = slash >= 0 && middle.slice(slash + 1).toLowerCase() === member.toLowerCase();
    const module = isBridged ? middle.slice(0, slash) : middle;
    return module === "index" ? "" : module;
  });
}

/** Formats a token for display: `pkg:module:Member`, or `pkg:Member` in the root module. */
export function displayToken(token: Token): string {
  return token.module === "" ? `${token.package}:${token.member}` : `${token.package}:${token.module}:${token.member}`;
}

/** Returns the package of a provider type `pulumi:providers:<pkg>`. */
function providerPackage(token: string): string | undefined {
  const prefix = "pulumi:providers:";
  return token.startsWith(prefix) && token.length > prefix.length ? token.slice(prefix.length) : undefined;
}

/**
 * Returns the package of a resource type. For a provider type, this is the package that it provides. Otherwise, it is the part before the first
 * colon.
 */
export function packageOfType(token: string): string {
  return providerPackage(token) ?? token.split(":", 1)[0] ?? token;
}

/** Returns the part of a token after its last colon. */
export function lastSegment(token: string): string {
  return token.slice(token.lastIndexOf(":") + 1);
}
