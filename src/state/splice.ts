/** Adds resources to a state by editing its bytes. All existing content stays unchanged, byte for byte. */

import { ImpError, invariant } from "../domain/errors.ts";
import { extensionReference } from "../domain/extension.ts";
import type { StateEntry, Urn } from "../domain/graph.ts";
import { isProviderType, parseProviderReference, rootStackType, rootStackUrn, typeOf } from "../domain/urn.ts";
import { type Range, scanItems, scanMembers, spaceBefore } from "../value/json/scan.ts";
import { enclose, type JsonLayout, printStateJson, type StateJson } from "../value/state-json.ts";
import { emptyMap, type PropertyMap } from "../value/value.ts";
import { applyByteEdits, type Edit, indentationUnit, layoutAt, type Print, setMember } from "./byte-edit.ts";
import { type Deployment, type Envelope, parseDeployment } from "./deployment.ts";
import { findMemberRange, type ObjectRange } from "./deployment-layout.ts";
import { manifestMagic } from "./manifest.ts";
import { cutsOf } from "./remove-resources.ts";
import { reparseDeployment } from "./reparse.ts";
import { replacedSlots, replacementEdits } from "./replace-entries.ts";
import { isSameBlock, type SecretsBlock } from "./secrets/secrets-manager.ts";
import { type Encrypt, propertiesToState } from "./state-codec.ts";
import { featuresOf, printStateEntry, rootStackEntry } from "./state-entry.ts";
import { firstError, verifyDeployment } from "./verify.ts";

export interface Additions {
  /** New entries in state order, each after its referents. The root stack can be missing. */
  readonly entries: readonly StateEntry[];
  /** Resources whose pending create operations must be removed. */
  readonly cleared?: ReadonlySet<Urn>;
  /** New outputs of the stack. */
  readonly outputs?: PropertyMap;
}

export interface SpliceContext {
  /** The short stack name. */
  readonly stack: string;
  readonly project: string;
  /** `block` is the `secrets_providers` block with the key. If the base has a block, it must be the same. Omitted for a state without secrets. */
  readonly crypter?: { readonly encrypt: Encrypt; readonly block: SecretsBlock | undefined } | undefined;
  /** The time for the manifest, `created`, and `modified`: RFC 3339, UTC. */
  readonly now: string;
  /** The version to write if the manifest has none, with a leading `v`. */
  readonly cliVersion: string;
  /** The envelope of a new file. An existing file keeps its envelope. */
  readonly envelope: Envelope;
}

/**
 * Returns the bytes of the state with the additions.
 *
 * An entry with a `replacedId` replaces the existing entry with the same URN. All other entries are added after the existing entries, but before
 * entries at the end that are pending deletion. Adds the root stack if it is missing. Prints a new deployment as Pulumi does: compact in a
 * checkpoint, and indented by four spaces in an export (docs/state.md#envelopes).
 *
 * @param base the result of `readDeployment`, or undefined if the file doesn't exist yet
 * @throws STATE_SECRETS_CLOSED if an entry has secrets, but the crypter is missing; STATE_INTEGRITY if an entry's provider is not a provider resource
 */
export function spliceDeployment(
  base: Deployment | undefined,
  additions: Additions,
  context: SpliceContext,
): Uint8Array {
  const { entries, outputs = emptyMap } = additions;
  checkAdditions(base, entries);
  checkCrypter(base, context);
  const rooted = withRoot(base, entries, outputs, context);
  const { deployment, checkpoint, envelope } = base?.source.layout ?? {};
  // Replace a checkpoint without a version, because it cannot contain a version 3 deployment.
  const fresh = base === undefined || (!deployment && !checkpoint && envelope === "checkpoint");
  const filled = fresh ? emptyBase(base, context) : base;
  const added = new Set(entries.map(({ urn }) => urn).filter((urn) => additions.cleared?.has(urn) === true));
  const edits = [
    ...editsOf(filled, rooted, context),
    ...clearingEdits(filled, added),
    ...(rooted.root === undefined ? outputEdits(filled, outputs, context) : []),
  ];
  const bytes = applyByteEdits(filled.source.bytes, edits);
  const problem = firstError(verifyDeployment(reparseDeployment(bytes, filled)));
  invariant(problem === undefined, `the state to write is sound: ${problem?.resource} ${problem?.why}`);
  return bytes;
}

interface RootedEntries {
  /** The root stack to add. Undefined if the base has one. */
  readonly root: StateEntry | undefined;
  readonly entries: readonly StateEntry[];
}

function checkAdditions(base: Deployment | undefined, entries: readonly StateEntry[]): void {
  const living = new Set(base?.resources.filter((resource) => !resource.delete).map(({ urn }) => urn));
  for (const { urn, replacedId } of entries)
    invariant(replacedId !== undefined || !living.has(urn), `${urn} is not in the state yet`);
  refuseDisguised(base, entries);
}

/** Throws if the crypter's key is not the key of the state, because Pulumi supports only one key for each state. */
function checkCrypter(base: Deployment | undefined, { crypter }: SpliceContext): void {
  const block = base?.secretsProvider;
  invariant(!crypter || !block || isSameBlock(block, crypter.block), "the crypter has the key of the state");
}

function withRoot(
  base: Deployment | undefined,
  entries: readonly StateEntry[],
  outputs: PropertyMap,
  context: SpliceContext,
): RootedEntries {
  const rootUrn = rootStackUrn(context.stack, context.project);
  const hasRoot = base?.resources.some(
    ({ type, urn, delete: deleted }) => (type === rootStackType || urn === rootUrn) && !deleted,
  );
  const rootEntry = entries.find(({ type }) => type === rootStackType);
  const newRoot = (): StateEntry => ({ ...rootStackEntry(context.stack, context.project), outputs });
  const root = rootEntry ?? (hasRoot === true ? undefined : newRoot());
  return { root, entries: entries.filter((entry) => entry !== rootEntry) };
}

/** The file to edit. */
interface EditedFile {
  readonly base: Deployment;
  readonly bytes: Uint8Array;
  readonly root: ObjectRange;
  readonly unit: string | undefined;
}

function editedFile(base: Deployment): EditedFile {
  const { bytes, layout } = base.source;
  return { base, bytes, root: layout.root, unit: indentationUnit(bytes, layout.root) };
}

/** Returns an empty state in the envelope of the base, or of the context. The edits fill it. */
function emptyBase(base: Deployment | undefined, context: SpliceContext): Deployment {
  const name = JSON.stringify(base?.stackName ?? `organization/${context.project}/${context.stack}`);
  const text =
    (base?.envelope ?? context.envelope) === "export"
      ? '{\n    "version": 3,\n    "deployment": null\n}\n'
      : `{"version":3,"checkpoint":{"stack":${name}}}`;
  return parseDeployment(Buffer.from(text, "utf8"));
}

function editsOf(base: Deployment, additions: RootedEntries, context: SpliceContext): readonly Edit[] {
  const file = editedFile(base);
  const { bytes, root, unit } = file;
  const { deployment, checkpoint } = base.source.layout;
  const edits = versionEdits(file, additions);
  if (deployment !== undefined && deployment.members.length > 0) {
    return [
      ...edits,
      ...manifestEdits(file, deployment, context),
      ...secretsEdits(file, deployment, context),
      ...additionEdits(file, deployment, additions, context),
      ...extensionEdits(file, deployment, additions),
    ];
  }
  const print: Print = (layout) => printDeployment(additions, context, layout);
  const edit =
    checkpoint === undefined
      ? setMember(bytes, root, "deployment", ["version", "features"], unit, print)
      : setMember(bytes, checkpoint, "latest", ["stack", "config"], unit, print);
  return [...edits, edit];
}

/** Sets the version and the features. Sets version 4 only if a feature requires it (docs/state.md#versions-and-features). */
function versionEdits({ base, bytes, root, unit }: EditedFile, additions: RootedEntries): readonly Edit[] {
  const needed = writtenEntries(additions).flatMap(featuresOf);
  const features = [...new Set([...base.features, ...needed])].sort();
  const version = needed.length > 0 ? 4 : Math.max(base.version, 3);
  const edits: Edit[] = [];
  if (version !== base.version) edits.push(setMember(bytes, root, "version", [], unit, () => String(version)));
  if (features.length > base.features.length) {
    edits.push(setMember(bytes, root, "features", ["version"], unit, (layout) => printStateJson(features, layout)));
  }
  return edits;
}

/** Updates the time in the manifest. Keeps an existing version, because the magic and the list of plugins belong to it. */
function manifestEdits(file: EditedFile, deployment: ObjectRange, context: SpliceContext): readonly Edit[] {
  const { base, bytes, unit } = file;
  const range = findMemberRange(deployment.members, "manifest")?.value;
  const members = range && scanMembers(bytes, range.start)?.items;
  if (range === undefined || members === undefined || members.length === 0) {
    return [
      setMember(bytes, deployment, "manifest", [], unit, (layout) => printStateJson(manifestJson(context), layout)),
    ];
  }
  const manifest = { range, members };
  const text =
    (value: string): Print =>
    () =>
      JSON.stringify(value);
  const time = setMember(bytes, manifest, "time", [], unit, text(context.now));
  if (base.manifest !== undefined && base.manifest.version !== "") return [time];
  return [
    time,
    setMember(bytes, manifest, "magic", ["time"], unit, text(manifestMagic(context.cliVersion))),
    setMember(bytes, manifest, "version", ["time", "magic"], unit, text(context.cliVersion)),
  ];
}

/** Removes the pending create operations of the cleared resources. */
function clearingEdits({ pendingOperations, source }: Deployment, cleared: ReadonlySet<Urn>): readonly Edit[] {
  const { bytes, layout } = source;
  const list = layout.deployment && findMemberRange(layout.deployment.members, "pending_operations")?.value;
  const ranges = list === undefined ? undefined : scanItems(bytes, list.start)?.items;
  if (cleared.size === 0 || ranges === undefined) return [];
  return cutsOf(
    bytes,
    ranges,
    pendingOperations.map(({ type, resource }) => type !== "creating" || !cleared.has(resource.urn)),
  );
}

/** Sets outputs in the entry of the root stack. */
function outputEdits(base: Deployment, outputs: PropertyMap, context: SpliceContext): readonly Edit[] {
  const { bytes, layout } = base.source;
  const index = base.resources.findIndex(({ type, delete: deleted }) => type === rootStackType && !deleted);
  const start = layout.resources[index]?.start;
  const root = start === undefined ? undefined : scanMembers(bytes, start);
  if (root === undefined || outputs.size === 0) return [];
  const unit = indentationUnit(bytes, layout.root);
  const json = propertiesToState(outputs, encryption(base.resources[index]?.urn ?? "", context));
  const present = root.items.find(({ key }) => key === "outputs")?.value;
  const members = (present && scanMembers(bytes, present.start)?.items) ?? [];
  const last = members.at(-1);
  if (last === undefined) {
    const object = { range: root.range, members: root.items };
    const print: Print = (inner) => printStateJson(json, inner);
    return [setMember(bytes, object, "outputs", ["urn", "custom", "id", "type", "inputs"], unit, print)];
  }
  const [space, inner] = [spaceBefore(bytes, last.keyStart), layoutAt(bytes, last.keyStart, unit)];
  const colon = unit === undefined ? ":" : ": ";
  const known = new Map(members.map(({ key, value }) => [key, value]));
  const added = [...json].filter(([key]) => !known.has(key));
  const text = added.map(([key, value]) => `,${space}${JSON.stringify(key)}${colon}${printStateJson(value, inner)}`);
  return [
    ...[...json].flatMap(([key, value]) => {
      const range = known.get(key);
      return range === undefined ? [] : [{ ...range, text: printStateJson(value, inner) }];
    }),
    { start: last.value.end, end: last.value.end, text: text.join("") },
  ];
}

function secretsEdits(file: EditedFile, deployment: ObjectRange, context: SpliceContext): readonly Edit[] {
  const block = context.crypter?.block;
  if (block === undefined || file.base.secretsProvider !== undefined) return [];
  const print: Print = (layout) => printStateJson(secretsJson(block), layout);
  return [setMember(file.bytes, deployment, "secrets_providers", ["manifest"], file.unit, print)];
}

function additionEdits(
  { base, bytes, unit }: EditedFile,
  deployment: ObjectRange,
  additions: RootedEntries,
  context: SpliceContext,
): readonly Edit[] {
  const { resources } = base.source.layout;
  const living = base.resources.findLastIndex((resource) => !resource.delete);
  const [first, last] = [resources[0], resources[living]];
  if (first === undefined) {
    const print: Print = (layout) => printResources(additions, context, layout);
    return [setMember(bytes, deployment, "resources", ["manifest", "secrets_providers"], unit, print)];
  }
  const replaced = replacedSlots(base, additions.entries);
  if (replaced.size > 0) {
    const layout = layoutAt(bytes, first.start, unit);
    return replacementEdits(base, additions, replaced, (entry) => printOne(entry, context, layout));
  }
  const inFront: StateEntry[] = additions.root ? [additions.root] : [];
  const behind: StateEntry[] = [];
  (last === undefined ? inFront : behind).push(...additions.entries);
  const edit = (entry: StateEntry, neighbour: Range, before: boolean): Edit => {
    const text = printOne(entry, context, layoutAt(bytes, neighbour.start, unit));
    const space = spaceBefore(bytes, neighbour.start);
    const offset = before ? neighbour.start : neighbour.end;
    return { start: offset, end: offset, text: before ? `${text},${space}` : `,${space}${text}` };
  };
  return [
    ...inFront.map((entry) => edit(entry, first, true)),
    ...behind.map((entry) => edit(entry, last ?? first, false)),
  ];
}

/** Adds the extensions of the new entries to the extensions of the deployment. */
function extensionEdits(
  { bytes, unit }: EditedFile,
  deployment: ObjectRange,
  additions: RootedEntries,
): readonly Edit[] {
  const range = findMemberRange(deployment.members, "extensions")?.value;
  const members = (range && scanMembers(bytes, range.start)?.items) ?? [];
  const present = new Set(members.map(({ key }) => key));
  const added = new Map([...extensionsJson(additions)].filter(([key]) => !present.has(key)));
  if (added.size === 0) return [];
  if (range === undefined || members.length === 0) {
    const print: Print = (layout) => printStateJson(added, layout);
    return [setMember(bytes, deployment, "extensions", deploymentKeys, unit, print)];
  }
  const object = { range, members };
  const last = members.map(({ key }) => key);
  return [...added].map(([key, json]) =>
    setMember(bytes, object, key, last, unit, (inner) => printStateJson(json, inner)),
  );
}

/** The members of a deployment that Pulumi writes before `extensions`. */
const deploymentKeys = ["manifest", "secrets_providers", "resources", "pending_operations", "metadata", "snippets"];

function extensionsJson(additions: RootedEntries): ReadonlyMap<string, StateJson> {
  const extensions = writtenEntries(additions).flatMap(({ extension }) => (extension === undefined ? [] : [extension]));
  return new Map(
    extensions.map((extension) => {
      const { name, version, value } = extension;
      return [extensionReference(extension), new Map(Object.entries({ name, version, value }))];
    }),
  );
}

/** Prints a new deployment like Pulumi. */
function printDeployment(additions: RootedEntries, context: SpliceContext, layout: JsonLayout | undefined): string {
  const inner = layout && { lead: layout.lead + layout.unit, unit: layout.unit };
  const member = (key: string, text: string): string => `${JSON.stringify(key)}${layout ? ": " : ":"}${text}`;
  const members = [member("manifest", printStateJson(manifestJson(context), inner))];
  const block = context.crypter?.block;
  if (block !== undefined) members.push(member("secrets_providers", printStateJson(secretsJson(block), inner)));
  members.push(member("resources", printResources(additions, context, inner)), member("metadata", "{}"));
  const extensions = extensionsJson(additions);
  if (extensions.size > 0) members.push(member("extensions", printStateJson(extensions, inner)));
  return enclose("{", members, "}", layout);
}

function printResources(additions: RootedEntries, context: SpliceContext, layout: JsonLayout | undefined): string {
  const inner = layout && { lead: layout.lead + layout.unit, unit: layout.unit };
  const all = additions.root ? [additions.root, ...additions.entries] : additions.entries;
  return enclose(
    "[",
    all.map((entry) => printOne(entry, context, inner)),
    "]",
    layout,
  );
}

function printOne(entry: StateEntry, context: SpliceContext, layout: JsonLayout | undefined): string {
  return printStateEntry(entry, { encrypt: encryption(entry.urn, context), now: context.now, layout });
}

/** Returns the function that encrypts secrets. It throws STATE_SECRETS_CLOSED without a crypter. */
function encryption(resource: Urn, { crypter }: SpliceContext): Encrypt {
  if (crypter !== undefined) return crypter.encrypt;
  return () => {
    throw ImpError.of("STATE_SECRETS_CLOSED", { resource });
  };
}

function manifestJson({ now, cliVersion }: SpliceContext): StateJson {
  return new Map([
    ["time", now],
    ["magic", manifestMagic(cliVersion)],
    ["version", cliVersion],
  ]);
}

function secretsJson({ type, state }: SecretsBlock): StateJson {
  return new Map<string, StateJson>([
    ["type", type],
    ["state", new Map(Object.entries(state))],
  ]);
}

function writtenEntries({ root, entries }: RootedEntries): readonly StateEntry[] {
  return [...(root ? [root] : []), ...entries];
}

/**
 * Throws STATE_INTEGRITY if a new entry refers to a provider whose `type` is not the provider type in its URN. Pulumi rejects a state with such a
 * reference.
 *
 * @param entries the new entries
 */
function refuseDisguised(base: Deployment | undefined, entries: readonly StateEntry[]): void {
  const disguised = new Set<Urn>();
  for (const { urn, type } of base?.resources ?? []) {
    if (!isProviderType(type) && isProviderType(typeOf(urn))) disguised.add(urn);
  }
  if (disguised.size === 0) return;
  for (const { provider } of entries) {
    const urn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
    if (urn === undefined || !disguised.has(urn)) continue;
    const why =
      "its URN has a provider type, but its type is not a provider type, and an imported resource uses it as its provider";
    throw ImpError.of("STATE_INTEGRITY", { file: "the state", resource: urn, why });
  }
}
