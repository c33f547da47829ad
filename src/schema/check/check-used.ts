import { isJsonObject, type JsonObject } from "../../value/json/object.ts";
import { reachedDefinitions } from "../reached.ts";
import { tolerantVersion } from "../references.ts";
import type { PackageSchema } from "../types.ts";
import { decodeChecked } from "./decode.ts";
import { faultKey, type SchemaFault, Walk } from "./faults.ts";
import { checkNamedType, checkResourceMember } from "./member-rules.ts";
import { checkCycles } from "./package-rules.ts";
import type { Scope } from "./scope.ts";
import { complexType, resourceStruct } from "./shapes.ts";
import { localType } from "./type-rules.ts";

const asJson = { hasLooseTexts: false };

/**
 * Checks the resources that an import uses, and the types that they reach, with the rules of Pulumi's decoder and binder. Returns only faults that
 * make Pulumi reject the schema. `imp schema check` also applies the metaschema and the rules for the whole package.
 */
export function checkUsed(schema: PackageSchema, tokens: readonly string[]): readonly SchemaFault[] {
  const faults = new Map<string, SchemaFault>();
  const walk = new Walk((fault) => {
    const key = faultKey(fault);
    if (fault.pulumi === "refuses" && !faults.has(key)) faults.set(key, fault);
  });
  const owner = { name: schema.name, version: tolerantVersion(schema.version ?? "") };
  const used = readUsed(schema, tokens, walk);
  const scope: Scope = {
    walk,
    // The rules for definitions only test whether there is a provider.
    spec: { provider: {} },
    ...owner,
    types: used.types,
    resources: new Map([...used.resources, ...used.named]),
    functions: new Map(),
    foreign: [],
  };
  for (const [token, spec] of used.resources)
    walk.in(["resources", token], () => checkResourceMember(token, spec, scope));
  for (const [token, spec] of used.types) walk.in(["types", token], () => checkNamedType(token, spec, scope));
  checkCycles(scope, (ref) => localType(ref, owner));
  return [...faults.values()];
}

interface Used {
  readonly resources: Map<string, JsonObject>;
  readonly types: Map<string, JsonObject>;
  /** Resources that are only referenced. Their definitions are not checked. */
  readonly named: Map<string, JsonObject>;
}

function readUsed(schema: PackageSchema, tokens: readonly string[], walk: Walk): Used {
  const used: Used = { resources: new Map(), types: new Map(), named: new Map() };
  const start = tokens.map((token) => ["resources", token] as const);
  for (const { member, json, local } of reachedDefinitions(schema, start)) {
    const [part, token] = member;
    const shape = part === "resources" ? resourceStruct : complexType;
    const spec = walk.in([part, token], () => decodeChecked(json, shape, walk, asJson));
    if (isJsonObject(spec)) used[part].set(token, spec);
    for (const { section, token: target } of local) {
      if (section === "resources" && schema.jsonText("resources", target) !== "") used.named.set(target, {});
    }
  }
  return used;
}
