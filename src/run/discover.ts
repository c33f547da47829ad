/** Runs `imp discover`: finds unmanaged resources in the cloud and writes an import file. */

import { basename, dirname, resolve } from "node:path";
import { type Choices, noChoices } from "../choices/choices.ts";
import { chosenSpecs } from "../choices/chosen-specs.ts";
import type { Filter } from "../choices/filter.ts";
import { type DiscoveryReport, discoveryExitCode } from "../cli/discovery-screen.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { type Discovered, discover, typesToChoose } from "../discovery/discover.ts";
import { type FollowIo, followReferences } from "../discovery/follow.ts";
import type { FoundObject } from "../discovery/found.ts";
import { specsOfFound, withoutEmptyComponents } from "../discovery/found-specs.ts";
import { discoverInFiles, type FilesQuestion } from "../discovery/from-files.ts";
import { type DiscoveryJournal, noJournal, openJournal } from "../discovery/journal-file.ts";
import { packageOfProvider, packagesInUse } from "../discovery/managed.ts";
import { readerOf } from "../discovery/read-objects.ts";
import { crossingProperties, hasOwnPart, partFiles, type SplitKey, splitObjects } from "../discovery/split.ts";
import { cloudObjectKey } from "../domain/cloud-object-key.ts";
import { ImpError } from "../domain/errors.ts";
import type { KnownState } from "../domain/known-state.ts";
import { groupBy } from "../domain/order/maps.ts";
import type { DiscoveryNext } from "../domain/questions.ts";
import { unlessAborted } from "../domain/unless-aborted.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { withStackOutputs } from "../import-file/with-stack-outputs.ts";
import { printIdForms } from "../import-ids/learned-ids.ts";
import type { IdForm } from "../import-ids/prove-objects.ts";
import type { DiscoverOptions, ListOptions } from "../options/discover-options.ts";
import type { Host } from "../plugin/host.ts";
import { readIdFile, readJsonLists, readTypeFile } from "../sources/json-lists.ts";
import { isSystemError, readIfThere, replaceText } from "../store/commit/files.ts";
import { readKnownState } from "../workspace/known.ts";
import { chosenStack, openChosenThrowaway, openChosenWorkspace, type StackOptions } from "../workspace/open-chosen.ts";
import type { ThrowawayWorkspace } from "../workspace/open-workspace.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import { importFileText, mayReplaceFile, ownImportFiles } from "./import-file-text.ts";
import { withHost } from "./plugins.ts";
import { withEnvironment } from "./with-environment.ts";

export interface DiscoveryEnd {
  readonly exitCode: number;
  /** The import file that was written. Omitted if there is nothing to import. */
  readonly file?: string;
  /** True if `imp run` imports the file next. */
  readonly isRun?: boolean;
}

/** Lists the objects, writes the import file, and reports. */
export async function discoverObjects(options: DiscoverOptions, io: RunIo, reporter: Reporter): Promise<DiscoveryEnd> {
  const { out } = options;
  if (!options.force && !(await mayReplaceFile(resolve(io.cwd, out))))
    throw ImpError.of("FILE_NOT_OURS", { file: out, flag: "--out" });
  const { lists } = options.request;
  if (lists !== undefined && resolve(io.cwd, lists.ids) === resolve(io.cwd, out))
    throw ImpError.of("USAGE", {
      message: `--out and --ids name the same file, ${out}.`,
      hint: "Choose different files.",
    });
  const texts = lists === undefined ? undefined : await unlessAborted(readLists(lists, io), io.signal);
  const workspace = await openDiscoveryStack(options.stack, io);
  const knownState = await readKnownState(workspace, new Set());
  const packages = chosenPackages(options, knownState);
  const withPackages = { ...options, request: { ...options.request, packages } };
  const within = withEnvironment(io, workspace);
  return await withHost(options.plugins, within, workspace, (host) =>
    discoverWithJournal(withPackages, { workspace, knownState, host, texts }, within, reporter),
  );
}

type ListTexts = Omit<FilesQuestion, "packages" | "provider">;

async function readLists({ files, map, included, types, typeFile, ids }: ListOptions, io: RunIo): Promise<ListTexts> {
  const more = typeFile === undefined ? [] : await readTypeFile(typeFile, io);
  return {
    files: await readJsonLists(files, io),
    map,
    included,
    types: { ...types, mapped: new Map([...more, ...types.mapped]) },
    knownForms: await readIdFile(ids, io),
  };
}

/** Adds the forms that this discovery found to the file. Keeps the forms of other cloud types. */
async function writeIdFile({ ids = [] }: Discovered, known: readonly IdForm[], file: string, io: RunIo): Promise<void> {
  const forms = ids.flatMap((kind) => kind.forms);
  const text = printIdForms([...known, ...forms]);
  if (forms.length === 0 || text === printIdForms(known)) return;
  const reason = await replaceText(resolve(io.cwd, file), text, io.uuid());
  if (reason !== undefined) throw ImpError.of("DISCOVERY_UNWRITTEN", { file, reason, flag: "--ids" });
}

interface DiscoveryStack {
  readonly workspace: ThrowawayWorkspace;
  readonly knownState: KnownState;
  readonly host: Host;
  /** The files with the objects. Omitted if the providers list them. */
  readonly texts?: ListTexts;
}

/** Finds objects through the providers or in files. Keeps the objects in the journal until the import file is written. */
async function discoverWithJournal(
  options: DiscoverOptions,
  { workspace, knownState, host, texts }: DiscoveryStack,
  io: RunIo,
  reporter: Reporter,
): Promise<DiscoveryEnd> {
  const { project, stack, config, programDir } = workspace;
  const { packages, providerUrn, limit, query } = options.request;
  const { only, exclude } = options.choices;
  const question = { packages, limit, query, only, exclude, follows: options.follow, provider: providerUrn };
  const language = options.offered.find(({ runtimes }) => runtimes.includes(project.runtime ?? ""));
  const sdks = sdksFor(language, programDir);
  const reading = { project: project.name, stack, limit: io.limit, onRead: () => io.progress.step() };
  let journal: DiscoveryJournal = noJournal;
  const open = (digest: string): DiscoveryJournal => {
    journal = discoveryJournal(digest, options, io);
    return journal;
  };
  try {
    const facts = { project: project.name, stack, config, known: knownState, host, sdks, io, openJournal: open };
    if (texts !== undefined) {
      const discovered = await discoverInFiles({ ...texts, packages, provider: providerUrn }, facts);
      await writeIdFile(discovered, texts.knownForms, options.request.lists?.ids ?? "", io);
      if (options.split === undefined) return await concludeDiscovery(discovered, options, io, reporter);
      return await concludeSplit(discovered, options.split, options, io, reporter, readerOf(discovered, reading));
    }
    const discovered = await discover(question, facts);
    const read = readerOf(discovered, reading);
    if (options.split !== undefined) return await concludeSplit(discovered, options.split, options, io, reporter, read);
    return await concludeDiscovery(discovered, options, io, reporter, options.follow ? read : undefined);
  } catch (error) {
    throw interruptedDiscovery(error, journal, options, io);
  } finally {
    if (journal.objects() === 0) journal.remove();
    journal.close();
  }
}

/** Opens the stack. Outside a project, uses only the configuration of the command line, and treats all resources as unmanaged. */
async function openDiscoveryStack(selection: StackOptions, io: RunIo): Promise<ThrowawayWorkspace> {
  try {
    return await openChosenWorkspace(await chosenStack(selection, io), io);
  } catch (error) {
    const isNamed = selection.stack !== undefined || selection.state !== undefined;
    if (isNamed || !(error instanceof ImpError) || error.code !== "PROJECT_NOT_FOUND") throw error;
    io.progress.line("This directory has no Pulumi project, so imp treats all resources as unmanaged.");
    return await openChosenThrowaway(selection, io, new Set());
  }
}

/**
 * Returns the packages to search: those of the command line, otherwise the package of the explicit provider, otherwise those of the stack.
 *
 * @throws PROVIDER_URN_UNFIT, USAGE
 */
function chosenPackages({ request }: DiscoverOptions, knownState: KnownState): DiscoverOptions["request"]["packages"] {
  const { packages, providerUrn, lists } = request;
  const providerPackage = providerUrn === undefined ? undefined : packageOfProvider(providerUrn, knownState, packages);
  // The types in a list imply their packages.
  if (packages.length > 0 || lists !== undefined) return packages;
  if (providerPackage !== undefined) return [{ name: providerPackage, types: [] }];
  const inUse = packagesInUse(knownState);
  if (inUse.length === 0)
    throw ImpError.of("USAGE", {
      message:
        "No packages or types were specified, and the stack has no resources from which imp could take the packages.",
      hint: "Specify packages or types: `imp discover aws`, `imp discover aws:s3:Bucket`.",
    });
  return inUse.map((name) => ({ name, types: [] }));
}

/** Opens the journal in `OUT.part`, next to the import file. */
function discoveryJournal(digest: string, { out, fresh }: DiscoverOptions, io: RunIo): DiscoveryJournal {
  const shown = `${out}.part`;
  const journal = openJournal(resolve(io.cwd, shown), shown, { question: digest, now: io.now(), isFresh: fresh });
  if (journal.since !== undefined)
    io.progress.line(
      `Resuming the discovery of ${journal.since}: ${journal.objects()} objects are already listed. To start over, use --fresh.`,
    );
  if (journal.dropped !== undefined)
    io.progress.line(
      `${shown} contains the results of a discovery with other flags or in another environment. imp starts over.`,
    );
  return journal;
}

function interruptedDiscovery(error: unknown, journal: DiscoveryJournal, { out }: DiscoverOptions, io: RunIo): unknown {
  const objects = journal.objects();
  if (!io.signal.aborted || objects === 0) return error;
  return ImpError.of("DISCOVERY_INTERRUPTED", { signal: String(io.signal.reason), file: `${out}.part`, objects });
}

async function concludeDiscovery(
  discovered: Discovered,
  options: DiscoverOptions,
  io: RunIo,
  reporter: Reporter,
  read?: FollowIo["read"],
): Promise<DiscoveryEnd> {
  const { journal } = discovered;
  const chosen = await chosenObjects(discovered, io);
  const followed = read && (await withFollowed(chosen, discovered, options, io, read));
  const specs = followed?.specs ?? specsOfObjects(chosen, discovered, options);
  const { resources } = specs;
  const next = await askNextStep(resources.length, options, io);
  const facts = discoveryFacts(discovered, options, resources);
  const exitCode = discoveryExitCode(facts.types);
  // Empty an older import file, because the stack now manages the resources that the file lists.
  const isEmptied = resources.length === 0 && exitCode === 0 && (await fileExists(resolve(io.cwd, options.out)));
  if ((resources.length > 0 && next !== "stop") || isEmptied) await writeSpecs(specs, options, io);
  journal.remove();
  if (next === "stop") {
    reporter.end({ kind: "declined" });
    return { exitCode: 1 };
  }
  const report: DiscoveryReport = {
    ...facts,
    file: resources.length > 0 ? options.out : undefined,
    emptied: isEmptied ? options.out : undefined,
    resources: resources.length,
    followed: followed?.facts,
    isRun: next === "run",
  };
  reporter.end({ kind: "discovered", facts: report });
  return { exitCode, file: report.file, isRun: next === "run" };
}

/** Returns the part of the report that does not depend on the import files. @param taken the objects in the import files */
function discoveryFacts(
  discovered: Discovered,
  { request }: DiscoverOptions,
  taken: readonly { readonly type: string }[],
) {
  const { journal, types, labels, emptyLists = [], leftOut = new Map(), ids, stacks, sharedTags } = discovered;
  const byType = groupBy(taken, ({ type }) => type);
  return {
    labels,
    emptyLists,
    leftOut,
    types: types.map((counts) => ({ ...counts, taken: byType.get(counts.type)?.length ?? 0 })),
    ids: request.lists?.explainsIds === true ? ids : undefined,
    stacks,
    sharedTags,
    since: journal.since,
  };
}

/** Writes an import file for each part, and reports the references that cross the parts. Throws FILE_NOT_OURS before it writes any file. */
async function concludeSplit(
  discovered: Discovered,
  by: SplitKey,
  options: DiscoverOptions,
  io: RunIo,
  reporter: Reporter,
  read: FollowIo["read"],
): Promise<DiscoveryEnd> {
  const { journal, objects } = discovered;
  const wanted = new Set(
    specsOfObjects(await chosenObjects(discovered, io), discovered, options).resources.map(cloudObjectKey),
  );
  const chosen = objects.filter((object) => wanted.has(cloudObjectKey(object)));
  io.progress.phase("Reading objects", chosen.length);
  const entries = await Promise.all(chosen.map(async (object) => ({ object, values: await read(object) })));
  if (by.kind === "tag" && chosen.length > 0 && !entries.some((entry) => hasOwnPart(entry, by)))
    io.progress.line(`No object has the tag ${by.key}.`);
  const split = splitObjects(entries, by);
  const { parts, crossing } = split;
  const files = partFiles(options.out, parts);
  const written = parts.map(({ name, objects: members }, index) => {
    const found = specsOfObjects(members, discovered, options);
    const properties = crossingProperties(name, split);
    const resources = withStackOutputs(found.resources, (spec) => properties.get(cloudObjectKey(spec)) ?? []);
    const specs = { ...found, resources };
    return { name, file: files[index] ?? options.out, specs, resources: resources.length };
  });
  for (const { file } of written)
    if (!options.force && !(await mayReplaceFile(resolve(io.cwd, file))))
      throw ImpError.of("FILE_NOT_OURS", { file, flag: "--out" });
  for (const { file, specs } of written) await writeSpecs(specs, { ...options, out: file }, io);
  journal.remove();
  for (const note of await earlierFiles(written, options.out, io)) io.progress.line(note);
  const fileOf = new Map(written.map(({ name, file }) => [name, file]));
  const facts = discoveryFacts(discovered, options, chosen);
  const report: DiscoveryReport = {
    ...facts,
    resources: chosen.length,
    parts: written.map(({ name, file, resources }) => ({ name, file, resources })),
    crossing: crossing.map(({ from, to, fromPart, toPart }) => ({
      from: listedName(from),
      to: listedName(to),
      fromFile: fileOf.get(fromPart) ?? "",
      toFile: fileOf.get(toPart) ?? "",
    })),
    unread: entries.filter(({ values }) => values === undefined).length,
    isRun: false,
  };
  reporter.end({ kind: "discovered", facts: report });
  return { exitCode: discoveryExitCode(facts.types) };
}

/** Returns a line about the files of earlier discoveries, whose objects would be imported twice. */
async function earlierFiles(
  written: readonly { readonly file: string }[],
  out: string,
  { cwd }: Pick<RunIo, "cwd">,
): Promise<readonly string[]> {
  const current = new Set(written.map(({ file }) => resolve(cwd, file)));
  const folder = dirname(resolve(cwd, out));
  const others = (await ownImportFiles(folder)).filter(
    (path) => !current.has(path) && basename(path).startsWith(basename(out, ".json")),
  );
  if (others.length === 0) return [];
  const names = others.map((path) => basename(path)).join(", ");
  return [
    `These files of earlier discoveries can contain the same resources. Delete them if you don't need them: ${names}`,
  ];
}

function listedName({ type, name, id }: FoundObject): string {
  return `${type} ${name === "" ? id : name}`;
}

/** Returns the objects of the requested types. If the user is prompted, returns the objects of the types that the user selects. */
async function chosenObjects(discovered: Discovered, io: RunIo): Promise<readonly FoundObject[]> {
  const objects = discovered.objects.filter(({ type }) => discovered.requestedTypes.has(type));
  if (io.askTypes === undefined || objects.length === 0) return objects;
  const taken = new Set(await io.askTypes(typesToChoose(discovered, objects)));
  return objects.filter(({ type }) => taken.has(type));
}

async function askNextStep(resources: number, { out, run }: DiscoverOptions, io: RunIo): Promise<DiscoveryNext> {
  if (resources === 0) return "save";
  if (run) return "run";
  return (await io.askNext?.(out, resources)) ?? "save";
}

/** Filters the objects, and returns import specs with names for them. Objects from files are also filtered by type. */
function specsOfObjects(
  objects: readonly FoundObject[],
  { specOptions: context }: Discovered,
  { choices, request }: DiscoverOptions,
): ImportSpecs {
  const specs = specsOfFound(objects, context);
  if (specs.resources.length === 0) return specs;
  const isLeft = ({ kind }: Filter): boolean => kind !== "type" || request.lists !== undefined;
  const left = { only: choices.only.filter(isLeft), exclude: choices.exclude.filter(isLeft) };
  return withoutEmptyComponents(chosenSpecs(specs, { ...choices, ...left }).specs);
}

/** Returns the chosen objects that pass the filters, and the objects that refer to them directly or indirectly. Omits excluded objects. */
async function withFollowed(
  chosen: readonly FoundObject[],
  discovered: Discovered,
  options: DiscoverOptions,
  io: RunIo,
  read: FollowIo["read"],
) {
  const { only, exclude } = options.choices;
  const left = (objects: readonly FoundObject[], filters: Partial<Choices>): readonly FoundObject[] => {
    const specs = specsOfObjects(objects, discovered, { ...options, choices: { ...noChoices, ...filters } });
    const keys = new Set(specs.resources.map(cloudObjectKey));
    return objects.filter((object) => keys.has(cloudObjectKey(object)));
  };
  const allowed = new Set(left(discovered.objects, { exclude }));
  const allowedObjects = chosen.filter((object) => allowed.has(object));
  const taken = left(allowedObjects, { only });
  for (const object of taken) allowed.delete(object);
  io.progress.phase("Following references", taken.length + allowed.size);
  const { objects, ...counts } = await followReferences(taken, [...allowed], { read });
  const choices = { ...options.choices, only: [], exclude: [] };
  const specs = specsOfObjects([...taken, ...objects], discovered, { ...options, choices });
  return { specs, facts: { resources: objects.length, ...counts } };
}

async function fileExists(path: string): Promise<boolean> {
  const bytes = await readIfThere(path).catch((error: unknown) => {
    if (isSystemError(error)) return undefined;
    throw error;
  });
  return bytes !== undefined;
}

/** Writes the import file. Throws DISCOVERY_UNWRITTEN. */
async function writeSpecs(specs: ImportSpecs, { out }: DiscoverOptions, io: RunIo): Promise<void> {
  const path = resolve(io.cwd, out);
  const reason = await replaceText(path, importFileText(specs, path, io.cwd), io.uuid());
  if (reason !== undefined) throw ImpError.of("DISCOVERY_UNWRITTEN", { file: out, reason });
}
