/**
 * Collects the files of one commit (program, record, stack file, state) from the results of a run. Writes nothing.
 */

import { join } from "node:path";
import { sha256 } from "../../domain/sha256.ts";
import { isDefaultProvider, isProviderType, rootStackType } from "../../domain/urn.ts";
import { ImpError, invariant } from "../../errors.ts";
import type { ConfigValue, StateEntry, Urn } from "../../graph.ts";
import type { Program } from "../../ir/program.ts";
import type { Layout } from "../../ir/split-program.ts";
import type { SecretsSettings } from "../../secrets/secrets-manager.ts";
import { type Deployment, readDeployment } from "../../state/deployment.ts";
import { mergeConflict } from "../../state/merge-conflict.ts";
import { spliceDeployment } from "../../state/splice.ts";
import { holdsSecret } from "../../value/restore-secrets.ts";
import type { Value } from "../../value/value.ts";
import type { UpdateFacts } from "../backend/keep-history.ts";
import { statePlace } from "../backend/read-state.ts";
import type { PrintedFile } from "../program/program-location.ts";
import { type ProgramDirectory, writeRecord } from "../program/program-record.ts";
import { sealValue, writeStackFile } from "../project/stack-file.ts";
import type { Workspace } from "../workspace.ts";

/** One file as it stands and as it is to be. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  /** Absent: the file goes. */
  readonly after: Uint8Array | undefined;
  readonly part: FilePart;
}

/** The kind of a file: of the program, imp's record of it, the stack file, of the project around it (`--new`, and the line that loads a file), imp's record of runs. */
export type FilePart = "program" | "record" | "settings" | "project" | "run";

/** A file that the person will want to see; the others are bookkeeping. */
export function isShown({ part }: Pick<FileChange, "part">): boolean {
  return part !== "record" && part !== "run";
}

/** The bytes of the new state, and the files that go with it. */
export interface RunChanges {
  readonly files: readonly FileChange[];
  /** Absent: it stays as it is. */
  readonly state: Uint8Array | undefined;
  /**
   * The state with what the run adds to it, on what somebody else wrote since it was read. Absent: only what was read will do.
   *
   * @throws STATE_CHANGED where that has to do with what is added; the codes of `readDeployment`.
   */
  readonly merged?: (now: Uint8Array) => Uint8Array;
  /** The entry in the stack's history. */
  readonly update?: UpdateFacts;
  /** The additions, so that they can be undone. Absent: the commit is not recorded as a run. */
  readonly made?: Made;
}

/** The additions of a run. */
export interface Made {
  /** New in the state. */
  readonly resources: readonly { readonly urn: Urn; readonly id?: string }[];
  /** Objects that the state forgot, because another one took their place under the URN. */
  readonly replaced: readonly { readonly urn: Urn; readonly id: string }[];
  /** New in the program, and not in the state after the run. */
  readonly registered: readonly Urn[];
  /** imp's record of the program; absent: no program was written. */
  readonly record?: string;
}

export type Writing = "all" | "code" | "state";

export interface Products {
  readonly workspace: Workspace;
  /** Whether program, state or both are written. */
  readonly writing: Writing;
  /** New resources of the state; none: it stays as it is. */
  readonly entries: readonly StateEntry[];
  /** Resources of these whose pending creations the state loses. */
  readonly cleared: ReadonlySet<Urn>;
  /** Secrets that the program takes from the configuration. */
  readonly config: readonly ConfigValue[];
  readonly directory: ProgramDirectory;
  /** The files that the record lists as printed by imp. */
  readonly program: Program;
  readonly layout: Layout;
  readonly files: readonly PrintedFile[];
  /** Another program of the stack is next to the printed one. */
  readonly isAppended: boolean;
  /** The program went into a file of a person's, of which imp keeps no record. */
  readonly isInserted?: true;
}

/** Declared of new states: the newest CLI whose state this is equal to. */
const cliVersion = "v3.255.0";

/** The content of one commit: program, record and stack file, and the state's new bytes. */
export async function runChanges(products: Products, now: string): Promise<RunChanges> {
  const { entries, workspace, writing } = products;
  // Secrets that no program asks for would stand in the configuration for nothing.
  const config = writing === "state" ? [] : products.config;
  const isNew = workspace.location.kind === "diy" && workspace.location.isNew === true;
  const secretsInState = writing !== "code" && entries.length > 0 && (isNew || entries.some(entryHasSecret));
  const stackFile = await stackFileChanges(workspace, config, secretsInState);
  const program = writing === "state" ? [] : programChanges(products);
  const isWritten = entries.length > 0 && writing !== "code";
  const onto = isWritten ? await splicing(products, secretsInState, now) : undefined;
  const changes = {
    files: [...program, ...stackFile],
    state: onto?.(workspace.state()),
    update: updateOf(entries, workspace),
    made: madeBy(products, isWritten),
  };
  return onto === undefined ? changes : { ...changes, merged: (bytes) => onto(mergeable(products, bytes)) };
}

/** Counted as Pulumi counts an import: what was in the cloud, and what the engine adds for it. */
function updateOf(entries: readonly StateEntry[], { state }: Workspace): UpdateFacts {
  const imported = entries.filter(({ custom, type }) => custom && !isProviderType(type)).length;
  const rooted = state()?.resources.some(({ type }) => type === rootStackType) === true;
  // Default providers are the engine's own and not counted.
  const created = entries.filter(
    ({ urn, custom, type }) => !custom || (isProviderType(type) && !isDefaultProvider(urn)),
  );
  const message = `imp: ${imported} ${imported === 1 ? "resource" : "resources"} imported`;
  return { kind: "resource-import", message, imported, created: created.length + (rooted ? 0 : 1) };
}

function madeBy({ workspace, entries, directory, program, writing, isInserted }: Products, inState: boolean): Made {
  const known = new Set(directory.record?.program.resources.map(({ urn }) => urn));
  const there = new Set(workspace.state()?.resources.map(({ urn }) => urn));
  const resources = inState ? entries.map(({ urn, id }) => ({ urn, id })) : [];
  const added = new Set(resources.map(({ urn }) => urn));
  const fresh = program.resources.map(({ urn }) => urn).filter((urn) => !known.has(urn));
  return {
    resources: resources.filter(({ urn }) => !there.has(urn)),
    replaced: inState ? entries.flatMap(({ urn, replacedId: id }) => (id === undefined ? [] : [{ urn, id }])) : [],
    registered: writing === "state" ? [] : fresh.filter((urn) => !added.has(urn) && !there.has(urn)),
    record: writing !== "state" && isInserted !== true ? directory.recordPath : undefined,
  };
}

/** The files of a program, and the record that knows them. */
export function programChanges({
  directory,
  files,
  program,
  layout,
  isInserted,
}: Pick<Products, "directory" | "files" | "program" | "layout" | "isInserted">): readonly FileChange[] {
  const printed = files.map(({ name, text, before }) => ({
    path: join(directory.path, name),
    before,
    after: text === undefined ? undefined : Buffer.from(text, "utf8"),
    part: "program" as const,
  }));
  if (isInserted === true) return printed;
  const hashes = new Map(directory.record?.files ?? []);
  for (const { name, text, printed: own = text } of files) {
    if (text === undefined) hashes.delete(name);
    else hashes.set(name, sha256(Buffer.from(own ?? "", "utf8")));
  }
  const record = {
    path: directory.recordPath,
    before: directory.recordBytes,
    after: writeRecord(program, layout, hashes),
    part: "record" as const,
  };
  return [...printed, record];
}

/** Secrets encrypted, and `--config` values where the stack file is the project's own. */
async function stackFileChanges(
  workspace: Workspace,
  config: readonly ConfigValue[],
  secretsInState: boolean,
): Promise<readonly FileChange[]> {
  const set = new Map<string, { readonly text: string } | { readonly secure: string }>();
  const flags =
    workspace.location.kind !== "file" ? [...workspace.config].filter(([, { source }]) => source === "flag") : [];
  let secrets: SecretsSettings = {};
  for (const [key, { text }] of flags) set.set(key, { text });
  if (config.length > 0 || secretsInState || flags.some(([, { secret }]) => secret)) {
    const crypter = await workspace.crypter();
    secrets = crypter.missing;
    for (const [key, entry] of flags) if (entry.secret) set.set(key, sealValue(entry, entry.text, crypter));
    for (const { key, value } of config)
      set.set(key, sealValue(workspace.config.get(key), configString(value), crypter));
  }
  const { path, bytes, isCopy } = workspace.stackFile;
  const after = writeStackFile(workspace.stackFile, workspace.project.name, { set, secrets });
  const before = isCopy === true ? undefined : bytes;
  const same = before === undefined ? after.length === 0 : Buffer.compare(before, after) === 0;
  return same ? [] : [{ path, before, after, part: "settings" }];
}

async function splicing(
  { workspace, entries, cleared }: Products,
  secretsInState: boolean,
  now: string,
): Promise<(base: Deployment | undefined) => Uint8Array> {
  const crypter = secretsInState ? await workspace.stateCrypter() : undefined;
  const { location, stack, project } = workspace;
  const envelope = location.kind === "diy" ? "checkpoint" : "export";
  const context = { stack, project: project.name, crypter, now, cliVersion, envelope } as const;
  return (base) => spliceDeployment(base, { entries, cleared }, context);
}

/** Rebases on a state that somebody else wrote, where that does not concern the additions. */
function mergeable({ workspace, entries, program, writing, isAppended }: Products, bytes: Uint8Array): Deployment {
  const path = statePlace(workspace.location);
  const now = readDeployment(bytes, path);
  const whole = writing !== "state" && !isAppended;
  const registered = whole ? new Set(program.resources.map(({ urn }) => urn)) : undefined;
  const conflict = mergeConflict(workspace.state(), now, entries, registered);
  if (conflict !== undefined) throw ImpError.of("STATE_CHANGED", { path, conflict });
  return now;
}

function entryHasSecret(entry: StateEntry): boolean {
  return [...entry.inputs.values(), ...entry.outputs.values()].some(holdsSecret);
}

function configString(value: Value): string {
  invariant(value.kind === "string", "configuration values are strings");
  return value.value;
}
