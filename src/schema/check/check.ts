import { isJsonObject, type JsonObject, objectAt } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import { tolerantVersion } from "../references.ts";
import { decodeChecked } from "./decode.ts";
import { checkDocReferences } from "./doc-references.ts";
import { type Format, readSchemaDocument } from "./document.ts";
import { faultKey, type PlacedSchemaFault, type SchemaFault, Walk } from "./faults.ts";
import { checkFunction, checkMethods, checkNamedType, checkResourceMember } from "./member-rules.ts";
import { type Metaschema, openMetaschema } from "./metaschema.ts";
import { checkCycles, checkHeader, checkModuleFormat, checkTokens, checkTwice } from "./package-rules.ts";
import { entriesIn, type Scope, stringOrEmpty } from "./scope.ts";
import { packageShape } from "./shapes.ts";
import { checkProperties, localType } from "./type-rules.ts";

/** The maximum number of reported faults. Further faults are only counted. */
const faultsKept = 1_000;

export interface OtherPackage {
  hasType(token: string): boolean;
  hasResource(token: string): boolean;
}

/** Loads another package. Returns undefined if it cannot be loaded. */
export type LoadOther = (name: string, version: string) => Promise<OtherPackage | undefined>;

export interface CheckedSchema {
  /** The first 1,000 faults that were found, in the order of the text. */
  readonly faults: readonly PlacedSchemaFault[];
  /** The number of further faults. */
  readonly more: number;
  readonly errors: number;
  /** True if Pulumi's binder rejects the schema because of one of the faults. */
  readonly isRefused: boolean;
  /** Omitted if the file is not an object. */
  readonly package?: {
    readonly name: string;
    readonly version: string;
    readonly resources: number;
    readonly functions: number;
    readonly types: number;
  };
}

/**
 * Checks a schema with Pulumi's metaschema, with the rules of Pulumi's binder (`schema.BindSpec` of pulumi/pkg v3), and with the additional rules in
 * the README of this directory. Each fault states whether Pulumi rejects the schema because of it.
 */
export async function checkSchema(bytes: Uint8Array, format: Format, load: LoadOther): Promise<CheckedSchema> {
  const faults = new FaultList();
  const walk = new Walk(faults.add);
  const document = readSchemaDocument(bytes, format, faults.add);
  if (document.value === null) {
    walk.refuse({ rule: "json-type", why: "Expected an object, found null.", hint: "Change the value to an object." });
  }
  const spec = document.value === undefined ? undefined : decodeChecked(document.value, packageShape, walk, document);
  const scope = isJsonObject(spec) ? checkScope(spec, walk) : undefined;
  if (scope !== undefined) {
    const metaschema = await openMetaschema();
    checkMetaschema(scope, metaschema);
    checkBinding(scope);
    await checkForeign(scope, load);
  }
  const placed = document.placed(faults.list);
  return {
    faults: placed,
    more: faults.count - faults.list.length,
    errors: faults.errors,
    isRefused: faults.isRefused,
    package: scope && packageCounts(scope),
  };
}

/** The faults so far, one per rule and path. */
class FaultList {
  readonly list: SchemaFault[] = [];
  readonly #reported = new Set<string>();
  count = 0;
  errors = 0;
  isRefused = false;

  readonly add = (fault: SchemaFault): void => {
    const key = faultKey(fault);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.count += 1;
    if (fault.severity === "error") this.errors += 1;
    if (fault.pulumi === "refuses") this.isRefused = true;
    if (this.list.length < faultsKept) this.list.push(fault);
  };
}

function checkScope(spec: JsonObject, walk: Walk): Scope {
  const version = tolerantVersion(stringOrEmpty(spec, "version"));
  return {
    walk,
    spec,
    name: stringOrEmpty(spec, "name"),
    version: stringOrEmpty(spec, "version") === "" ? undefined : version,
    types: new Map(entriesIn(spec, "types")),
    resources: new Map(entriesIn(spec, "resources")),
    functions: new Map(entriesIn(spec, "functions")),
    foreign: [],
  };
}

function packageCounts({ name, spec, resources, functions, types }: Scope): NonNullable<CheckedSchema["package"]> {
  return {
    name,
    version: stringOrEmpty(spec, "version"),
    resources: resources.size,
    functions: functions.size,
    types: types.size,
  };
}

/** Validates the schema part by part, so that the slow search for all errors runs only for invalid parts. */
function checkMetaschema(scope: Scope, metaschema: Metaschema): void {
  const { walk, spec } = scope;
  const { resources: _, functions: __, types: ___, ...header } = spec;
  metaschema.check("", header, walk);
  const parts = [
    ["resources", "#/$defs/resourceSpec", "#/$defs/token"],
    ["functions", "#/$defs/functionSpec", "#/$defs/functionToken"],
    ["types", "#/$defs/complexTypeSpec", "#/$defs/token"],
  ] as const;
  for (const [section, part, tokenPart] of parts) {
    for (const [token, member] of scope[section]) {
      if (!metaschema.isToken(tokenPart, token)) {
        const why = `${quote(token)} is not a token. A token has the form package:module:Name, and no part begins with a digit.`;
        const hint = `For example: ${scope.name}:index:Thing.`;
        walk.refuse({ rule: "token", at: "key", why, hint }, section, token);
      }
      if (metaschema.passes(part, member)) continue;
      walk.in([section, token], () => metaschema.check(part, member, walk));
    }
  }
}

function checkBinding(scope: Scope): void {
  const { walk, spec } = scope;
  checkHeader(scope);
  const format = checkModuleFormat(scope);
  checkTokens(scope, format);
  walk.in(["config"], () => checkProperties(objectAt(spec, "config"), "variables", "defaults", scope));
  const provider = `pulumi:providers:${scope.name}`;
  const methods = new Set<string>();
  const members = [
    ...(spec.provider === undefined ? [] : [[["provider"], provider, objectAt(spec, "provider")] as const]),
    ...[...scope.resources].map(([token, member]) => [["resources", token], token, member] as const),
  ];
  for (const [path, token, member] of members) {
    walk.in(path, () => {
      checkResourceMember(token, member, scope);
      checkMethods(token, member, methods, scope);
    });
  }
  for (const [token, member] of scope.functions) {
    walk.in(["functions", token], () => checkFunction(token, member, scope));
  }
  for (const [token, member] of scope.types) {
    walk.in(["types", token], () => checkNamedType(token, member, scope));
  }
  checkCycles(scope, (ref) => localType(ref, scope));
  checkTwice(scope, format);
  checkDocReferences(scope);
}

/** Checks references to other packages. Loads each package once. */
async function checkForeign({ walk, foreign }: Scope, load: LoadOther): Promise<void> {
  const loaded = new Map<string, OtherPackage | undefined>();
  for (const { reference, path } of foreign) {
    const { package: name, version = "", section, token } = reference;
    const id = `${name} ${version}`;
    if (!loaded.has(id)) {
      const other = await load(name, version);
      loaded.set(id, other);
      if (other === undefined) {
        const why = `The package ${name} ${version} cannot be loaded, so references to it are not checked.`;
        const hint = `Install it: pulumi plugin install resource ${name} ${version}`;
        walk.warn({ rule: "package-not-loaded", why, hint }, ...path);
      }
    }
    const other = loaded.get(id);
    if (other === undefined || (section === "types" ? other.hasType(token) : other.hasResource(token))) continue;
    const noun = section === "types" ? "type" : "resource";
    const why = `The package ${name} has no ${noun} ${quote(token)}.`;
    walk.refuse({ rule: "reference", why, hint: `Change the reference to a ${noun} of the package.` }, ...path);
  }
}
