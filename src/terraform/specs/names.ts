/**
 * Names from addresses: `module.net.aws_subnet.private["a"]` is `private-a` in the component `net`.
 */

import { pascalCase } from "../package/property-names.ts";
import { formatAddress, formatModuleStep } from "../state/addresses.ts";
import type { InstanceKey, ModuleStep, ObjectAddress } from "../state/model.ts";

/** The parts of a URN, but for the stack: two resources with the same parts have the same URN. */
export interface Named {
  /** The address, by which entries name each other. */
  readonly address: string;
  /** The types of the components above it, outermost first. */
  readonly module: readonly ModuleStep[];
  readonly type: string;
  readonly name: string;
  readonly key?: InstanceKey;
}

/** The token of the component that a module becomes, as `pulumi convert` writes it. */
export function componentType({ name }: ModuleStep): string {
  return `components:index:${pascalCase(name)}`;
}

/** The address of a module instance: `module.net["eu"].module.sub`. */
export function moduleAddress(module: readonly ModuleStep[]): string {
  return module.map(formatModuleStep).join(".");
}

/** Every module instance that the addresses lie in, outer ones first. */
export function moduleInstances(addresses: readonly ObjectAddress[]): readonly (readonly ModuleStep[])[] {
  const found = new Map<string, readonly ModuleStep[]>();
  for (const { module } of addresses) {
    for (let depth = 1; depth <= module.length; depth += 1) {
      const path = module.slice(0, depth);
      const address = moduleAddress(path);
      if (!found.has(address)) found.set(address, path);
    }
  }
  return [...found.values()];
}

/**
 * A logical name for each, by address: the resource's name with its key. Where that would give two the same URN (instances of one module
 * have components of one type), each of them has the names of the modules above it too; what is still the same is numbered, in the order of
 * the addresses. So the names depend neither on the order of the state nor on resources that they do not collide with.
 */
export function logicalNames(all: readonly Named[]): ReadonlyMap<string, string> {
  const names = new Map(all.map((named) => [named.address, ownName(named)]));
  for (const group of collisions(all, names)) {
    for (const named of group) names.set(named.address, nameWithModules(named));
  }
  for (const group of collisions(all, names)) {
    const taken = new Set(names.values());
    const [, ...others] = [...group].sort((a, b) => (a.address < b.address ? -1 : 1));
    for (const named of others) {
      const name = names.get(named.address) ?? "";
      let number = 2;
      while (taken.has(`${name}-${number}`)) number += 1;
      taken.add(`${name}-${number}`);
      names.set(named.address, `${name}-${number}`);
    }
  }
  return names;
}

/** Groups of at least two that would have one URN. */
function collisions(all: readonly Named[], names: ReadonlyMap<string, string>): readonly (readonly Named[])[] {
  const groups = new Map<string, Named[]>();
  for (const named of all) {
    const urn = JSON.stringify([named.module.map(componentType), named.type, names.get(named.address)]);
    const group = groups.get(urn);
    if (group === undefined) groups.set(urn, [named]);
    else group.push(named);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function ownName({ name, key }: Pick<Named, "name" | "key">): string {
  return withKey(name, key);
}

function nameWithModules({ module, name, key }: Named): string {
  return [...module.map((step) => withKey(step.name, step.key)), withKey(name, key)].join("-");
}

/** `private-a`, `web-0`; a key of other characters keeps them, but for those that no name of Pulumi may have. */
function withKey(name: string, key: InstanceKey | undefined): string {
  if (key === undefined) return name;
  const text = String(key)
    .replaceAll("::", "-")
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "-");
  return text === "" ? name : `${name}-${text}`;
}

/** An object as names are given to it. */
export function namedObject(address: ObjectAddress, type: string): Named {
  const { module, name, key } = address;
  return { address: formatAddress(address), module, type, name, key };
}

/** A module instance as names are given to it. */
export function namedModule(path: readonly ModuleStep[]): Named | undefined {
  const own = path.at(-1);
  if (own === undefined) return undefined;
  const { name, key } = own;
  const base = { address: moduleAddress(path), module: path.slice(0, -1), type: componentType(own), name };
  return { ...base, key };
}
