/** Selects the objects of a state to import, with reasons for the others. */
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
    const prefix = object.mode === "data" ? "data." : "";
    leftOut.push({ address: withPrefix(formatAddress(object.address), object, prefix), why });
    return false;
  });
  return { objects: chosen, leftOut };
}

/** Returns the Pulumi packages that manage the state's resources, in the order of first use. */
export function packagesOfState(state: TerraformState): readonly string[] {
  return [
    ...new Set(chooseTerraformObjects(state).objects.map(({ provider }) => packageOfTerraformProvider(provider))),
  ];
}

/** Inserts the mode before the type: `module.net.data.aws_ami.latest`. */
function withPrefix(address: string, { address: { type } }: TerraformObject, prefix: string): string {
  if (prefix === "") return address;
  const index = address.startsWith(`${type}.`) ? 0 : address.indexOf(`.${type}.`) + 1;
  return address.slice(0, index) + prefix + address.slice(index);
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
