/** Finds the providers that a `--schema` document describes. Resources are parsed on demand, because a document can contain 1,500 of them. */
import { ImpError } from "../../domain/errors.ts";
import { loadSchema } from "../../schema/load.ts";
import { once } from "../../schema/once.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { isJsonObject, type JsonObject, memberAt, objectAt, textAt } from "../../value/json/object.ts";
import type { Path } from "../../value/path.ts";
import { readTerraformDocument } from "../conversion/documents.ts";
import { modelOfMapping } from "../conversion/to-schema/mapping-model.ts";
import type { Fields, ProviderModel } from "../conversion/to-schema/model.ts";
import { modelOfSpecification } from "../conversion/to-schema/specification-model.ts";
import { modelOfProviderSchema } from "../conversion/to-schema/wire-model.ts";
import { judgeSpecification } from "../specification/judge.ts";
import type { Specification } from "../specification/model.ts";

export type DescribedProvider =
  | TerraformDescription
  /** A package schema. It uses Pulumi's names. */
  | { readonly kind: "package"; readonly name: string; readonly schema: PackageSchema };

export interface TerraformDescription {
  readonly kind: "terraform";
  /** The name of the provider in Terraform, such as `aws`. */
  readonly name: string;
  readonly packageName?: string;
  /** The common prefix of all types. Omitted if the document does not state it. */
  readonly prefix?: string;
  readonly types: ReadonlyMap<string, Path>;
  /** The part of the document's paths that precedes the paths of fields. */
  readonly root: Path;
  /** Returns the Pulumi token of a type if the document contains it. In this case, the document also contains Pulumi's names of fields. */
  token(type: string): string | undefined;
  fields(type: string): Fields | undefined;
  readonly config: () => Fields;
}

/** Returns the providers in a document. Throws OVERLAY_SOURCE with the location and advice if there are none. */
export function describedProviders(bytes: Uint8Array, file: string): readonly DescribedProvider[] {
  const { kind, json } = readTerraformDocument(bytes, file, refuseOverlaySource);
  switch (kind) {
    case "specification":
      return [ofSpecification(specificationIn(bytes, file))];
    case "providers":
      return ofProviders(json, file);
    case "mapping":
      return [ofMapping(json)];
    case "schema":
      return [describedPackage(bytes, json, file)];
  }
}

function refuseOverlaySource(file: string, message: string): ImpError {
  return ImpError.of("OVERLAY_SOURCE", { file, message });
}

function specificationIn(bytes: Uint8Array, file: string): Specification {
  const { faults, errors, specification } = judgeSpecification(bytes);
  if (specification !== undefined) return specification;
  const first = faults.find(({ severity }) => severity === "error");
  const location = first === undefined ? file : `${file}:${first.position.line}:${first.position.column}`;
  throw ImpError.of("OVERLAY_SOURCE", {
    file: location,
    message: first?.why ?? "The document is damaged.",
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

function ofProviders(json: JsonObject, file: string): readonly TerraformDescription[] {
  const all = Object.entries(objectAt(json, "provider_schemas"));
  if (all.length === 0) throw refuseOverlaySource(file, "The document does not describe a provider.");
  return all.map(([address, value]) => {
    if (!isJsonObject(value))
      throw refuseOverlaySource(file, `The entry for ${JSON.stringify(address)} is not a schema.`);
    const path: Path = ["provider_schemas", address];
    const modelOf = (type: string): ProviderModel => {
      const resource = memberAt(value, "resource_schemas", type);
      return modelOfProviderSchema({ resource_schemas: { [type]: resource } }, address).document;
    };
    return {
      kind: "terraform",
      name: address.split("/").at(-1) ?? address,
      types: resourceTypePaths(objectAt(value, "resource_schemas"), [...path, "resource_schemas"]),
      root: path,
      token: () => undefined,
      fields: (type) => modelOf(type).resources.get(type)?.fields,
      config: () => modelOfProviderSchema({ provider: memberAt(value, "provider") }, address).document.config,
    };
  });
}

/** Reads a mapping. Like the bridge, omits types without a token. */
function ofMapping(json: JsonObject): TerraformDescription {
  const packageName = textAt(json, "name") ?? "";
  const modelOf = (type: string): ProviderModel =>
    modelOfMapping({
      name: packageName,
      provider: { resources: { [type]: memberAt(json, "provider", "resources", type) } },
      resources: { [type]: memberAt(json, "resources", type) },
    }).document;
  const token = (type: string): string | undefined => textAt(json, "resources", type, "tok");
  const types = resourceTypePaths(objectAt(json, "provider", "resources"), ["provider", "resources"]);
  return {
    kind: "terraform",
    name: packageName,
    packageName,
    root: [],
    types: new Map([...types].filter(([type]) => token(type) !== undefined)),
    token,
    fields: (type) => modelOf(type).resources.get(type)?.fields,
    config: () =>
      modelOfMapping({ name: packageName, provider: { schema: memberAt(json, "provider", "schema") } }).document.config,
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

function resourceTypePaths(resources: JsonObject, base: Path): ReadonlyMap<string, Path> {
  return new Map(Object.keys(resources).map((type) => [type, [...base, type]]));
}
