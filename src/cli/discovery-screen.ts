/** The report of `imp discover`. */

import type { KindIds } from "../discovery/found.ts";
import type { CloudFormationStack } from "../discovery/inventory/cloudformation-stacks.ts";
import type { SharedTags } from "../discovery/inventory/shared-tags.ts";
import { allSkipReasons, type LeftOutReason, skipReasons } from "../discovery/skip-reasons.ts";
import type { ImpError } from "../domain/errors.ts";
import { sharedMessage } from "../domain/shared-message.ts";
import type { Attempt } from "../import-ids/prove-objects.ts";
import { quote } from "../value/json/quote.ts";
import { cloudFormationSteps } from "./cloudformation-steps.ts";
import { grouped } from "./diagnostics.ts";
import { shellQuote, visible } from "./quote.ts";
import { counted, paint, type Screen, wrap, wrapInside } from "./render.ts";

/** The result for a type: how many objects were listed, and why objects may be missing. */
export interface DiscoveredType {
  readonly type: string;
  readonly found: number;
  /** Number of found objects that the state manages. */
  readonly managed: number;
  /** Number of found objects in the import file. */
  readonly taken: number;
  /** A limit was reached, so there may be more objects. */
  readonly isLimited: boolean;
  /** Why objects may be missing. Omitted if all were listed. */
  readonly gap?:
    | { readonly kind: "unlistable" }
    | { readonly kind: "needs"; readonly inputs: readonly string[] }
    | { readonly kind: "unmapped"; readonly objects: number }
    | { readonly kind: "unproven"; readonly objects: number }
    | { readonly kind: "failed"; readonly error: ImpError };
}

export interface DiscoveryReport {
  /** Names of the providers and files. */
  readonly labels: readonly string[];
  readonly types: readonly DiscoveredType[];
  /** The files of `--from` that contain no objects. */
  readonly emptyLists: readonly string[];
  /** Number of skipped objects by reason. */
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
  /** The tags that all objects of a provider have. */
  readonly sharedTags?: readonly SharedTags[];
  /** The stacks of CloudFormation that manage the objects. */
  readonly stacks?: readonly CloudFormationStack[];
  /** The import IDs of each cloud type, and the guesses. Omitted without `--explain-ids`. */
  readonly ids?: readonly KindIds[];
  /** The import file, as typed. Omitted if there is nothing to import. */
  readonly file?: string;
  /** The import file of an earlier discovery, which is now empty. Omitted if none was emptied. */
  readonly emptied?: string;
  /** Number of entries in the import file. */
  readonly resources: number;
  /** The search for objects that refer to the selected ones. Omitted without `--follow`. */
  readonly followed?: FollowedFacts;
  /** The import files of `--split`. Omitted if there is only one file. */
  readonly parts?: readonly SplitPartFacts[];
  /** The references between the import files of `--split`. */
  readonly crossing?: readonly CrossingFacts[];
  /** The number of objects that could not be read, so that their references are unknown. Omitted without `--split`. */
  readonly unread?: number;
  /** Start time of the interrupted discovery that this one resumed, in RFC 3339. Omitted for a new discovery. */
  readonly since?: string;
  /** True if `imp run` starts next. */
  readonly isRun: boolean;
}

interface SplitPartFacts {
  /** The common region, module, network, or tag value. */
  readonly name: string;
  readonly file: string;
  readonly resources: number;
}

/** A reference from a resource of one file to a resource of another. */
interface CrossingFacts {
  readonly from: string;
  readonly to: string;
  readonly fromFile: string;
  readonly toFile: string;
}

interface FollowedFacts {
  readonly resources: number;
  /** Number of searches for objects that refer to the objects of the previous search. */
  readonly rounds: number;
  readonly read: number;
  /** Number of objects that could not be read, so their references are unknown. */
  readonly unread: number;
}

/** Returns 0 if all listable types were listed and all objects of inventories identified, 3 if some were not, and 1 if none was. */
export function discoveryExitCode(types: readonly DiscoveredType[]): 0 | 1 | 3 {
  const isFailed = ({ gap }: DiscoveredType): boolean => gap?.kind === "failed" || gap?.kind === "unproven";
  const failed = types.filter(isFailed).length;
  if (failed === 0) return 0;
  return failed === types.filter((type) => type.gap === undefined || isFailed(type)).length ? 1 : 3;
}

/** Returns a line such as `214 found, 31 already managed`. */
function foundLine({ labels, types }: Pick<DiscoveryReport, "labels" | "types">): string {
  const total = sumOf(types, "found");
  const managed = sumOf(types, "managed");
  const limited = types.some(({ isLimited }) => isLimited) ? "at least " : "";
  return [...labels.map(visible), `${limited}${total} found, ${managed} already managed`].join(" · ");
}

/** Returns a line about fully managed types, or undefined if there are none. */
export function managedLine(types: readonly Pick<DiscoveredType, "managed">[]): string | undefined {
  if (types.length === 0) return undefined;
  const objects = types.reduce((sum, { managed }) => sum + managed, 0);
  return `All objects of ${counted(types.length, "type")} are already managed (${counted(objects, "object")}).`;
}

/** Returns true if all objects of the type were listed and are in the state. */
function isManagedWhole({ found, managed, isLimited, gap }: DiscoveredType): boolean {
  return found > 0 && managed === found && !isLimited && gap === undefined;
}

/** Maximum number of types in a sentence. */
const typesNamed = 5;

/** Maximum number of types that have a separate line. */
const mostExplained = 10;

export function renderDiscovery(report: DiscoveryReport, screen: Screen): string {
  const { types, file, emptied, resources, followed, emptyLists } = report;
  const shown = types.filter((type) => type.found > 0 && !isManagedWhole(type));
  const managed = managedLine(types.filter(isManagedWhole));
  const width = Math.max(0, ...shown.map(({ found }) => String(found).length));
  const gaps = gapLines(types);
  const isTaken = sumOf(types, "found") <= sumOf(types, "managed");
  const end =
    report.parts !== undefined && report.parts.length > 0
      ? splitLines(report, report.parts, screen).join("\n")
      : file === undefined
        ? `${isTaken ? "No resources left to import." : "No resources selected."}${emptied === undefined ? "" : ` ${visible(emptied)} has no resources anymore.`}`
        : `Wrote ${counted(resources, "resource")} to ${visible(file)}.${report.isRun ? "" : `  To import: imp run ${shellQuote(file)}`}`;
  return [
    wrap(foundLine(report), screen.width, ""),
    ...(emptyLists.length === 0
      ? []
      : [wrap(visible(`${emptyLists.join(", ")}: the list is empty.`), screen.width, "")]),
    ...shown.map((type) => typeLine(type, width, screen)),
    ...(managed === undefined ? [] : [wrap(managed, screen.width, "")]),
    ...leftOutLines(report.leftOut).map((line) => wrap(line, screen.width, "")),
    ...(followed === undefined ? [] : [wrap(followedLine(followed), screen.width, "")]),
    ...gaps.map((line) => wrap(visible(line), screen.width, "  ")),
    ...(report.ids ?? []).flatMap((kind) => idLines(kind, screen)),
    report.parts === undefined ? wrap(end, screen.width, "") : end,
    ...(report.sharedTags ?? []).flatMap((shared) => sharedTagLines(shared, screen)),
    ...(report.isRun ? [] : cloudFormationSteps(report.stacks ?? [])),
  ].join("\n");
}

function typeLine({ type, found, managed, taken, isLimited }: DiscoveredType, width: number, screen: Screen): string {
  const left = found - managed - taken;
  const notes = [
    ...(isLimited ? ["--limit reached"] : []),
    ...(managed > 0 ? [`${managed} already managed`] : []),
    ...(left > 0 ? [`${left} not selected`] : []),
  ];
  const note = notes.length === 0 ? "" : paint(`  ${notes.join(", ")}`, "dim", screen);
  return `  ${String(found).padStart(width)}  ${visible(type)}${note}`;
}

export function leftOutLines(leftOut: DiscoveryReport["leftOut"]): readonly string[] {
  const parts = allSkipReasons.flatMap((reason) => {
    const objects = leftOut.get(reason) ?? 0;
    return objects === 0 ? [] : [`${counted(objects, "object")} ${skipReasons[reason]} (${reason})`];
  });
  const [versions = 0, region = 0] = [leftOut.get("versions"), leftOut.get("region")];
  return [
    ...(parts.length === 0 ? [] : [`Skipped: ${parts.join(", ")}. Use --include REASON to include them.`]),
    ...(versions > 0 ? [`${counted(versions, "object")} listed again under another API version.`] : []),
    ...(region > 0
      ? [`Skipped: ${counted(region, "object")} in other regions. Use --provider-urn with a provider for each region.`]
      : []),
  ];
}

function followedLine({ resources, rounds, read, unread }: FollowedFacts): string {
  const lost = unread === 0 ? "" : `; ${counted(unread, "object")} could not be read`;
  return `${counted(resources, "resource")} added because they refer to selected objects (${counted(read, "object")} read, ${counted(rounds, "round")}${lost}).`;
}

/** Returns lines about types that were not fully listed or proven, by reason. */
export function gapLines(types: readonly Pick<DiscoveredType, "type" | "gap">[]): readonly string[] {
  const unlistable = types.filter(({ gap }) => gap?.kind === "unlistable");
  const lines = unlistable.length === 0 ? [] : [`The provider cannot list ${typeNamesText(unlistable)}.`];
  const unmapped = types.filter(({ gap }) => gap?.kind === "unmapped");
  const [first] = unmapped;
  if (first !== undefined) {
    const flag = `--type-map ${shellQuote(`${visible(first.type)}=TYPE`)}`;
    lines.push(`Unknown Pulumi type for ${typeNamesText(unmapped)}. Set it with ${flag}.`);
  }
  const unproven = types.flatMap(({ type, gap }) => (gap?.kind === "unproven" ? [{ type, objects: gap.objects }] : []));
  if (unproven.length > 0) {
    const objects = unproven.reduce((sum, type) => sum + type.objects, 0);
    lines.push(
      `Read confirmed no type and import ID for ${counted(objects, "object")} of ${typeNamesText(unproven)}. ` +
        "`imp discover --explain-ids` shows what was tried. If a type is unknown, pass --type or --type-map.",
    );
  }
  for (const { type, gap } of types) {
    if (gap?.kind === "needs") {
      const flags = gap.inputs.map((name) => `--query ${name}=…`).join(" ");
      lines.push(`${type} requires ${flags}`);
    }
  }
  lines.push(...failedLines(types));
  const more = lines.length - mostExplained;
  return more > 0
    ? [...lines.slice(0, mostExplained), `and ${counted(more, "more type")}; use --json to list all`]
    : lines;
}

/** The maximum number of references per pair of files in text output. */
const mostCrossing = 3;

/** Returns lines about the import files of `--split`, and about the references between them. */
function splitLines(
  { resources, crossing = [], unread = 0 }: DiscoveryReport,
  parts: readonly SplitPartFacts[],
  screen: Screen,
): readonly string[] {
  const width = Math.max(...parts.map((part) => String(part.resources).length));
  const position = new Map(parts.map(({ file }, index) => [file, index]));
  const isLiteral = ({ fromFile, toFile }: CrossingFacts): boolean =>
    (position.get(toFile) ?? 0) > (position.get(fromFile) ?? 0);
  const literals = crossing.filter(isLiteral).length;
  const pairs = grouped(crossing, ({ fromFile, toFile }) => JSON.stringify([fromFile, toFile]));
  return [
    `Wrote ${counted(resources, "resource")} to ${counted(parts.length, "file")}${crossing.length === 0 ? "" : ", in import order"}:`,
    ...parts.map(
      ({ name, file, resources: count }) =>
        `  ${String(count).padStart(width)}  ${visible(file)}${file.includes(name) ? "" : `  ${visible(name)}`}`,
    ),
    ...(unread === 0 ? [] : [`${counted(unread, "object")} could not be read, so their references are unknown.`]),
    ...(crossing.length === 0
      ? ["No resource refers to a resource in another file."]
      : [
          wrap(
            `${counted(crossing.length, "reference")} between the files. To keep them, pass --stack-reference STACK for each stack that a file refers to.`,
            screen.width,
            "",
          ),
        ]),
    ...(literals === 0
      ? []
      : [`${counted(literals, "reference")} to files that are imported later will be literal values.`]),
    ...pairs.map((group) => {
      const [{ fromFile, toFile }] = group;
      const literal = isLiteral(group[0]) ? ", as literal values" : "";
      const shown = group.slice(0, mostCrossing).map(({ from, to }) => `${from} → ${to}`);
      const more =
        group.length > mostCrossing ? `, and ${group.length - mostCrossing} more; use --json to list all` : "";
      const text = visible(`${fromFile} refers to ${toFile}: ${group.length}${literal} (${shown.join(", ")}${more})`);
      return `  ${wrap(text, screen.width - 2, "    ")}`;
    }),
  ];
}

/** Returns lines that suggest default tags, with the commands that set them. */
function sharedTagLines({ objects, path, tags }: SharedTags, screen: Screen): readonly string[] {
  const pairs = [...tags].map(([key, value]) => `${visible(key)}=${visible(value)}`).join(", ");
  const key = (name: string): string => (/^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);
  return [
    wrap(
      `All ${counted(objects, "tagged object")} have the tags ${pairs}. If the provider sets them, the program does not repeat them. To set them before the import:`,
      screen.width,
      "",
    ),
    ...[...tags].map(
      ([name, value]) =>
        `  pulumi config set --path ${shellQuote(visible(`${path}${key(name)}`))} ${shellQuote(visible(value))}`,
    ),
  ];
}

/** The maximum number of unproven objects per kind in text output. */
const mostUnproven = 5;

/** Returns lines about a cloud type: the form of its import IDs, and what Read answered to each guess. */
function idLines({ kind, objects, proven, forms, attempts, unproven }: KindIds, screen: Screen): readonly string[] {
  const more = unproven.length - mostUnproven;
  const details = [
    ...forms.map(({ token, id, evidence }) => `${token}  ${id}  (${evidence})`),
    ...attempts
      .filter(({ answer }) => answer.kind !== "proven")
      .map(({ token, id, answer }) => `${token} ${quote(id)}: ${answerText(answer)}`),
    ...unproven.slice(0, mostUnproven).map((identity) => `unproven: ${quote(identity)}`),
    ...(more > 0 ? [`and ${more} more unproven; use --json to list all`] : []),
  ];
  return [
    wrap(visible(`${kind}: ${proven} of ${counted(objects, "object")} proven`), screen.width, ""),
    ...details.map((line) => `  ${wrapInside(visible(line), screen, 2, 4)}`),
  ];
}

function answerText(answer: Attempt["answer"]): string {
  switch (answer.kind) {
    case "proven":
      return `confirmed by ${answer.evidence}`;
    case "other":
      return `another object (${answer.evidence})`;
    case "unclear":
      return "found, but nothing in the values identifies the object";
    case "missing":
      return "not found";
    case "shared":
      return "several objects of the inventory would have this ID";
    case "refused":
      return answer.reason;
  }
}

/** Returns a line for each error, with all types that failed with it. For example, a cluster may fail to serve many types for the same reason. */
function failedLines(types: readonly Pick<DiscoveredType, "type" | "gap">[]): readonly string[] {
  const failed = types.flatMap(({ type, gap }) => (gap?.kind === "failed" ? [{ type, ...gap.error.explanation }] : []));
  return grouped(failed, ({ what, why, hint, type }) => JSON.stringify([what, messageOfType(why, type), hint])).map(
    (group) => {
      const [{ type, what, why, hint }] = group;
      return group.length === 1
        ? `${type}: ${what}. ${why} ${hint}`
        : `${typeNamesText(group)}: ${what}. ${messageOfType(why, type)} ${hint}`;
    },
  );
}

/** Removes the names of the type from the error message, so equal errors can be grouped. */
function messageOfType(why: string, type: string): string {
  const [, module = "", member = ""] = type.split(":");
  return sharedMessage(sharedMessage(why, { urn: "", type, name: module }), { urn: "", type: module, name: member });
}

function typeNamesText(types: readonly Pick<DiscoveredType, "type">[]): string {
  const named = types.slice(0, typesNamed).map(({ type }) => type);
  const more = types.length - named.length;
  return `${counted(types.length, "type")} (${named.join(", ")}${more > 0 ? ` and ${more} more; use --json to list all` : ""})`;
}

function sumOf(types: readonly DiscoveredType[], key: "found" | "managed" | "taken"): number {
  return types.reduce((sum, type) => sum + type[key], 0);
}

/** Returns the document of `imp discover --json`. */
export function discoveryDocument({
  labels,
  types,
  leftOut,
  file,
  resources,
  followed,
  ids,
  stacks = [],
  parts,
  crossing,
  since,
}: DiscoveryReport): object {
  return {
    version: 1,
    providers: labels,
    found: sumOf(types, "found"),
    managed: sumOf(types, "managed"),
    types: types.map(({ gap, isLimited, ...counts }) => ({
      ...counts,
      limited: isLimited ? true : undefined,
      gap: gap && gapDocument(gap),
    })),
    leftOut: leftOut.size > 0 ? Object.fromEntries(leftOut) : undefined,
    resources,
    file,
    followed,
    ids,
    parts,
    crossing,
    cloudformation: stacks.length > 0 ? { stacks } : undefined,
    since,
  };
}

function gapDocument(gap: NonNullable<DiscoveredType["gap"]>): object {
  if (gap.kind !== "failed") return gap;
  const { code, message, explanation } = gap.error;
  return { kind: gap.kind, error: { code, message, hint: explanation.hint } };
}
