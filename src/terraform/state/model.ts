/**
 * A state of Terraform as data: its objects with their addresses, whatever form the file has. Types only.
 *
 * Sources of the rules: terraform `internal/states/statefile/version4.go` (version 4), `internal/command/jsonstate/state.go` (`terraform
 * show -json`), `internal/addrs` (addresses).
 */
import type { TextLocation } from "../../import-file/import-specs.ts";
import type { JsonObject } from "../../json/object.ts";

/** The key of an instance: a number with `count`, a text with `for_each`. */
export type InstanceKey = string | number;

/** One step of a module path: `module.net["eu"]` is `{ name: "net", key: "eu" }`. */
export interface ModuleStep {
  readonly name: string;
  readonly key?: InstanceKey;
}

/** The address of one instance of a resource. */
export interface ObjectAddress {
  /** From the root; empty: the root module. */
  readonly module: readonly ModuleStep[];
  readonly type: string;
  readonly name: string;
  readonly key?: InstanceKey;
}

/** `module.net.provider["registry.terraform.io/hashicorp/aws"].west`. */
export interface ProviderAddress {
  /** Names of the modules, without keys: a configuration belongs to all instances of its module. */
  readonly module: readonly string[];
  readonly host: string;
  readonly namespace: string;
  /** The provider's own name, such as `aws`. */
  readonly type: string;
  readonly alias?: string;
}

/** Sensitive parts of a value: all of it, or those below its keys. */
export type Sensitive = true | ReadonlyMap<string | number, Sensitive>;

/** One object that a state has: a resource of a provider, or the result of a data source. */
export interface TerraformObject {
  readonly address: ObjectAddress;
  readonly mode: "managed" | "data";
  readonly provider: ProviderAddress;
  /** `tainted`: Terraform replaces it with the next apply. `deposed`: replaced already, and waiting for its deletion. */
  readonly status: "current" | "tainted" | "deposed";
  /** Absent: the state has none, or has them in the form of Terraform 0.11. */
  readonly attributes?: JsonObject;
  readonly sensitive?: Sensitive;
  /** The version of the attributes' schema in the provider. */
  readonly schemaVersion: number;
  /** The provider's own data, in base64. */
  readonly private?: string;
  /** Since Terraform 1.12. */
  readonly identity?: JsonObject;
  /** Addresses of resources without keys, such as `module.net.aws_vpc.main`; those that are only reached through others too. */
  readonly dependencies: readonly string[];
  readonly where: TextLocation;
}

export interface TerraformState {
  /** The file, as messages call it. */
  readonly file: string;
  /** `shown`: what `terraform show -json` prints, which knows no aliases of providers. */
  readonly form: "state" | "shown";
  readonly terraformVersion: string;
  /** In the order of the file. */
  readonly objects: readonly TerraformObject[];
}
