/**
 * The bytes of a file -> the providers that it describes, each resource read when somebody asks for it: a document of all that Terraform
 * knows of AWS has 1,526 resources, and a run imports a few types.
 */
import { ImpError } from "../../errors.ts";
import type { Path } from "../../ir/path.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../json/object.ts";
import { loadSchema } from "../../schema/load.ts";
import { once } from "../../schema/once.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { type RefuseDocument, readTerraformDocument } from "../conversion/documents.ts";
import { refuseDeep } from "../conversion/to-schema/depth.ts";
import { modelOfMapping } from "../conversion/to-schema/mapping-model.ts";
import type { Fields, ProviderModel } from "../conversion/to-schema/model.ts";
import { modelOfSpecification } from "../conversion/to-schema/specification-model.ts";
import { modelOfProviderSchema } from "../conversion/to-schema/wire-model.ts";
import { judgeSpecification } from "../specification/judge.ts";
import type { Specification } from "../specification/model.ts";

/** One provider that a document describes. */
export type DescribedProvider =
  | TerraformDescription
  /** A package schema, which has Pulumi's own names. */
  | { readonly kind: "package"; readonly name: string; readonly schema: PackageSchema };

export interface TerraformDescription {
  readonly kind: "terraform";
  /** The provider's name in Terraform: `aws`. */
  readonly name: string;
  /** The Pulumi package, where the document names it. */
  readonly packageName?: string;
  /** The word that all types begin with, where the document says it. */
  readonly prefix?: string;
  /** By type, where the document describes it. */
  readonly types: ReadonlyMap<string, Path>;
  /** Where the paths of fields begin. */
  readonly root: Path;
  /** The token in Pulumi, where the document has it: then names are Pulumi's too. */
  token(type: string): string | undefined;
  fields(type: string): Fields | undefined;
  readonly config: () => Fields;
}

/** @throws ImpError OVERLAY_SOURCE for what describes no provider, with the place and what to do. */
export function describedProviders(bytes: Uint8Array, file: string): readonly DescribedProvider[] {
  const { kind, json } = readTerraformDocument(bytes, file, refuseOverlaySource);
  switch (kind) {
    case "specification":
      return [ofSpecification(specificationIn(bytes, file))];
    case "providers":
      refuseDeep(bytes, file, refuseOverlaySource);
      return ofProviders(json, file);
    case "mapping":
      refuseDeep(bytes, file, refuseOverlaySource);
      return [ofMapping(json)];
    case "schema":
      return [describedPackage(bytes, json, file)];
  }
}

const refuseOverlaySource: RefuseDocument = (file, message) => ImpError.of("OVERLAY_SOURCE", { file, message });

function specificationIn(bytes: Uint8Array, file: string): Specification {
  const { faults, errors, specification } = judgeSpecification(bytes);
  if (specification !== undefined) return specification;
  const first = faults.find(({ severity }) => severity === "error");
  const place = first === undefined ? file : `${file}:${first.position.line}:${first.position.column}`;
  throw ImpError.of("OVERLAY_SOURCE", {
    file: place,
    message: first?.why ?? "It is damaged.",
    checked: { file, errors },
  });
}

function ofSpecification(specification: Specification): TerraformDescription {
  const { name } = specification.provider;
  const model = once(() => modelOfSpecification(specification, "framework").document);
  const types = specification.resources.map((resource, index): [string, Path] => [
    `${name}_${resource.name}`,
    ["resources", index],
  ]);
  return {
    kind: "terraform",
    name,
    prefix: name,
    root: [],
    types: new Map(types),
    token: () => undefined,
    fields: (type) => model().resources.get(type)?.fields,
    config: () => model().config,
  };
}

/** `provider_schemas` has a provider by its address. */
function ofProviders(json: JsonObject, file: string): readonly TerraformDescription[] {
  const schemas = memberAt(json, "provider_schemas");
  const all = Object.entries(isJsonObject(schemas) ? schemas : {});
  if (all.length === 0) throw refuseOverlaySource(file, "It describes no provider.");
  return all.map(([address, value]) => {
    if (!isJsonObject(value)) throw refuseOverlaySource(file, `The entry for ${JSON.stringify(address)} is no schema.`);
    const at: Path = ["provider_schemas", address];
    const of = (type: string): ProviderModel => {
      const own = memberAt(value, "resource_schemas", type);
      return modelOfProviderSchema({ resource_schemas: { [type]: own } }, address).document;
    };
    return {
      kind: "terraform",
      name: address.split("/").at(-1) ?? address,
      types: resourceTypePaths(memberAt(value, "resource_schemas"), [...at, "resource_schemas"]),
      root: at,
      token: () => undefined,
      fields: (type) => of(type).resources.get(type)?.fields,
      config: () => modelOfProviderSchema({ provider: memberAt(value, "provider") }, address).document.config,
    };
  });
}

/** The bridge leaves a type without a token out. */
function ofMapping(json: JsonObject): TerraformDescription {
  const [name, resources, provider] = [memberAt(json, "name"), memberAt(json, "resources"), memberAt(json, "provider")];
  const packageName = typeof name === "string" ? name : "";
  const of = (type: string): ProviderModel =>
    modelOfMapping({
      name: packageName,
      provider: { resources: { [type]: memberAt(provider, "resources", type) } },
      resources: { [type]: memberAt(resources, type) },
    }).document;
  const token = (type: string): string | undefined => {
    const own = memberAt(resources, type, "tok");
    return typeof own === "string" && own !== "" ? own : undefined;
  };
  const types = resourceTypePaths(memberAt(provider, "resources"), ["provider", "resources"]);
  return {
    kind: "terraform",
    name: packageName,
    packageName,
    root: [],
    types: new Map([...types].filter(([type]) => token(type) !== undefined)),
    token,
    fields: (type) => of(type).resources.get(type)?.fields,
    config: () =>
      modelOfMapping({ name: packageName, provider: { schema: memberAt(provider, "schema") } }).document.config,
  };
}

function describedPackage(bytes: Uint8Array, json: JsonObject, file: string): DescribedProvider {
  try {
    const schema = loadSchema(bytes);
    return { kind: "package", name: String(memberAt(json, "name")), schema };
  } catch (error) {
    if (!(error instanceof ImpError) || error.code !== "SCHEMA_BROKEN") throw error;
    throw refuseOverlaySource(file, error.explanation.why);
  }
}

function resourceTypePaths(resources: unknown, at: Path): ReadonlyMap<string, Path> {
  return new Map(Object.keys(isJsonObject(resources) ? resources : {}).map((type) => [type, [...at, type]]));
}
