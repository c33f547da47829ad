/** The public functions of this directory, for Terraform states, provider specifications, conversions, and overlays. They don't open files. */

export { type Conversion, type ConversionRequest, convertDocument } from "./conversion/convert.ts";
export type { DocumentKind } from "./conversion/documents.ts";
export { lossGroups } from "./conversion/losses.ts";
export { Overlay, type OverlayGap } from "./overlay/overlay.ts";
export { readMappings } from "./package/mapping.ts";
export { withTerraformNames } from "./package/terraform-names.ts";
export { type JudgedSpecification, judgeSpecification } from "./specification/judge.ts";
export { packagesOfState } from "./specs/choose.ts";
export type { TerraformPackage } from "./specs/converted.ts";
export { importFileOf } from "./specs/import-file.ts";
export { removalOf } from "./specs/removal.ts";
export { specsOfState, type TerraformSpecs } from "./specs/specs.ts";
export type { TerraformState } from "./state/model.ts";
export { looksLikeState, readTerraformState } from "./state/read.ts";
