/**
 * The steps that take imported resources out of a state of Terraform, so that Pulumi alone manages them. Types only.
 */

export interface LeftOutObject {
  readonly address: string;
  readonly why: string;
}

export interface TerraformRemoval {
  /** The file of the state. */
  readonly file: string;
  /** Addresses of which a replaced object still waits for its deletion: `terraform state rm` forgets that one too. */
  readonly deposed: readonly string[];
  /** Objects that stay and need what goes: their configuration must set the value itself. */
  readonly first: readonly { readonly address: string; readonly needs: string }[];
  /** `terraform state rm` for each address, dependents first. */
  readonly commands: readonly string[];
  /** Blocks that do the same with Terraform 1.7 or newer, for resources of which every instance was imported. */
  readonly removed: readonly string[];
  /** Those of the commands that no block replaces: other instances of their resources stay. */
  readonly withoutBlock: readonly string[];
  readonly leftOut: readonly LeftOutObject[];
}
