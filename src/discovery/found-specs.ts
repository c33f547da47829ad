/** Converts discovered objects to import specs. The resource name is the cloud name or the ID, made unique within the type. */

import { createHash } from "node:crypto";
import { cloudObjectKey } from "../domain/cloud-object-key.ts";
import { compareTexts } from "../domain/order/by-needs.ts";
import { groupBy } from "../domain/order/maps.ts";
import { specIdOf } from "../domain/spec-id.ts";
import type { ImportSpec, ImportSpecs, TextLocation } from "../import-file/import-specs.ts";
import type { FoundComponent, FoundObject } from "./found.ts";

export interface SpecOptions {
  /** Returns true if the name cannot be used, because the stack already has a resource of this type and name. */
  readonly isTaken: (type: string, name: string) => boolean;
  readonly provider?: string;
  /** The versions from the command line by package. */
  readonly versions: ReadonlyMap<string, string>;
  /** The components of the objects, outer ones first. Components without objects are omitted. */
  readonly components?: readonly FoundComponent[];
}

/** Converts the objects. The name of a resource depends on other objects only if they would have the same name. */
export function specsOfFound(objects: readonly FoundObject[], options: SpecOptions): ImportSpecs {
  const sorted = [...objects].sort((a, b) => compareTexts(a.type, b.type) || compareTexts(a.id, b.id));
  const names = uniqueObjectNames(sorted, options.isTaken);
  const resources = sorted.map((object, index) => foundSpec(object, names[index] ?? object.id, options));
  return {
    nameTable: new Map(),
    resources: [...componentSpecs(objects, options), ...resources],
    providerInputs: new Map(),
  };
}

/** Returns the specs of the components that contain objects, directly or in an inner component. */
function componentSpecs(objects: readonly FoundObject[], { components = [] }: SpecOptions): readonly ImportSpec[] {
  const used = new Set(objects.map(({ component }) => component));
  for (const { name, parent } of components.toReversed()) if (used.has(name)) used.add(parent);
  return components
    .filter(({ name }) => used.has(name))
    .map(({ type, name, parent }) => ({
      ...specWithoutId(type, name, inTheCloud),
      specId: specIdOf("found", "component", type, name),
      parent,
      component: true,
    }));
}

/** Removes components without objects, after filters have removed their objects. Inner components come after outer ones. */
export function withoutEmptyComponents(specs: ImportSpecs): ImportSpecs {
  const parents = new Set(specs.resources.flatMap(({ component, parent }) => (component ? [] : [parent])));
  for (const { component, name, parent } of specs.resources.toReversed())
    if (component && parents.has(name)) parents.add(parent);
  return { ...specs, resources: specs.resources.filter(({ component, name }) => !component || parents.has(name)) };
}

const inTheCloud: TextLocation = { file: "the cloud", line: 1, column: 1 };

function foundSpec(object: FoundObject, name: string, options: SpecOptions): ImportSpec {
  const { type, id, where = inTheCloud, component } = object;
  return {
    ...specWithoutId(type, name, where),
    specId: specIdOf("found", where.file, type, id),
    id,
    parent: component,
    provider: options.provider,
    version: options.versions.get(type.split(":", 1)[0] ?? ""),
  };
}

function specWithoutId(type: string, name: string, where: TextLocation): Omit<ImportSpec, "specId"> {
  return {
    where,
    locations: { type: where, name: where, id: where, parent: where, provider: where },
    type,
    name,
    logicalName: name,
    properties: [],
    inputsFrom: [],
    component: false,
    remote: false,
  };
}

/** Returns unique names. If several objects of a type would have the same name, appends part of a digest to each name. */
function uniqueObjectNames(objects: readonly FoundObject[], isTaken: SpecOptions["isTaken"]): readonly string[] {
  const nameKey = (type: string, name: string): string => JSON.stringify([type, name]);
  const proposals = objects.map(({ type, id, name }) => ({ type, id, name: proposedName({ type, id, name }) }));
  const namesakes = groupBy(proposals, ({ type, name }) => nameKey(type, name));
  const used = new Set([...namesakes].flatMap(([key, { length }]) => (length === 1 ? [key] : [])));
  return proposals.map(({ type, id, name }) => {
    if (namesakes.get(nameKey(type, name))?.length === 1 && !isTaken(type, name)) return name;
    const digest = createHash("sha256").update(cloudObjectKey({ type, id })).digest("hex");
    const free = [8, 16, 32, 64].map((length) => `${name}-${digest.slice(0, length)}`);
    const chosen =
      free.find((candidate) => !used.has(nameKey(type, candidate)) && !isTaken(type, candidate)) ?? `${name}-${digest}`;
    used.add(nameKey(type, chosen));
    return chosen;
  });
}

/** Returns the cloud name, or the ID, on one line without surrounding white space. */
function proposedName({ type, id, name }: FoundObject): string {
  for (const text of [name, id]) {
    const line = text.replace(/[\s\p{Cc}\p{Cs}]+/gu, "-").replace(/^-+|-+$/g, "");
    if (line !== "") return [...line].slice(0, longestGivenName).join("");
  }
  return (type.split(":").at(-1) ?? "").toLowerCase() || "resource";
}

const longestGivenName = 200;
