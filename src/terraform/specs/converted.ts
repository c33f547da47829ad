/** Converts an object of a Terraform state to a Pulumi token, an ID, and properties. */
import { ImpError } from "../../domain/errors.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import { maxJsonDepth } from "../../value/json/nesting.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../value/json/object.ts";
import { emptyMap, listValue, type PropertyMap, stringValue } from "../../value/value.ts";
import type { ProviderMapping } from "../package/mapping.ts";
import { packageOfTerraformProvider, remodeledTypes, tokenByName, usualToken } from "../package/tokens.ts";
import { convertedOutputs, settableValues, TooDeep } from "../package/values.ts";
import { formatAddress } from "../state/addresses.ts";
import type { TerraformObject } from "../state/model.ts";
import { importIdOf, terraformId } from "./ids.ts";

export interface TerraformPackage {
  readonly schema?: PackageSchema;
  readonly mapping?: ProviderMapping;
}

export interface PackageTables {
  /** The schema and the mapping of each package, by package name. */
  readonly packages: ReadonlyMap<string, TerraformPackage>;
  /** The tokens that the user set (`--map`), by Terraform type. */
  readonly tokens: ReadonlyMap<string, string>;
}

export interface Converted {
  readonly object: TerraformObject;
  readonly address: string;
  readonly token: string;
  /** True if the token is derived only from the name of the type. */
  readonly isGuess: boolean;
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  /** Omitted if the package schema is missing or does not have the token. */
  readonly resource?: ResourceSchema;
}

export function convert(object: TerraformObject, { packages, tokens }: PackageTables): Converted {
  const { address, provider, attributes = {}, sensitive } = object;
  const name = packageOfTerraformProvider(provider);
  const remodeled = remodeledTypes.get(address.type);
  if (remodeled !== undefined) return withIdAlone(object, tokens.get(address.type) ?? remodeled);
  const { schema, mapping } = packages.get(name) ?? {};
  const mapped = mapping?.resource(address.type);
  const knownToken = tokens.get(address.type) ?? mapped?.token ?? (schema && tokenByName(address.type, schema));
  const token = knownToken ?? usualToken(address.type, name);
  const base = {
    object,
    address: formatAddress(address),
    token,
    isGuess: knownToken === undefined,
    id: terraformId(object),
  };
  const resource = schema?.resource(token);
  if (schema === undefined || resource === undefined) return { ...base, inputs: emptyMap, outputs: emptyMap };
  const outputs = shallow(object, () =>
    convertedOutputs(attributes, sensitive, resource, schema, mapped?.fields ?? new Map()),
  );
  const meta = mapped === undefined ? undefined : bridgeMeta(object);
  return {
    ...base,
    resource,
    inputs: new Map([...settableValues(outputs, resource), ...(mapped === undefined ? [] : [noDefaults])]),
    outputs: new Map([
      ...outputs,
      ["id", stringValue(base.id)],
      ...(meta === undefined ? [] : [["__meta", stringValue(meta)] as const]),
    ]),
  };
}

/** Converts an object without its values, so that Read gets only its import ID. */
function withIdAlone(object: TerraformObject, token: string): Converted {
  const address = formatAddress(object.address);
  return { object, address, token, isGuess: false, id: importIdOf(object), inputs: emptyMap, outputs: emptyMap };
}

/** Returns the result of `read`. Throws TERRAFORM_MALFORMED if a value of the object is nested too deeply. */
function shallow({ where }: TerraformObject, read: () => PropertyMap): PropertyMap {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const message = `A value is nested more than ${maxJsonDepth} levels deep.`;
    throw ImpError.of("TERRAFORM_MALFORMED", { problems: [{ ...where, message }], more: 0 });
  }
}

/** The list of inputs that a bridged provider filled in, which is empty here. */
const noDefaults = ["__defaults", listValue([])] as const;

/** The key of the timeouts in the private data of SDKv2 resources. */
const timeoutsKey = "e2bfb730-ecaa-11e6-8f88-34363bc7c4c0";

/**
 * Returns the text that the bridge stores in the output `__meta` (pulumi-terraform-bridge `pkg/tfbridge/schema.go`). It contains the timeouts, and
 * the schema version, which the provider needs to upgrade older attributes. Drops all other private data.
 */
function bridgeMeta({ private: encoded = "", schemaVersion }: TerraformObject): string | undefined {
  const data = privateData(encoded);
  const timeouts = memberAt(data, timeoutsKey);
  const version = memberAt(data, "schema_version");
  const meta = JSON.stringify({
    [timeoutsKey]: isJsonObject(timeouts) ? numberMembers(timeouts) : undefined,
    schema_version: typeof version === "string" && /^\d+$/.test(version) ? version : String(schemaVersion),
  });
  return meta === '{"schema_version":"0"}' ? undefined : meta;
}

function numberMembers(json: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => typeof value === "number"));
}

function privateData(encoded: string): unknown {
  if (encoded === "") return undefined;
  try {
    return JSON.parse(Buffer.from(encoded, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}
