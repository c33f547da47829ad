/** The reports of `imp state show` and `imp state verify`. */
import type { Urn } from "../domain/graph.ts";
import type { ShortResource, StateFacts } from "../state/describe-state.ts";
import { columnsOf } from "./columns.ts";
import { visible } from "./quote.ts";
import { breakable, harmless, type Screen, wrap } from "./render.ts";
import { middle } from "./resource-labels.ts";

export interface FaultFacts {
  readonly severity: "error" | "warning";
  readonly rule: number;
  readonly urn?: Urn;
  readonly position: { readonly line: number; readonly column: number };
  readonly why: string;
  readonly hint: string;
}

/** Renders the resources as a tree, with types, IDs, and unusual attributes. On a terminal, long lines are cut to its width. */
export function renderState(state: StateFacts, { width, isWhole }: Screen): string {
  const { resources } = state;
  const children = new Map<Urn | undefined, ShortResource[]>();
  const urns = new Set(resources.map(({ urn }) => urn));
  for (const resource of resources) {
    const above = resource.parent !== undefined && urns.has(resource.parent) ? resource.parent : undefined;
    const siblings = children.get(above);
    if (siblings === undefined) children.set(above, [resource]);
    else siblings.push(resource);
  }
  const lines = stateTree(children, width, isWhole === true ? longestShownName : width);
  // An invalid state may have cyclic parents.
  const shown =
    lines.length === resources.length ? [] : [`${resources.length - lines.length} more with cyclic parents`];
  return [...stateHead(state, width), ...lines, ...shown, ...pendingLines(state, width)].join("\n");
}

function pendingLines({ pendingOperations }: StateFacts, width: number): readonly string[] {
  if (pendingOperations.length === 0) return [];
  const lines = pendingOperations.map(
    ({ type, urn }) => `  ${wrap(breakable(harmless(`${type} ${urn}`), width - 4), width - 4, " ".repeat(4))}`,
  );
  return ["", "Pending operations:", ...lines];
}

/** Maximum length of a name without a terminal: names may have millions of characters. */
const longestShownName = 2000;

/** A level of the tree during the traversal: its resources, the start of their lines, and the index of the next resource. */
interface Frame {
  readonly siblings: readonly ShortResource[];
  readonly lead: string;
  next: number;
}

/** Renders the tree. @param width columns for the branches @param room columns of a whole line */
function stateTree(
  children: ReadonlyMap<Urn | undefined, readonly ShortResource[]>,
  width: number,
  room: number,
): readonly string[] {
  const lines: string[] = [];
  const taken = new Set<Urn>();
  const frames: Frame[] = [{ siblings: children.get(undefined) ?? [], lead: "", next: 0 }];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const resource = frame.siblings[frame.next++];
    if (resource === undefined) {
      frames.pop();
      continue;
    }
    const isLast = frame.next === frame.siblings.length;
    const [branch, below] = frames.length === 1 ? ["", ""] : isLast ? ["└─ ", "   "] : ["├─ ", "│  "];
    lines.push(resourceLine(resource, frame.lead + branch, room));
    const resourceChildren = children.get(resource.urn);
    // A resource that is pending deletion has the same URN as its replacement. Render the children once.
    if (resourceChildren === undefined || taken.has(resource.urn)) continue;
    taken.add(resource.urn);
    frames.push({ siblings: resourceChildren, lead: deeper(frame.lead + below, width), next: 0 });
  }
  return lines;
}

/** If the tree is too deep, keeps only the innermost branches at the start of a line. */
function deeper(lead: string, width: number): string {
  const most = Math.floor(width / 3);
  return lead.length <= most ? lead : `…${lead.slice(lead.length - most + 1)}`;
}

function resourceLine(resource: ShortResource, lead: string, width: number): string {
  const { name, type, id, initErrors } = resource;
  const marks = [
    ...(["protect", "external", "delete", "pendingReplacement", "taint"] as const).filter((mark) => resource[mark]),
    ...(initErrors.length > 0 ? ["initErrors"] : []),
  ];
  const tail = marks.length === 0 ? "" : `  ${marks.join(" ")}`;
  const room = width - columnsOf(lead) - tail.length;
  const parts = [visible(name), visible(type), ...(id === undefined ? [] : [visible(id)])];
  return `${lead}${fittedParts(parts, room)}${tail}`;
}

/** Shortens the longest parts in the middle until all fit. */
function fittedParts(parts: readonly string[], room: number): string {
  const separators = 2 * (parts.length - 1);
  const share = Math.max(8, Math.floor((room - separators) / parts.length));
  const spare = parts.reduce((sum, part) => sum + Math.max(0, share - columnsOf(part)), 0);
  const long = parts.filter((part) => columnsOf(part) > share).length;
  const most = share + Math.floor(spare / Math.max(1, long));
  return parts.map((part) => middle(part, most)).join("  ");
}

const countedAs = {
  protect: "protected",
  external: "external",
  delete: "to be deleted",
  pendingReplacement: "to be replaced",
  taint: "tainted",
} as const;

function stateHead(
  { file, stack, project, version, secretsProvider, pendingOperations, resources }: StateFacts,
  width: number,
): readonly string[] {
  const counts = (["protect", "external", "delete", "pendingReplacement", "taint"] as const).flatMap((mark) => {
    const count = resources.filter((resource) => resource[mark]).length;
    return count === 0 ? [] : [`${count} ${countedAs[mark]}`];
  });
  const { length } = pendingOperations;
  const pending = length === 0 ? [] : [`${length} pending operation${length === 1 ? "" : "s"}`];
  const counted = [`${resources.length} resource${resources.length === 1 ? "" : "s"}`, ...counts, ...pending].join(
    ", ",
  );
  const names = stack === undefined ? "An empty stack" : `Stack ${stack} of project ${project}`;
  const secrets = secretsProvider === undefined ? "no secrets" : `secrets provider ${secretsProvider}`;
  return [
    wrap(`${visible(names)}: ${counted}`, width, "  "),
    wrap(`${visible(file)}, version ${version}, ${visible(secrets)}`, width, "  "),
    "",
  ];
}

/** Renders resources as indented JSON. */
export function renderFull(full: readonly object[]): string {
  return full
    .map((resource) => JSON.stringify(resource, undefined, 2).split("\n").map(visible).join("\n"))
    .join("\n\n");
}

export function renderFaults(
  file: string,
  resources: number,
  faults: readonly FaultFacts[],
  { width }: Screen,
): string {
  const errors = faults.filter(({ severity }) => severity === "error").length;
  const count = `${resources} resource${resources === 1 ? "" : "s"}`;
  const verdict = errors > 0 ? `${errors} error${errors === 1 ? "" : "s"}, so Pulumi rejects the state` : "no errors";
  const head = wrap(`${visible(file)}: ${count}, ${verdict}.`, width, "  ");
  const blocks = faults.map(({ severity, urn, position, why, hint }) =>
    [
      `${severity === "error" ? "Error" : "Warning"} at line ${position.line}, column ${position.column}`,
      ...(urn === undefined ? [] : [faultRow("where", urn, width)]),
      faultRow("why", why, width),
      faultRow("hint", hint, width),
    ].join("\n"),
  );
  return [head, ...blocks].join("\n\n");
}

/** Renders a row of an error: a label, and a wrapped text. */
export function faultRow(label: string, text: string, width: number): string {
  return `  ${label.padEnd(5)} ${wrap(breakable(harmless(text), width - 8), width - 8, " ".repeat(8))}`;
}
