/**
 * Plans how Terraform forgets what was imported, so that only one of the two manages it.
 */
import type { LeftOutObject, TerraformRemoval } from "../../domain/terraform-removal.ts";
import { orderByNeeds } from "../../order/by-needs.ts";
import { formatAddress, resourceAddress } from "../state/addresses.ts";
import type { TerraformObject, TerraformState } from "../state/model.ts";

/** @param moved addresses of objects that a stack of Pulumi manages now. */
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
  const commandOf = ({ address }: TerraformObject): string => `terraform state rm ${quote(formatAddress(address))}`;
  const deposed = managed.filter((object) => isMoved(object) && object.status === "deposed");
  return {
    file,
    deposed: [...new Set(deposed.map(({ address }) => formatAddress(address)))],
    first: staying.flatMap(({ address, dependencies }) =>
      dependencies.filter((needed) => whole.has(needed)).map((needs) => ({ address: formatAddress(address), needs })),
    ),
    commands: going.map(commandOf),
    removed: [...whole].map(removedBlock),
    withoutBlock: going.filter(({ address }) => !whole.has(resourceAddress(address))).map(commandOf),
    leftOut,
  };
}

/** The block that makes the next apply forget a resource, with all its instances, and destroy nothing. */
function removedBlock(address: string): string {
  return ["removed {", `  from = ${address}`, "  lifecycle {", "    destroy = false", "  }", "}"].join("\n");
}

/** Terraform records whom an object needs through others too. */
function dependentsFirst(objects: readonly TerraformObject[]): readonly TerraformObject[] {
  const byResource = new Map<string, number[]>();
  for (const [number, { address }] of objects.entries()) {
    const name = resourceAddress(address);
    const others = byResource.get(name);
    if (others === undefined) byResource.set(name, [number]);
    else others.push(number);
  }
  const needsOf = ({ dependencies }: TerraformObject) => dependencies.flatMap((name) => byResource.get(name) ?? []);
  return [...orderByNeeds(objects, needsOf)].reverse();
}
