/** Collects the files of a commit (program, record, stack file, state) from the results of a run. Does not write. */
import { join } from "node:path";
import { ImpError, invariant } from "../../domain/errors.ts";
import type { ConfigValue, StateEntry, Urn } from "../../domain/graph.ts";
import { sha256 } from "../../domain/sha256.ts";
import { isDefaultProvider, isProviderType, rootStackType } from "../../domain/urn.ts";
import type { Program } from "../../ir/program.ts";
import type { Layout } from "../../ir/split-program.ts";
import { type Deployment, readDeployment } from "../../state/deployment.ts";
import { mergeConflict } from "../../state/merge-conflict.ts";
import type { SecretsSettings } from "../../state/secrets/secrets-manager.ts";
import { spliceDeployment } from "../../state/splice.ts";
import { holdsSecret } from "../../value/restore-secrets.ts";
import type { PropertyMap, Value } from "../../value/value.ts";
import type { UpdateFacts } from "../backend/keep-history.ts";
import { statePlace } from "../backend/read-state.ts";
import type { PrintedFile } from "../program/program-location.ts";
import { type ProgramDirectory, writeRecord } from "../program/program-record.ts";
import { sealValue, writeStackFile } from "../project/stack-file.ts";
import type { Workspace } from "../workspace.ts";

export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  readonly part: FilePart;
}

export const fileParts = ["program", "record", "settings", "project", "run"] as const;
export type FilePart = (typeof fileParts)[number];

/** Returns true for files to show to the user: all except imp's records. */
export function isShown({ part }: Pick<FileChange, "part">): boolean {
  return part !== "record" && part !== "run";
}

export interface RunChanges {
  readonly files: readonly FileChange[];
  readonly state: Uint8Array | undefined;
  /**
   * Adds this run's changes to a state that another process wrote during the run. Omitted if the run must fail in this case.
   *
   * @throws STATE_CHANGED if the additions conflict with that state, and the errors of `readDeployment`
   */
  readonly merged?: (now: Uint8Array) => Uint8Array;
  readonly update?: UpdateFacts;
  /** What the run added, for `imp undo`. Omitted if the commit is not recorded as a run. */
  readonly made?: Made;
}

export interface Made {
  readonly resources: readonly { readonly urn: Urn; readonly id?: string }[];
  /** The cloud objects whose state entries the run replaced with entries for other objects. */
  readonly replaced: readonly { readonly urn: Urn; readonly id: string }[];
  readonly registered: readonly Urn[];
  /** The names of the new outputs of the stack. */
  readonly outputs: readonly string[];
  /** imp's record of the program. Omitted if no program was written. */
  readonly record?: string;
}

export type Writing = "all" | "code" | "state";

export interface Products {
  readonly workspace: Workspace;
  readonly writing: Writing;
  readonly entries: readonly StateEntry[];
  /** New outputs of the stack. */
  readonly outputs: PropertyMap;
  /** The resources whose pending creations are removed from the state. */
  readonly cleared: ReadonlySet<Urn>;
  /** The secrets that the program reads from the configuration. */
  readonly config: readonly ConfigValue[];
  readonly directory: ProgramDirectory;
  readonly program: Program;
  readonly layout: Layout;
  readonly files: readonly PrintedFile[];
  /** True if the printed file is next to another program of the stack. */
  readonly isAppended: boolean;
  /** True if the code was inserted into a file of the user. imp keeps no record of such files. */
  readonly isInserted?: true;
}

/** The CLI version in new states: the newest CLI whose state has the same format. */
const cliVersion = "v3.255.0";

export async function runChanges(products: Products, now: string): Promise<RunChanges> {
  const { entries, outputs, workspace, writing } = products;
  const addsToState = writing !== "code" && (entries.length > 0 || outputs.size > 0);
  // If no program is written, don't add secrets to the configuration, because nothing would read them.
  const config = writing === "state" ? [] : products.config;
  const isNew = workspace.location.kind === "diy" && workspace.location.isNew === true;
  const hasSecret = entries.some(entryHasSecret) || [...outputs.values()].some(holdsSecret);
  const secretsInState = addsToState && (isNew || hasSecret);
  const stackFile = await stackFileChanges(workspace, config, secretsInState);
  const program = writing === "state" ? [] : programChanges(products);
  const onto = addsToState ? await splicing(products, secretsInState, now) : undefined;
  const changes = {
    files: [...program, ...stackFile],
    state: onto?.(workspace.state()),
    update: updateOf(entries, workspace),
    made: madeBy(products, addsToState),
  };
  return onto === undefined ? changes : { ...changes, merged: (bytes) => onto(mergeable(products, bytes)) };
}

/** Counts imported resources, and resources that the engine adds, as `pulumi import` does. */
function updateOf(entries: readonly StateEntry[], { state }: Workspace): UpdateFacts {
  const imported = entries.filter(({ custom, external, type }) => custom && !external && !isProviderType(type)).length;
  const rooted = state()?.resources.some(({ type }) => type === rootStackType) === true;
  // The engine does not count default providers.
  const created = entries.filter(
    ({ urn, custom, type }) => !custom || (isProviderType(type) && !isDefaultProvider(urn)),
  );
  const message = `imp: ${imported} ${imported === 1 ? "resource" : "resources"} imported`;
  return { kind: "resource-import", message, imported, created: created.length + (rooted ? 0 : 1) };
}

function madeBy({ workspace, entries, directory, program, writing, isInserted }: Products, inState: boolean): Made {
  const recordedUrns = new Set(directory.record?.program.resources.map(({ urn }) => urn));
  const recordedOutputs = new Set(directory.record?.program.outputs?.map(({ name }) => name));
  const stateUrns = new Set(workspace.state()?.resources.map(({ urn }) => urn));
  const resources = inState ? entries.map(({ urn, id }) => ({ urn, id })) : [];
  const added = new Set(resources.map(({ urn }) => urn));
  const fresh = program.resources.map(({ urn }) => urn).filter((urn) => !recordedUrns.has(urn));
  return {
    resources: resources.filter(({ urn }) => !stateUrns.has(urn)),
    replaced: inState ? entries.flatMap(({ urn, replacedId: id }) => (id === undefined ? [] : [{ urn, id }])) : [],
    outputs: (program.outputs ?? []).flatMap(({ name }) => (recordedOutputs.has(name) ? [] : [name])),
    registered: writing === "state" ? [] : fresh.filter((urn) => !added.has(urn) && !stateUrns.has(urn)),
    record: writing !== "state" && isInserted !== true ? directory.recordPath : undefined,
  };
}

export function programChanges({
  directory,
  files,
  program,
  layout,
  isInserted,
}: Pick<Products, "directory" | "files" | "program" | "layout" | "isInserted">): readonly FileChange[] {
  const programFiles = files.map(({ name, text, before }) => ({
    path: join(directory.path, name),
    before,
    after: text === undefined ? undefined : Buffer.from(text, "utf8"),
    part: "program" as const,
  }));
  if (isInserted === true) return programFiles;
  const hashes = new Map(directory.record?.files ?? []);
  for (const { name, text, printed = text } of files) {
    if (text === undefined) hashes.delete(name);
    else hashes.set(name, sha256(Buffer.from(printed ?? "", "utf8")));
  }
  const record = {
    path: directory.recordPath,
    before: directory.recordBytes,
    after: writeRecord(program, layout, hashes),
    part: "record" as const,
  };
  return [...programFiles, record];
}

/** Adds encrypted secrets and `--config` values to the stack file, if it belongs to the project. */
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
  { workspace, entries, outputs, cleared }: Products,
  secretsInState: boolean,
  now: string,
): Promise<(base: Deployment | undefined) => Uint8Array> {
  const crypter = secretsInState ? await workspace.stateCrypter() : undefined;
  const { location, stack, project } = workspace;
  const envelope = location.kind === "diy" ? "checkpoint" : "export";
  const context = { stack, project: project.name, crypter, now, cliVersion, envelope } as const;
  return (base) => spliceDeployment(base, { entries, outputs, cleared }, context);
}

/** Reads a state that another process has written. Throws STATE_CHANGED if it conflicts with the additions. */
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
