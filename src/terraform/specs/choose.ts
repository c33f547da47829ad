/** Selects the objects of a state to import. States why each remaining object is left out. */
import type { LeftOutObject } from "../../domain/terraform-removal.ts";
import { packageOfTerraformProvider } from "../package/tokens.ts";
import { formatAddress, isBuiltin } from "../state/addresses.ts";
import type { TerraformObject, TerraformState } from "../state/model.ts";

export interface ChosenObjects {
  readonly objects: readonly TerraformObject[];
  readonly leftOut: readonly LeftOutObject[];
}

export function chooseTerraformObjects({ objects }: TerraformState): ChosenObjects {
  const leftOut: LeftOutObject[] = [];
  const chosen = objects.filter((object) => {
    const why = reasonToLeave(object);
    if (why === undefined) return true;
    leftOut.push({ address: formatAddress(object.address, object.mode), why });
    return false;
  });
  return { objects: chosen, leftOut };
}

/** Returns the Pulumi packages that manage the state's resources, in the order of first use. */
export function packagesOfState(state: TerraformState): readonly string[] {
  const { objects } = chooseTerraformObjects(state);
  return [...new Set(objects.map(({ provider }) => packageOfTerraformProvider(provider)))];
}

function reasonToLeave({ mode, status, provider, attributes }: TerraformObject): string | undefined {
  if (mode === "data") return "data sources are read, not managed";
  if (status === "deposed") return "the object is deposed: the next `terraform apply` deletes it";
  if (status === "tainted")
    return "the resource is tainted: the next `terraform apply` replaces it; `terraform untaint` keeps it";
  if (isBuiltin(provider)) return "the resource type is built into Terraform, and no Pulumi provider manages it";
  if (attributes === undefined)
    return "the attributes have the format of Terraform 0.11; run `terraform apply -refresh-only` to write the current format";
  return undefined;
}
