/** The rules that Pulumi's binder applies to a whole package in addition to the metaschema: rules about its name, version, tokens, and duplicates. */

import { addTo, getOrInsert } from "../../domain/order/maps.ts";
import { memberAt, objectAt } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import type { Path } from "../../value/path.ts";
import { tolerantVersion } from "../references.ts";
import { semver } from "./decode.ts";
import { goExpression } from "./go-expression.ts";
import { itemsAt, type Scope, stringOrEmpty } from "./scope.ts";

export function checkHeader(scope: Scope): void {
  const { walk, spec, name } = scope;
  if (name === "") {
    walk.refuse({ rule: "package-name", why: "The package has no name.", hint: 'Add "name".' });
  } else if (name === "pulumi" || name === "input") {
    const why = `${quote(name)} is a reserved name of a package.`;
    walk.refuse({ rule: "reserved-name", why, hint: "Rename the package." }, "name");
  }
  const version = stringOrEmpty(spec, "version");
  if (version !== "" && tolerantVersion(version) === undefined) {
    const why = `${quote(version)} is not a semantic version.`;
    walk.refuse({ rule: "version", why, hint: "Use a version such as 1.2.3." }, "version");
  }
  if (memberAt(spec, "meta", "supportPack") === true && version === "") {
    const why = "A package with `supportPack` must have a version.";
    walk.refuse({ rule: "version", why, hint: 'Add "version".' }, "meta", "supportPack");
  }
  checkParameterization(scope);
}

function checkParameterization({ walk, spec }: Scope): void {
  if (spec.parameterization !== undefined && spec.extensionParameterization !== undefined) {
    const why = "The package has both `parameterization` and `extension`.";
    walk.refuse(
      { rule: "parameterization", at: "key", why, hint: "Remove one of `parameterization` and `extension`." },
      "parameterization",
    );
  }
  const bases: readonly Path[] = [
    ["parameterization", "baseProvider"],
    ["extensionParameterization", "baseProvider"],
    ["extensionParameterization", "baseProvider", "parameterization", "basePlugin"],
  ];
  for (const path of bases) {
    const keys = path.map(String);
    if (memberAt(spec, ...keys.slice(0, -1)) === undefined) continue;
    const base = objectAt(spec, ...keys);
    if (stringOrEmpty(base, "name") === "") {
      walk.refuse({ rule: "parameterization", why: "The base plugin has no name.", hint: 'Add "name".' }, ...path);
    } else if (!semver.test(stringOrEmpty(base, "version"))) {
      const why = `${quote(stringOrEmpty(base, "version"))} is not a semantic version.`;
      walk.refuse({ rule: "parameterization", why, hint: "Use a version such as 1.2.3." }, ...path, "version");
    }
  }
  if (spec.extensionParameterization !== undefined && spec.provider !== undefined) {
    const why = "An extension cannot have a provider.";
    walk.refuse({ rule: "parameterization", at: "key", why, hint: "Remove `provider`." }, "provider");
  }
}

/** Checks `meta.moduleFormat`. Returns the expression if it is valid. */
export function checkModuleFormat({ walk, spec }: Scope): RegExp | undefined {
  const pattern = stringOrEmpty(spec, "meta", "moduleFormat");
  if (pattern === "") return /(.*)/;
  const expression = goExpression(pattern);
  const path = ["meta", "moduleFormat"];
  switch (expression.kind) {
    case "wrong": {
      const why = `${quote(pattern)} is not a regular expression of Go: ${expression.why}.`;
      walk.refuse({ rule: "module-format", why, hint: "Use an RE2 expression such as (.*)(?:/[^/]*)." }, ...path);
      return undefined;
    }
    case "unknown":
      return undefined;
    case "read":
      if (expression.groups === 0) {
        const why = `${quote(pattern)} has no group, so every token is in the root module.`;
        walk.overlooked({ rule: "module-group", why, hint: "Put the module in a group: (.*)(?:/[^/]*)." }, ...path);
      } else if (expression.groups > 1) {
        const why = `${quote(pattern)} has ${expression.groups} groups. The first one is the module.`;
        walk.warn({ rule: "module-group", why, hint: "Change the other groups to (?:…)." }, ...path);
      }
      return expression.expression;
  }
}

const memberSections = ["resources", "types", "functions"] as const;

/** Checks the tokens of resources, types, and functions. */
export function checkTokens(scope: Scope, format: RegExp | undefined): void {
  const { walk, spec, name } = scope;
  const extended = objectAt(spec, "extensionParameterization");
  const packageName =
    spec.extensionParameterization === undefined ? name : stringOrEmpty(extended, "baseProvider", "name");
  const allowed = new Set([packageName, ...itemsAt(spec, "allowedPackageNames").map(String)]);
  for (const section of memberSections) {
    for (const token of scope[section].keys()) {
      const why = whyNotToken(token, section, allowed, packageName, format);
      if (why === undefined) continue;
      const hint = `Use a token such as ${packageName}:index:${section === "functions" ? "getThing" : "Thing"}.`;
      walk.refuse({ rule: "token", at: "key", why, hint }, section, token);
    }
  }
}

function whyNotToken(
  token: string,
  section: string,
  allowed: ReadonlySet<string>,
  packageName: string,
  format: RegExp | undefined,
): string | undefined {
  const end = token.indexOf(":");
  const start = token.indexOf(":", end + 1) + 1;
  if (end < 0 || start === 0 || token.includes(":", start)) return `${quote(token)} does not have three parts.`;
  const [first, middle] = [token.slice(0, end), token.slice(end + 1, start - 1)];
  const isMethod = section === "functions" && first === "pulumi" && !allowed.has("pulumi");
  if (isMethod && middle !== "providers")
    return `${quote(token)} is in the package pulumi, which can only have methods of providers.`;
  if (!isMethod && !allowed.has(first)) return `${quote(token)} is not in the package ${quote(packageName)}.`;
  const isRoot = middle === "" || middle.toLowerCase() === "index";
  if (isRoot && token.slice(start).toLowerCase() === "provider")
    return "`provider` is a reserved name of the root module.";
  // The module format extracts the module from the middle part of the token.
  if (!middle.includes("index/")) return undefined;
  const module = format?.exec(middle)?.[1] ?? middle;
  return module.startsWith("index/") ? "A module below `index` is not allowed." : undefined;
}

const shownOthers = 3;

/** Reports tokens of resources and functions that Pulumi cannot distinguish from each other or from the name of a module. */
export function checkTwice(scope: Scope, format: RegExp | undefined): void {
  const { walk } = scope;
  const names = new Map<string, Path[]>();
  const paths = [
    ...[...scope.resources.keys()].map((token) => ["resources", token] as const),
    ...[...scope.functions.keys()].map((token) => ["functions", token] as const),
  ];
  const moduleCache = new Map<string, string>();
  const moduleName = (token: string): string => getOrInsert(moduleCache, token, () => readModule(token));
  const readModule = (token: string): string => {
    const parts = token.split(":");
    if (parts.length !== 3 || (parts[0] === "pulumi" && (parts[1] === "pulumi" || parts[1] === "providers"))) return "";
    const module = format?.exec(parts[1] ?? "")?.[1] ?? "";
    return module === "index" ? "" : module;
  };
  const normal = (token: string): string => {
    const [first, middle, last] = token.split(":");
    return token.split(":").length === 3 ? `${first}:${moduleName(token) || middle}:${last}`.toLowerCase() : token;
  };
  const modules = new Set<string>();
  for (const [, token] of paths) {
    const parts = moduleName(normal(token)).split("/");
    if (parts[0] === "" && parts.length === 1) continue;
    for (const end of parts.keys()) modules.add(parts.slice(0, end + 1).join("/"));
  }
  const collisions = new Map<string, Path>();
  for (const path of paths) {
    for (const name of new Set([path[1].toLowerCase(), normal(path[1])])) {
      addTo(names, name, path);
      const [, middle = "", last = "", ...more] = name.split(":");
      if (name.split(":").length !== 3 || more.length > 0) continue;
      const member = middle === "index" ? last : `${middle}/${last}`;
      if (modules.has(member)) collisions.set(member, path);
    }
  }
  for (const [name, sharedPaths] of names) {
    if (sharedPaths.length < 2) continue;
    for (const path of sharedPaths) {
      const others = sharedPaths.slice(0, shownOthers + 1).filter((other) => other !== path);
      const shown = others.slice(0, shownOthers).map(([section, token]) => `${section} ${token}`);
      const more = sharedPaths.length - 1 - shown.length;
      const list = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
      const why = `Pulumi cannot distinguish it from ${list}: ${quote(name)} is the name of all of them.`;
      walk.refuse({ rule: "token-twice", at: "key", why, hint: "Change the token of one of them." }, ...path);
    }
  }
  for (const [module, path] of collisions) {
    const why = `${quote(module)} is also the name of a module.`;
    walk.refuse({ rule: "token-module", at: "key", why, hint: "Rename one of the two." }, ...path);
  }
}

/** Reports object types that contain themselves through required properties, because their values would be infinite. */
export function checkCycles(scope: Scope, targetOf: (ref: string) => string | undefined): void {
  const { walk, types } = scope;
  const edges = new Map<string, readonly string[]>();
  for (const [token, spec] of types) {
    if (stringOrEmpty(spec, "type") !== "object") continue;
    const required = new Set(itemsAt(spec, "required").map(String));
    const targets = [...required].sort().flatMap((name) => {
      const target = targetOf(stringOrEmpty(spec, "properties", name, "$ref"));
      return target === undefined ? [] : [target];
    });
    if (targets.length > 0) edges.set(token, targets);
  }
  const done = new Set<string>();
  for (const token of [...edges.keys()].sort()) {
    const cycle = cycleFrom(token, edges, done);
    if (cycle === undefined) continue;
    const why = `The type contains itself through required properties: ${cycle.join(" -> ")}.`;
    const hint = "Make one of the properties optional.";
    walk.refuse({ rule: "required-cycle", at: "key", why, hint }, "types", cycle[0] ?? token);
  }
}

/** Returns the first cycle that is reachable from `start`. Skips types in `done`, which were searched before. */
function cycleFrom(
  start: string,
  edges: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): readonly string[] | undefined {
  const path = done.has(start) ? [] : [{ token: start, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const target = edges.get(top.token)?.[top.next];
    top.next += 1;
    if (target === undefined) {
      done.add(top.token);
      path.pop();
      continue;
    }
    const cycleStart = path.findIndex(({ token }) => token === target);
    if (cycleStart >= 0) {
      const cycle = path.slice(cycleStart).map(({ token }) => token);
      for (const token of path.map((step) => step.token)) done.add(token);
      return [...cycle, target];
    }
    if (!done.has(target)) path.push({ token: target, next: 0 });
  }
  return undefined;
}
