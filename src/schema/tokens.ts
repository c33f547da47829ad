/**
 * Type tokens: text <-> package, module and member, and the short forms people write. Rules: docs/programs.md#tokens-and-modules.
 */
import { ImpError } from "../errors.ts";
import type { Token } from "../ir/type.ts";

/** Takes the module out of a token's middle part; `""` is the root module. */
export type ModuleFormat = (middle: string) => string;

/**
 * Compiles a schema's `meta.moduleFormat`: the first capture group, unanchored; no match, or `index`, is the root module.
 *
 * @throws ImpError SCHEMA_BROKEN when it is not a regular expression.
 */
export function compileModuleFormat(pattern: string | undefined): ModuleFormat {
  if (pattern === undefined || pattern === "") return (middle) => (middle === "index" ? "" : middle);
  let expression: RegExp;
  try {
    // Go names groups (?P<x>), JavaScript (?<x>).
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

/** The parts of a token; a token without three parts keeps its text as the member. */
export function readToken(token: string, format: ModuleFormat): Token {
  const [name = "", middle = "", ...rest] = token.split(":");
  if (rest.length === 0) return { token, package: name, module: "", member: middle === "" ? token : middle };
  const member = rest.join(":");
  if (name === "pulumi" && middle === "providers") return { token, package: member, module: "", member };
  if (name === "pulumi" && middle === "pulumi") return { token, package: name, module: "", member };
  return { token, package: name, module: format(middle), member };
}

/**
 * The parts of a token of a package whose `moduleFormat` is not known. Packages that are bridged name each member in the middle part
 * (`s3/bucket:Bucket`), others have the module alone there.
 */
export function foreignToken(token: string): Token {
  return readToken(token, (middle) => {
    const member = token.slice(token.lastIndexOf(":") + 1);
    const at = middle.lastIndexOf("/");
    const isBridged = at >= 0 && middle.slice(at + 1).toLowerCase() === member.toLowerCase();
    const module = isBridged ? middle.slice(0, at) : middle;
    return module === "index" ? "" : module;
  });
}

/** How a token is shown to people: `pkg:module:Member`, and `pkg:Member` for the root module. */
export function displayToken(token: Token): string {
  return token.module === "" ? `${token.package}:${token.member}` : `${token.package}:${token.module}:${token.member}`;
}

/** The package of a provider type `pulumi:providers:<pkg>`. */
function providerPackage(token: string): string | undefined {
  const prefix = "pulumi:providers:";
  return token.startsWith(prefix) && token.length > prefix.length ? token.slice(prefix.length) : undefined;
}

/** The package that a resource type comes from: of a provider type the provided one, else the part before the first colon. */
export function packageOfType(token: string): string {
  return providerPackage(token) ?? token.split(":", 1)[0] ?? token;
}

/** The part of a token after its last colon. */
export function lastSegment(token: string): string {
  return token.slice(token.lastIndexOf(":") + 1);
}
