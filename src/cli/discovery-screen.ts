/**
 * Renders what a discovery found: `imp discover`.
 */
import { sharedMessage } from "../domain/shared-message.ts";
import type { ImpError } from "../errors.ts";
import { grouped } from "./diagnostics.ts";
import { shellQuote } from "./quote.ts";
import { counted, paint, type Screen, wrap } from "./render.ts";
import { visible } from "./visible.ts";

/** A type with objects, or with a reason why there are none. */
export interface DiscoveredType {
  readonly type: string;
  readonly found: number;
  /** Those of them that the state manages. */
  readonly managed: number;
  /** Those of them that are in the import file. */
  readonly taken: number;
  /** There may be more: a limit was reached. */
  readonly isLimited: boolean;
  /** Absent: all of its objects are there. */
  readonly gap?:
    | { readonly kind: "unlistable" }
    | { readonly kind: "needs"; readonly inputs: readonly string[] }
    | { readonly kind: "unmapped"; readonly objects: number }
    | { readonly kind: "failed"; readonly error: ImpError };
}

export interface DiscoveryReport {
  /** Providers and files, in words. */
  readonly labels: readonly string[];
  readonly types: readonly DiscoveredType[];
  /** Files of lists that have no object. */
  readonly emptyLists: readonly string[];
  /** How many objects of lists are not among the found ones, by the reason. */
  readonly leftOut: ReadonlyMap<"controlled" | "cluster" | "versions", number>;
  /** The import file, as it is typed; absent: there is nothing to import. */
  readonly file?: string;
  /** The import file of an earlier discovery that has no resources any more. Omitted if there was none. */
  readonly emptied?: string;
  /** The entries of the file. */
  readonly resources: number;
  /** Objects that came along because they refer to chosen ones; absent: nobody asked for it. */
  readonly followed?: FollowedFacts;
  /** When the interrupted discovery began that this one went on from; RFC 3339. Absent: it began anew. */
  readonly since?: string;
  /** A run of the file follows. */
  readonly isRun: boolean;
}

interface FollowedFacts {
  readonly resources: number;
  /** So often objects were looked for that refer to those of the round before. */
  readonly rounds: number;
  readonly read: number;
  /** Objects that could not be read, so that nobody knows whether they refer to something. */
  readonly unread: number;
}

/** 0 all types are listed, as far as the provider lists them; 3 some; 1 none. */
export function exitCodeOfDiscovery(types: readonly DiscoveredType[]): 0 | 1 | 3 {
  const failed = types.filter(({ gap }) => gap?.kind === "failed").length;
  if (failed === 0) return 0;
  return failed === types.filter(({ gap }) => gap === undefined || gap.kind === "failed").length ? 1 : 3;
}

/** `214 found, 31 managed already`. */
function foundLine({ labels, types }: Pick<DiscoveryReport, "labels" | "types">): string {
  const found = sumOf(types, "found");
  const managed = sumOf(types, "managed");
  const limited = types.some(({ isLimited }) => isLimited) ? "at least " : "";
  return [...labels.map(visible), `${limited}${found} found, ${managed} managed already`].join(" · ");
}

/** One line about types of which nothing is left. Absent: there are none. */
export function managedLine(types: readonly Pick<DiscoveredType, "managed">[]): string | undefined {
  if (types.length === 0) return undefined;
  const objects = types.reduce((sum, { managed }) => sum + managed, 0);
  return `Every object of ${counted(types.length, "type")} is managed already (${counted(objects, "object")}).`;
}

/** Of a limited type, or one that could not be listed as a whole, there may be more. */
function isManagedWhole({ found, managed, isLimited, gap }: DiscoveredType): boolean {
  return found > 0 && managed === found && !isLimited && gap === undefined;
}

/** So many types are named in a sentence. */
const typesNamed = 5;

/** So many types get a paragraph of their own. */
const mostExplained = 10;

export function renderDiscovery(report: DiscoveryReport, screen: Screen): string {
  const { types, file, emptied, resources, followed, emptyLists } = report;
  const shown = types.filter((one) => one.found > 0 && !isManagedWhole(one));
  const managed = managedLine(types.filter(isManagedWhole));
  const width = Math.max(0, ...shown.map(({ found }) => String(found).length));
  const gaps = gapLines(types);
  const isTaken = sumOf(types, "found") <= sumOf(types, "managed");
  const end =
    file === undefined
      ? `${isTaken ? "Nothing is left to import." : "Nothing was taken."}${emptied === undefined ? "" : ` ${visible(emptied)} has no resources any more.`}`
      : `${counted(resources, "resource")} in ${visible(file)}.${report.isRun ? "" : `  Import: imp run ${shellQuote(file)}`}`;
  return [
    wrap(foundLine(report), screen.width, ""),
    ...(emptyLists.length === 0
      ? []
      : [wrap(visible(`${emptyLists.join(", ")}: the list is empty.`), screen.width, "")]),
    ...shown.map((one) => typeLine(one, width, screen)),
    ...(managed === undefined ? [] : [wrap(managed, screen.width, "")]),
    ...leftOutLines(report.leftOut).map((line) => wrap(line, screen.width, "")),
    ...(followed === undefined ? [] : [wrap(followedLine(followed), screen.width, "")]),
    ...gaps.map((line) => wrap(visible(line), screen.width, "  ")),
    wrap(end, screen.width, ""),
  ].join("\n");
}

function typeLine({ type, found, managed, taken, isLimited }: DiscoveredType, width: number, screen: Screen): string {
  const left = found - managed - taken;
  const notes = [
    ...(isLimited ? ["--limit reached"] : []),
    ...(managed > 0 ? [`${managed} managed already`] : []),
    ...(left > 0 ? [`${left} not taken`] : []),
  ];
  const note = notes.length === 0 ? "" : paint(`  ${notes.join(", ")}`, "dim", screen);
  return `  ${String(found).padStart(width)}  ${visible(type)}${note}`;
}

function leftOutLines(leftOut: DiscoveryReport["leftOut"]): readonly string[] {
  const [controlled = 0, cluster = 0, versions = 0] = [
    leftOut.get("controlled"),
    leftOut.get("cluster"),
    leftOut.get("versions"),
  ];
  const parts = [
    ...(controlled > 0 ? [`${counted(controlled, "object")} of controllers`] : []),
    ...(cluster > 0 ? [`${counted(cluster, "object")} of the cluster itself`] : []),
  ];
  return [
    ...(parts.length === 0 ? [] : [`Left out: ${parts.join(", ")}. --all-objects takes them.`]),
    ...(versions > 0 ? [`${counted(versions, "object")} listed again in another API version.`] : []),
  ];
}

function followedLine({ resources, rounds, read, unread }: FollowedFacts): string {
  const lost = unread === 0 ? "" : `; ${counted(unread, "object")} could not be read`;
  return `${counted(resources, "resource")} came along: they refer to what was chosen (${counted(read, "object")} read, ${counted(rounds, "round")}${lost}).`;
}

/** Types of which not all is known, by the reason. */
function gapLines(types: readonly DiscoveredType[]): readonly string[] {
  const unlistable = types.filter(({ gap }) => gap?.kind === "unlistable");
  const lines = unlistable.length === 0 ? [] : [`Not listed by the provider: ${typeNamesText(unlistable)}.`];
  const unmapped = types.filter(({ gap }) => gap?.kind === "unmapped");
  const [first] = unmapped;
  if (first !== undefined) {
    const flag = `--type-map ${shellQuote(`${visible(first.type)}=TYPE`)}`;
    lines.push(`No Pulumi type is known for ${typeNamesText(unmapped)}; ${flag} names one.`);
  }
  for (const { type, gap } of types) {
    if (gap?.kind === "needs") {
      const flags = gap.inputs.map((name) => `--query ${name}=…`).join(" ");
      lines.push(`${type} is listed only with ${flags}`);
    }
  }
  lines.push(...failedLines(types));
  const more = lines.length - mostExplained;
  return more > 0 ? [...lines.slice(0, mostExplained), `and ${counted(more, "more type")}; --json has all`] : lines;
}

/** A line for each reason: a cluster may serve none of a hundred types. */
function failedLines(types: readonly DiscoveredType[]): readonly string[] {
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

/** A reason without the words of the type: the token, its module, and its name. */
function messageOfType(why: string, type: string): string {
  const [, module = "", member = ""] = type.split(":");
  return sharedMessage(sharedMessage(why, { urn: "", type, name: module }), { urn: "", type: module, name: member });
}

function typeNamesText(types: readonly Pick<DiscoveredType, "type">[]): string {
  const named = types.slice(0, typesNamed).map(({ type }) => type);
  const more = types.length - named.length;
  return `${counted(types.length, "type")} (${named.join(", ")}${more > 0 ? ` and ${more} more; --json has all` : ""})`;
}

function sumOf(types: readonly DiscoveredType[], key: "found" | "managed" | "taken"): number {
  return types.reduce((sum, type) => sum + type[key], 0);
}

/** The document of `imp discover --json`. */
export function discoveryDocument({
  labels,
  types,
  leftOut,
  file,
  resources,
  followed,
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
    since,
  };
}

function gapDocument(gap: NonNullable<DiscoveredType["gap"]>): object {
  if (gap.kind !== "failed") return gap;
  const { code, message, explanation } = gap.error;
  return { kind: gap.kind, error: { code, message, hint: explanation.hint } };
}
