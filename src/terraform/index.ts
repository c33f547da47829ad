/**
 * The entry of the room: a state of Terraform, read and mapped to what imp imports. Files are opened outside.
 */

export { readMapping } from "./package/mapping.ts";
export { packagesOfState } from "./specs/choose.ts";
export type { PackageTables, TerraformPackage } from "./specs/converted.ts";
export { importFileOf, type TerraformImports } from "./specs/import-file.ts";
export { removalOf } from "./specs/removal.ts";
export { specsOfState, type TerraformSpecs } from "./specs/specs.ts";
export type { TerraformState } from "./state/model.ts";
export { looksLikeState, readTerraformState } from "./state/read.ts";
