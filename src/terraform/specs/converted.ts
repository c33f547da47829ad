/**
 * One object of a state with its token in Pulumi, its id, and its values as properties.
 */
import { ImpError } from "../../errors.ts";
import { maxJsonDepth } from "../../json/nesting.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../json/object.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import { emptyMap, listValue, type PropertyMap, stringValue } from "../../value/value.ts";
import type { ProviderMapping } from "../package/mapping.ts";
import { packageOfTerraformProvider, remodeledTypes, tokenByName, usualToken } from "../package/tokens.ts";
import { convertedOutputs, settableValues, TooDeep } from "../package/values.ts";
import { formatAddress } from "../state/addresses.ts";
import type { TerraformObject } from "../state/model.ts";
import { importIdOf, terraformId } from "./ids.ts";

/** A package of Pulumi, as far as its plugin answered. */
export interface TerraformPackage {
  readonly schema?: PackageSchema;
  readonly mapping?: ProviderMapping;
}

export interface PackageTables {
  /** By name. */
  readonly packages: ReadonlyMap<string, TerraformPackage>;
  /** Type in Terraform -> token, as a person gives it. */
  readonly tokens: ReadonlyMap<string, string>;
}

export interface Converted {
  readonly object: TerraformObject;
  readonly address: string;
  readonly token: string;
  /** Nothing names the token: it is the one that is usual. */
  readonly isGuess: boolean;
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  /** Absent: the package's schema is missing, or does not know the token. */
  readonly resource?: ResourceSchema;
}

export function convert(object: TerraformObject, { packages, tokens }: PackageTables): Converted {
  const { address, provider, attributes = {}, sensitive } = object;
  const name = packageOfTerraformProvider(provider);
  const remodeled = remodeledTypes.get(address.type);
  if (remodeled !== undefined) return withIdAlone(object, tokens.get(address.type) ?? remodeled);
  const { schema, mapping } = packages.get(name) ?? {};
  const mapped = mapping?.resource(address.type);
  const found = tokens.get(address.type) ?? mapped?.token ?? (schema && tokenByName(address.type, schema));
  const token = found ?? usualToken(address.type, name);
  const base = {
    object,
    address: formatAddress(address),
    token,
    isGuess: found === undefined,
    id: terraformId(object),
  };
  const resource = schema?.resource(token);
  if (schema === undefined || resource === undefined) return { ...base, inputs: emptyMap, outputs: emptyMap };
  const outputs = shallow(object, () =>
    convertedOutputs(attributes, sensitive, resource, schema, mapped?.fields ?? new Map()),
  );
  const own = mapped === undefined ? undefined : bridgeMeta(object);
  return {
    ...base,
    resource,
    inputs: new Map([...settableValues(outputs, resource), ...(mapped === undefined ? [] : [noDefaults])]),
    outputs: new Map([
      ...outputs,
      ["id", stringValue(base.id)],
      ...(own === undefined ? [] : [["__meta", stringValue(own)] as const]),
    ]),
  };
}

/** Read is asked by the id that the type's import takes. */
function withIdAlone(object: TerraformObject, token: string): Converted {
  const address = formatAddress(object.address);
  return { object, address, token, isGuess: false, id: importIdOf(object), inputs: emptyMap, outputs: emptyMap };
}

/** Throws TERRAFORM_MALFORMED for an object that is nested too deep. */
function shallow({ where }: TerraformObject, read: () => PropertyMap): PropertyMap {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const message = `A value is nested more than ${maxJsonDepth} levels deep.`;
    throw ImpError.of("TERRAFORM_MALFORMED", { problems: [{ ...where, message }], more: 0 });
  }
}

/** A bridged provider keeps next to its inputs the names of those that it filled in. */
const noDefaults = ["__defaults", listValue([])] as const;

/** The key of timeouts in the private data of resources that the SDK of version 2 made. */
const timeoutsKey = "e2bfb730-ecaa-11e6-8f88-34363bc7c4c0";

/**
 * The text that the bridge keeps next to the outputs: of the private data of such a resource the timeouts, and the version of its schema,
 * by which the provider upgrades older attributes (pulumi-terraform-bridge `pkg/tfbridge/schema.go`). Anything else in it stays private.
 */
function bridgeMeta({ private: own = "", schemaVersion }: TerraformObject): string | undefined {
  const data = privateData(own);
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

function privateData(own: string): unknown {
  if (own === "") return undefined;
  try {
    return JSON.parse(Buffer.from(own, "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}
