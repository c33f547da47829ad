export interface LeftOutObject {
  readonly address: string;
  readonly why: string;
}

/** The steps that remove imported resources from a Terraform state, so that only Pulumi manages them. */
export interface TerraformRemoval {
  /** The path of the state. */
  readonly file: string;
  /** Addresses with a deposed object, which `terraform state rm` also removes from the state. */
  readonly deposed: readonly string[];
  /** Remaining objects that refer to removed ones. Their configuration must set a literal value. */
  readonly first: readonly { readonly address: string; readonly needs: string }[];
  /** `terraform state rm` for each address, dependents first. */
  readonly commands: readonly string[];
  /** `removed` blocks for Terraform 1.7 or newer, for resources whose instances were all imported. */
  readonly removed: readonly string[];
  /** Commands for addresses that have no `removed` block, because other instances of their resource remain. */
  readonly withoutBlock: readonly string[];
  readonly leftOut: readonly LeftOutObject[];
}
