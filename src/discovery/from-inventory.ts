/** Discovers the objects of inventories: listings of a cloud that contain neither Pulumi types nor import IDs. */

import { createHash } from "node:crypto";
import { cloudObjectKey } from "../domain/cloud-object-key.ts";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { groupBy } from "../domain/order/maps.ts";
import { openForPackages, type PackageProvider } from "../import/providers/open-for-packages.ts";
import { cloudTypeOf } from "../import-ids/cloud-type.ts";
import { type IdentityParts, type InventoryObject, identityParts, objectKey } from "../import-ids/inventory-object.ts";
import { type IdForm, type ProvenKind, type ProvenObject, proveObjects } from "../import-ids/prove-objects.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { Discovered, DiscoveryContext, PackageSelection } from "./discover.ts";
import type { FoundComponent, FoundObject, FoundType, KindIds } from "./found.ts";
import {
  type CloudFormationStack,
  cloudFormationStacks,
  isCloudFormationHelper,
  stackNameOf,
} from "./inventory/cloudformation-stacks.ts";
import { readCloudFormationTemplate, withTemplates } from "./inventory/cloudformation-templates.ts";
import { readInventory } from "./inventory/read-inventory.ts";
import { sharedTags } from "./inventory/shared-tags.ts";
import { skipReason } from "./inventory/skip-reason.ts";
import type { DiscoveryJournal } from "./journal-file.ts";
import { refuseProblems } from "./json-list.ts";
import { givenTypeOf, packagesOfTypes, type TypeMapping } from "./json-types.ts";
import { managedObjects, packagesInUse, typesOfObjects } from "./managed.ts";
import { proberOf } from "./read-objects.ts";
import type { LeftOutReason, SkipReason } from "./skip-reasons.ts";

export interface InventoryQuestion {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly types: TypeMapping;
  /** The packages on the command line. If empty, the identities of the objects imply the packages. */
  readonly packages: readonly PackageSelection[];
  readonly provider?: Urn;
  /** Include objects that are skipped for these reasons. */
  readonly included: ReadonlySet<SkipReason>;
  /** The forms of earlier discoveries (`imp-ids.json`). */
  readonly knownForms: readonly IdForm[];
}

/**
 * Reads the inventories, and finds the Pulumi type and the import ID of each object with Read.
 *
 * @throws LIST_MALFORMED with the errors of all files; INVENTORY_WITHOUT_PACKAGE; the errors of `openForPackages`
 */
export async function discoverInInventories(
  question: InventoryQuestion,
  context: DiscoveryContext,
): Promise<Discovered> {
  const { files, types, provider, included, knownForms } = question;
  const { io } = context;
  const templates = files.flatMap(({ text }) => readCloudFormationTemplate(text) ?? []);
  const inventories = files.filter(({ text }) => readCloudFormationTemplate(text) === undefined);
  const [file] = files;
  if (file !== undefined && inventories.length === 0) throw templateAlone(file.name);
  const lists = inventories.map(({ name, text }) => ({ name, ...readInventory(name, text) }));
  refuseProblems(lists.flatMap(({ problems }) => problems));
  const listed = uniqueObjects(lists.flatMap(({ objects }) => objects));
  const stacks = withTemplates(cloudFormationStacks(listed), templates);
  const resources = listed.filter((object) => !isCloudFormationHelper(object));
  const packages = chosenPackages(question, resources, packagesInUse(context.known));
  const providers = packages.length === 0 ? [] : await openForPackages(packages, { ...context, provider });
  const { wanted, leftOut } = withoutSkipped(resources, included, providers);
  const schemas = providers.map(({ schema }) => schema);
  const byPackage = new Map(schemas.map((schema) => [schema.name, schema]));
  const journal = context.openJournal(questionDigest(question, providers, context));
  io.events.phase(`Finding IDs in ${packages.map(({ name }) => name).join(", ")}`, wanted.length);
  const probe = proberOf(providers, { ...context, limit: io.limit, onRead: () => {} });
  const kinds = await proveObjects(wanted, {
    schemas,
    knownForms,
    givenTypes: (typeName) => givenTypeOf(typeName ?? "", types, byPackage),
    earlier: provenEarlier(journal),
    read: (type, id) => probe({ type, id, name: "" }),
    onProven: ({ object, token, id }) => {
      journal.page({ type: token, items: [[id, objectKey(object)]], next: "", done: false });
      io.events.listed(token, 1, false);
    },
  });
  const proven = kinds.flatMap((kind) => kind.proven);
  const managed = managedObjects(context.known, schemas, provider);
  const components = stackComponents(stacks);
  const objects = uniqueFound(proven.map((found) => foundObject(found, components)));
  return {
    labels: files.map(({ name }) => name),
    emptyLists: lists.flatMap((list) => (list.objects.length === 0 ? [list.name] : [])),
    leftOut,
    types: [...typesOfObjects(objects, managed), ...kinds.flatMap(unprovenType)],
    objects: objects.filter(({ type, id }) => !managed.has(type, id)),
    providers,
    requestedTypes: new Set(objects.map(({ type }) => type)),
    specOptions: {
      isTaken: managed.hasName,
      provider,
      versions: new Map(packages.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version]]))),
      components: [...components.values()],
    },
    journal,
    stacks,
    sharedTags: schemas.flatMap((schema) => {
      const ofPackage = proven.filter(({ token }) => packageOfType(token) === schema.name);
      return sharedTags(ofPackage, schema) ?? [];
    }),
    ids: kinds.map(kindIds),
  };
}

function templateAlone(file: string): ImpError {
  return ImpError.of("USAGE", {
    message: `${file} is a CloudFormation template, which has no IDs of resources.`,
    hint: "Pass the listing of the stack, too: aws cloudformation describe-stack-resources --stack-name NAME.",
  });
}

function uniqueObjects(objects: readonly InventoryObject[]): readonly InventoryObject[] {
  return [...groupBy(objects, objectKey).values()].map(([first]) => first);
}

/** The packages of each cloud. The first one is the default. */
const cloudPackages: Readonly<Record<IdentityParts["cloud"], readonly string[]>> = {
  aws: ["aws", "aws-native"],
  azure: ["azure-native", "azure"],
  gcp: ["gcp", "google-native"],
  none: [],
};

/**
 * Returns the packages on the command line, otherwise those that the types or the identities imply, otherwise those of the stack. For a cloud with
 * several packages, prefers one that the stack uses.
 */
function chosenPackages(
  { packages, types, files }: InventoryQuestion,
  objects: readonly InventoryObject[],
  inUse: readonly string[],
): readonly PackageSelection[] {
  if (packages.length > 0 || objects.length === 0) return packages;
  const named = packagesOfTypes(
    objects.map(({ typeName = "" }) => typeName),
    types,
    [],
  );
  const ofClouds = objects.filter(({ identity }) => (identityParts(identity).partition ?? "aws").startsWith("aws"));
  const clouds = [...new Set(ofClouds.map((object) => cloudTypeOf(object).cloud))];
  const implied = clouds.flatMap((cloud) => {
    const [first, ...others] = cloudPackages[cloud];
    return first === undefined ? [] : [[first, ...others].find((name) => inUse.includes(name)) ?? first];
  });
  const names = [named, [...new Set(implied)], inUse].find(({ length }) => length > 0) ?? [];
  if (names.length === 0) throw ImpError.of("INVENTORY_WITHOUT_PACKAGE", { file: files[0]?.name ?? "" });
  return names.map((name) => ({ name, types: [] }));
}

interface WantedObjects {
  readonly wanted: readonly InventoryObject[];
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

function withoutSkipped(
  objects: readonly InventoryObject[],
  included: ReadonlySet<SkipReason>,
  providers: readonly PackageProvider[],
): WantedObjects {
  const regions = new Set(providers.flatMap(({ instance }) => providerRegion(instance)));
  const reasons = objects.map((object) => {
    const skipped = skipReason(object);
    if (skipped !== undefined && !included.has(skipped)) return skipped;
    const { region = "" } = identityParts(object.identity);
    return region === "" || regions.size === 0 || regions.has(region) ? undefined : "region";
  });
  const counts = new Map<LeftOutReason, number>();
  for (const reason of reasons) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return { wanted: objects.filter((_, index) => reasons[index] === undefined), leftOut: counts };
}

function providerRegion({ inputs }: PackageProvider["instance"]): readonly string[] {
  const region = inputs?.get("region");
  return region?.kind === "string" ? [region.value] : [];
}

/** Returns a digest of all settings that determine the found objects, without secrets. */
function questionDigest(
  { files, types, included, knownForms }: InventoryQuestion,
  providers: readonly PackageProvider[],
  { stack, project }: DiscoveryContext,
): string {
  const instances = providers.map(({ schema, instance }) => [
    schema.name,
    schema.version,
    instance.urn,
    instance.label,
  ]);
  const question = { project, stack, files, types: [...types.mapped], constant: types.constant, knownForms, instances };
  return createHash("sha256")
    .update(JSON.stringify({ ...question, included: [...included].sort() }))
    .digest("hex");
}

/** Returns the type and the ID of the objects that an interrupted discovery has proven. The journal has the key of the object instead of a name. */
function provenEarlier({ kept }: DiscoveryJournal): ReadonlyMap<string, Omit<ProvenObject, "object">> {
  return new Map(
    [...kept].flatMap(([token, { objects }]) => [...objects].map(([id, key]) => [key, { token, id }] as const)),
  );
}

/** Returns a component for each nested stack, by the name of the stack. Outer components come first. */
function stackComponents(stacks: readonly CloudFormationStack[]): ReadonlyMap<string, FoundComponent> {
  const components = new Map<string, FoundComponent>();
  let open = stacks.filter(({ nested }) => nested === undefined);
  while (open.length > 0) {
    const parents = new Set(open.map(({ name }) => name));
    open = stacks.filter(
      ({ name, nested }) => nested !== undefined && parents.has(nested.parent) && !components.has(name),
    );
    for (const { name, nested } of open)
      components.set(name, {
        type: "cloudformation:index:NestedStack",
        name: nested?.logicalId ?? name,
        parent: components.get(nested?.parent ?? "")?.name,
      });
  }
  return components;
}

function foundObject(
  { object, token, id }: ProvenObject,
  components: ReadonlyMap<string, FoundComponent>,
): FoundObject {
  const component = components.get(stackNameOf(object) ?? "")?.name;
  return { type: token, id, name: object.name, where: object.where, component };
}

function uniqueFound(objects: readonly FoundObject[]): readonly FoundObject[] {
  return [...groupBy(objects, cloudObjectKey).values()].map(([first]) => first);
}

function unprovenType({ kind, unproven: { length } }: ProvenKind): readonly FoundType[] {
  if (length === 0) return [];
  return [{ type: kind, found: 0, managed: 0, isLimited: false, gap: { kind: "unproven", objects: length } }];
}

function kindIds({ kind, proven, unproven, forms, attempts }: ProvenKind): KindIds {
  const objects = proven.length + unproven.length;
  const identities = unproven.map(({ identity }) => identity);
  return { kind, objects, proven: proven.length, forms, attempts, unproven: identities };
}
