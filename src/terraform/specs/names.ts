/** Derives names from addresses. For example, `module.net.aws_subnet.private["a"]` becomes `private-a` in the component `net`. */

import { getOrInsert, groupBy } from "../../domain/order/maps.ts";
import type { TextLocation } from "../../import-file/import-specs.ts";
import { pascalCase } from "../package/property-names.ts";
import { formatAddress, formatModuleStep } from "../state/addresses.ts";
import type { InstanceKey, ModuleStep, ObjectAddress, TerraformObject } from "../state/model.ts";

/** The parts of an address that determine the URN. Resources of which these parts are equal have the same URN. */
export interface Named extends ObjectAddress {
  /** The address, which entries use to refer to each other. */
  readonly address: string;
}

/** Returns the token of a module's component, as `pulumi convert` writes it. */
export function componentType({ name }: ModuleStep): string {
  return `components:index:${pascalCase(name)}`;
}

/** Formats the address of a module instance, such as `module.net["eu"].module.sub`. */
export function moduleAddress(module: readonly ModuleStep[]): string {
  return module.map(formatModuleStep).join(".");
}

/** A module instance with the location of its first object in the state. */
export interface ModuleInstance {
  readonly address: string;
  /** The modules around the instance. */
  readonly parents: readonly ModuleStep[];
  readonly step: ModuleStep;
  readonly where: TextLocation;
}

/** Returns each module instance that contains one of the objects. Outer modules come first. */
export function moduleInstances(objects: readonly TerraformObject[]): readonly ModuleInstance[] {
  const instances = new Map<string, ModuleInstance>();
  for (const { address: location, where } of objects) {
    for (const [depth, step] of location.module.entries()) {
      const address = moduleAddress(location.module.slice(0, depth + 1));
      const parents = location.module.slice(0, depth);
      getOrInsert(instances, address, () => ({ address, parents, step, where }));
    }
  }
  return [...instances.values()];
}

/**
 * Returns a logical name for each address, which consists of the resource name and its key. Two resources can have the same URN, because instances of
 * a module are components of the same type. The names of such resources also contain the module names. Remaining duplicates are numbered in the order
 * of addresses. A name does not depend on the order of the state, and only resources with the same URN affect it.
 */
export function logicalNames(all: readonly Named[]): ReadonlyMap<string, string> {
  const names = new Map(all.map(({ address, name, key }) => [address, withKey(name, key)]));
  for (const group of collisions(all, names)) {
    for (const named of group) names.set(named.address, nameWithModules(named));
  }
  for (const group of collisions(all, names)) {
    const usedNames = new Set(names.values());
    const [, ...duplicates] = [...group].sort((a, b) => (a.address < b.address ? -1 : 1));
    for (const named of duplicates) {
      const name = names.get(named.address) ?? "";
      let number = 2;
      while (usedNames.has(`${name}-${number}`)) number += 1;
      usedNames.add(`${name}-${number}`);
      names.set(named.address, `${name}-${number}`);
    }
  }
  return names;
}

/** Returns the groups of resources that would have the same URN. */
function collisions(all: readonly Named[], names: ReadonlyMap<string, string>): readonly (readonly Named[])[] {
  const groups = groupBy(all, ({ module, type, address }) =>
    JSON.stringify([module.map(componentType), type, names.get(address)]),
  );
  return [...groups.values()].filter((group) => group.length > 1);
}

function nameWithModules({ module, name, key }: Named): string {
  return [...module.map((step) => withKey(step.name, step.key)), withKey(name, key)].join("-");
}

/** Adds the key to a name, as in `private-a` and `web-0`. Replaces characters that Pulumi names cannot contain. */
function withKey(name: string, key: InstanceKey | undefined): string {
  if (key === undefined) return name;
  const text = String(key)
    .replaceAll("::", "-")
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "-");
  return text === "" ? name : `${name}-${text}`;
}

/** Returns the parts of an object's address that determine its URN. */
export function namedObject(address: ObjectAddress, type: string): Named {
  const { module, name, key } = address;
  return { address: formatAddress(address), module, type, name, key };
}

/** Returns the parts of a module instance's address that determine its URN. */
export function namedModule({ address, parents, step }: ModuleInstance): Named {
  return { address, module: parents, type: componentType(step), name: step.name, key: step.key };
}
