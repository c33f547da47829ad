/** Plans the removal of imported objects from the Terraform state, so that only Pulumi manages them. */

import { orderByNeeds } from "../../domain/order/by-needs.ts";
import { addTo } from "../../domain/order/maps.ts";
import type { LeftOutObject, TerraformRemoval } from "../../domain/terraform-removal.ts";
import { formatAddress, resourceAddress } from "../state/addresses.ts";
import type { TerraformObject, TerraformState } from "../state/model.ts";

/** Returns the steps for Terraform. `moved` contains the addresses of the objects that a Pulumi stack manages now. */
export function removalOf(
  { file, objects }: TerraformState,
  moved: ReadonlySet<string>,
  leftOut: readonly LeftOutObject[],
  quote: (text: string) => string,
): TerraformRemoval {
  const managed = objects.filter(({ mode }) => mode === "managed");
  const isMoved = ({ address }: TerraformObject): boolean => moved.has(formatAddress(address));
  const going = dependentsFirst(managed.filter((object) => isMoved(object) && object.status !== "deposed"));
  const goingResources = new Set(going.map(({ address }) => resourceAddress(address)));
  const staying = managed.filter((object) => !isMoved(object));
  const stayingResources = new Set(staying.map(({ address }) => resourceAddress(address)));
  const whole = new Set([...goingResources].filter((address) => !stayingResources.has(address)));
  const removeCommand = ({ address }: TerraformObject): string => `terraform state rm ${quote(formatAddress(address))}`;
  const deposed = managed.filter((object) => isMoved(object) && object.status === "deposed");
  return {
    file,
    deposed: [...new Set(deposed.map(({ address }) => formatAddress(address)))],
    first: staying.flatMap(({ address, dependencies }) =>
      dependencies.filter((needed) => whole.has(needed)).map((needs) => ({ address: formatAddress(address), needs })),
    ),
    commands: going.map(removeCommand),
    removed: [...whole].map(removedBlock),
    withoutBlock: going.filter(({ address }) => !whole.has(resourceAddress(address))).map(removeCommand),
    leftOut,
  };
}

/** Returns a `removed` block. With it, the next `terraform apply` forgets a resource and all its instances, without destroying them. */
function removedBlock(address: string): string {
  return ["removed {", `  from = ${address}`, "  lifecycle {", "    destroy = false", "  }", "}"].join("\n");
}

/** Sorts dependents before the objects that they depend on. */
function dependentsFirst(objects: readonly TerraformObject[]): readonly TerraformObject[] {
  const byResource = new Map<string, number[]>();
  for (const [number, { address }] of objects.entries()) {
    addTo(byResource, resourceAddress(address), number);
  }
  const findDependencies = ({ dependencies }: TerraformObject) =>
    dependencies.flatMap((name) => byResource.get(name) ?? []);
  return [...orderByNeeds(objects, findDependencies)].reverse();
}
