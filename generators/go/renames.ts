/**
 * Names that the Go SDK generator changes to avoid conflicts. It declares the provider, resources, and types in the order of their tokens, and adds a
 * suffix to a name that is already declared.
 */
import type { PackageNode } from "../../src/ir/program.ts";
import type { Rival, Token } from "../../src/ir/type.ts";
import { memberAt } from "../../src/value/json/object.ts";
import { exportedName } from "./go-name.ts";

export interface Renames {
  /** Returns the changed name of a resource, or undefined if the name is not changed. */
  resource(token: Token): string | undefined;
  type(token: Token): string | undefined;
  /** Returns true if another resource or type of the package has the name. */
  isTaken(token: Token, name: string): boolean;
}

interface Scope {
  readonly declared: Set<string>;
  /** Old name -> new name. Later uses of the old name refer to the new one. */
  readonly renamed: Map<string, string>;
  readonly resources: Set<string>;
}

/** Returns the changed names of a package. @param moduleFolder returns the folder of a module's Go package */
export function renamesOf(node: PackageNode, moduleFolder: (module: string) => string): Renames {
  const scopes = new Map<string, Scope>();
  const scopeOf = (token: Token): Scope => {
    const key = moduleFolder(token.module);
    const packageScope = scopes.get(key) ?? { declared: new Set(), renamed: new Map(), resources: new Set() };
    scopes.set(key, packageScope);
    return packageScope;
  };
  const rivals = node.rivals ?? [];
  const hasContainers = memberAt(node.language, "go", "generateResourceContainerTypes") === true;
  const resources = new Map<string, string>();
  for (const rival of rivals.filter(({ kind }) => kind === "resource" || kind === "component")) {
    resources.set(rival.token.token, declareResource(rival, scopeOf(rival.token), hasContainers));
  }
  const types = rivals.filter(({ kind }) => kind === "object" || kind === "enum");
  for (const rival of types) declareType(rival, scopeOf(rival.token));
  // Look up the names after all declarations, because each declaration can change the names of other types.
  const names = new Map(types.map((rival) => [rival.token.token, rivalName(rival, scopeOf(rival.token))]));
  return {
    resource: (token) => resources.get(token.token),
    type: (token) => names.get(token.token),
    isTaken: (token, name) => rivals.length > 0 && scopeOf(token).declared.has(name),
  };
}

function declareResource({ token, kind }: Rival, scope: Scope, hasContainers: boolean): string {
  const name = exportedName(token.member);
  const unexported = name.slice(0, 1).toLowerCase() + name.slice(1);
  const state = kind === "component" ? [] : [`${name}*State`, `${unexported}*State`, `Get${name}*`];
  const containers = hasContainers ? [`${name}*Array`, `${name}*Map`] : [];
  const base = [`${name}*`, `${name}*Input`, `${name}*Output`, `${name}*Args`, `${unexported}*Args`, `New${name}*`];
  scope.resources.add(token.token);
  return declare([...base, ...state, ...containers], ["", "Resource", "Res"], scope);
}

function declareType(rival: Rival, scope: Scope): void {
  const name = rivalName(rival, scope);
  declare(
    [`${name}*`, `${name}*Input`, `${name}*Output`],
    rival.kind === "enum" ? ["", "Enum"] : ["", "Type", "Typ"],
    scope,
  );
}

/** Declares names with the first suffix that avoids conflicts. Returns the first name. */
function declare(patterns: readonly string[], suffixes: readonly string[], scope: Scope): string {
  const withSuffix = (suffix: string): readonly string[] =>
    patterns.map((pattern) => pattern.replace("*", () => suffix));
  const free = suffixes.find((suffix) => !withSuffix(suffix).some((name) => scope.declared.has(name)));
  const names = withSuffix(free ?? "");
  const plain = withSuffix("");
  for (const [index, name] of names.entries()) {
    scope.declared.add(name);
    if (free !== undefined && free !== "") scope.renamed.set(plain[index] ?? name, name);
  }
  return names[0] ?? "";
}

function rivalName({ token, kind }: Rival, scope: Scope): string {
  const name = exportedName(token.member);
  const renamed = scope.renamed.get(name);
  if (renamed !== undefined) return renamed;
  if (!scope.resources.has(token.token)) return name;
  return `${name}${kind === "enum" ? "Enum" : "Type"}`;
}
