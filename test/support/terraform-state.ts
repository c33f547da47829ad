/** Terraform states of the simulated cloud: attributes in Terraform's spelling, and single objects as lists. */
import type { Kind, Properties } from "../../fixtures/simcloud/language.ts";
import { terraformType, underscored } from "../../fixtures/simcloud/terraform-mapping.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";

const simcloudProvider = 'provider["registry.example.com/acme/simcloud"]';

/** An object of the cloud, with its Terraform address. */
export interface Held {
  /** `["net"]`, with keys as Terraform writes them: `['net["eu"]']`. */
  readonly module?: readonly string[];
  readonly name: string;
  readonly key?: string | number;
  readonly token: string;
  readonly id: string;
  /** The settings of the object in the cloud, and settings that only Terraform has. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly alias?: string;
  readonly dependencies?: readonly string[];
  /** Additional members of the instance. */
  readonly instance?: Readonly<Record<string, unknown>>;
}

/** Returns a state of version 4. Objects with the same name and module are instances of one resource. */
export function terraformStateOf(objects: readonly Held[]) {
  const resources = new Map<string, { [key: string]: unknown; instances: unknown[] }>();
  for (const held of objects) {
    const { module = [], name, key, token, alias, dependencies } = held;
    const type = terraformType(token);
    const path = module.map((step) => `module.${step}`).join(".");
    const address = [path, type, name].join("/");
    const resource = resources.get(address) ?? {
      ...(path !== "" && { module: path }),
      mode: "managed",
      type,
      name,
      provider: alias === undefined ? simcloudProvider : `${simcloudProvider}.${alias}`,
      instances: [],
    };
    resources.set(address, resource);
    resource.instances.push({
      ...(key !== undefined && { index_key: key }),
      schema_version: 0,
      attributes: attributesOf(held),
      sensitive_attributes: sensitiveOf(token),
      ...(dependencies !== undefined && { dependencies }),
      ...held.instance,
    });
  }
  return {
    version: 4,
    terraform_version: "1.11.4",
    serial: 7,
    lineage: "6f0c1f0e-5f5e-4a55-9f0c-8b1d6f3a2a11",
    outputs: {},
    resources: [...resources.values()],
    check_results: null,
  };
}

/** Returns all attributes of an object, including attributes without a value. */
function attributesOf({ token, id, settings }: Pick<Held, "token" | "id" | "settings">) {
  const properties = typeOf(token)?.definition.properties ?? {};
  return { id, ...spelled(properties, settings) };
}

function spelled(properties: Properties, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { kind }]) => [underscored(name), spelledValue(kind, values[name] ?? null)]),
  );
}

function spelledValue(kind: Kind, value: unknown): unknown {
  if (kind.kind === "object") return value === null ? [] : [member(kind, value)];
  if (kind.kind === "list") return Array.isArray(value) ? value.map((item: unknown) => member(kind.of, item)) : null;
  if (kind.kind === "map" && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, member(kind.of, item)]));
  if (kind.kind === "any" && value !== null) return { value, type: "dynamic" };
  return value;
}

/** Returns an element of a list. Objects in lists are not wrapped in another list. */
function member(kind: Kind, value: unknown): unknown {
  return kind.kind === "object" && isRecord(value) ? spelled(kind.type.properties, value) : spelledValue(kind, value);
}

function sensitiveOf(token: string): readonly unknown[] {
  const properties = Object.entries(typeOf(token)?.definition.properties ?? {});
  return properties
    .filter(([, { secret }]) => secret)
    .map(([name]) => [{ type: "get_attr", value: underscored(name) }]);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
