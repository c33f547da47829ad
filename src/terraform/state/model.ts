/**
 * A Terraform state as data: its objects and their addresses, independent of the file format.
 *
 * The rules come from terraform `internal/states/statefile/version4.go` (version 4), `internal/command/jsonstate/state.go` (`terraform show -json`),
 * and `internal/addrs` (addresses).
 */
import type { TextLocation } from "../../import-file/import-specs.ts";
import type { JsonObject } from "../../value/json/object.ts";

/** The key of an instance. It is a number with `count`, and a string with `for_each`. */
export type InstanceKey = string | number;

/** A step of a module path: `module.net["eu"]` is `{ name: "net", key: "eu" }`. */
export interface ModuleStep {
  readonly name: string;
  readonly key?: InstanceKey;
}

export interface ObjectAddress {
  /** The module path from the root. Empty for the root module. */
  readonly module: readonly ModuleStep[];
  readonly type: string;
  readonly name: string;
  readonly key?: InstanceKey;
}

/** The address of a provider configuration, such as `module.net.provider["registry.terraform.io/hashicorp/aws"].west`. */
export interface ProviderAddress {
  /** Module names without keys, because a configuration belongs to all instances of its module. */
  readonly module: readonly string[];
  readonly host: string;
  readonly namespace: string;
  /** The name of the provider, such as `aws`. */
  readonly type: string;
  readonly alias?: string;
}

/** The sensitive parts of a value: the whole value, or parts below its keys. */
export type Sensitive = true | ReadonlyMap<string | number, Sensitive>;

/** An object in a state: an instance of a resource, or the result of a data source. */
export interface TerraformObject {
  readonly address: ObjectAddress;
  readonly mode: "managed" | "data";
  readonly provider: ProviderAddress;
  /** `tainted` means that the next apply replaces the object. `deposed` means that the object was already replaced and will be deleted. */
  readonly status: "current" | "tainted" | "deposed";
  /** The attributes. Omitted if the state has none, or stores them in the format of Terraform 0.11. */
  readonly attributes?: JsonObject;
  readonly sensitive?: Sensitive;
  /** The version of the provider's schema that the attributes have. */
  readonly schemaVersion: number;
  /** Private data of the provider, in base64. */
  readonly private?: string;
  /** The identity of the resource. Terraform stores it since version 1.12. */
  readonly identity?: JsonObject;
  /** The addresses of direct and transitive dependencies, without keys, such as `module.net.aws_vpc.main`. */
  readonly dependencies: readonly string[];
  readonly where: TextLocation;
}

export interface TerraformState {
  /** The name of the file in messages. */
  readonly file: string;
  /** `shown` is the output of `terraform show -json`, which omits the aliases of providers. */
  readonly form: "state" | "shown";
  readonly terraformVersion: string;
  readonly objects: readonly TerraformObject[];
}
