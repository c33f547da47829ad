/**
 * The resources that an import uses -> the faults of their definitions for which Pulumi's binder refuses the schema.
 */
import { isJsonObject, type JsonObject } from "../../json/object.ts";
import { readReference, tolerantVersion } from "../references.ts";
import type { PackageSchema } from "../types.ts";
import { decode } from "./decode.ts";
import { type SchemaFault, Walk } from "./faults.ts";
import { checkNamedType, checkResource } from "./member-rules.ts";
import { checkCycles } from "./package-rules.ts";
import type { Scope } from "./scope.ts";
import { complexType, resource } from "./shapes.ts";
import { isForeign, localType } from "./type-rules.ts";

/** The definitions of a schema are written as JSON. */
const asJson = { hasLooseTexts: false };

/**
 * Checks the resources and the types that they reach by the rules of Pulumi's decoder and of its binder; nothing else of the schema is
 * parsed. Neither the metaschema nor what a package has as a whole (tokens, modules, methods, texts) is looked at: `imp schema check` does.
 *
 * @param tokens resources of the schema; others are passed over
 * @returns in the order in which the definitions are reached
 */
export function checkUsed(schema: PackageSchema, tokens: readonly string[]): readonly SchemaFault[] {
  const faults = new Map<string, SchemaFault>();
  const walk = new Walk((fault) => {
    const id = `${fault.rule} ${JSON.stringify(fault.path)}`;
    if (fault.pulumi === "refuses" && !faults.has(id)) faults.set(id, fault);
  });
  const owner = { name: schema.name, version: tolerantVersion(schema.version ?? "") };
  const used = readUsed(schema, owner, tokens, walk);
  const scope: Scope = {
    walk,
    // The rules of a definition ask for no more of the package than whether there is a provider.
    spec: { provider: {} },
    ...owner,
    types: used.types,
    resources: new Map([...used.resources, ...used.named]),
    functions: new Map(),
    foreign: [],
  };
  for (const [token, spec] of used.resources) walk.in(["resources", token], () => checkResource(token, spec, scope));
  for (const [token, spec] of used.types) walk.in(["types", token], () => checkNamedType(token, spec, scope));
  checkCycles(scope, (ref) => localType(ref, owner));
  return [...faults.values()];
}

interface Used {
  readonly resources: Map<string, JsonObject>;
  readonly types: Map<string, JsonObject>;
  /** Resources that are referred to; their definitions are not looked at. */
  readonly named: Map<string, JsonObject>;
}

/** Decodes the definitions, each once, and follows their references. */
function readUsed(
  schema: PackageSchema,
  owner: Pick<Scope, "name" | "version">,
  tokens: readonly string[],
  walk: Walk,
): Used {
  const used: Used = { resources: new Map(), types: new Map(), named: new Map() };
  const waiting: (readonly ["resources" | "types", string])[] = tokens.map((token) => ["resources", token]);
  for (const [section, token] of waiting) {
    if (used[section].has(token)) continue;
    const json = definition(schema, section, token);
    if (json === undefined) continue;
    const shape = section === "resources" ? resource : complexType;
    const spec = walk.in([section, token], () => decode(json, shape, walk, asJson));
    if (!isJsonObject(spec)) continue;
    used[section].set(token, spec);
    for (const ref of referencesIn(spec)) {
      const reference = readReference(ref);
      if ("why" in reference || isForeign(reference, owner)) continue;
      if (reference.section === "types") waiting.push(["types", reference.token]);
      if (reference.section === "resources" && schema.textOf("resources", reference.token) !== "") {
        used.named.set(reference.token, {});
      }
    }
  }
  return used;
}

/** `undefined`: the schema has none, or it is no JSON, which the run reports itself. */
function definition(schema: PackageSchema, section: "resources" | "types", token: string): unknown {
  const text = schema.textOf(section, token);
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function referencesIn(json: unknown): readonly string[] {
  if (Array.isArray(json)) return json.flatMap(referencesIn);
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : referencesIn(value),
  );
}
