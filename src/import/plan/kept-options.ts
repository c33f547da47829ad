/**
 * Options that the program of another stack gives a resource, as far as its state tells: what the program and the state here take over,
 * and what they cannot.
 */
import type { GraphOptions, Link, Note, StateEntry, Urn } from "../../graph.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { formatPattern, type Path, parsePath } from "../../ir/path.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../../schema/resource-options.ts";
import { resetPath } from "../../value/at-path.ts";
import { equalMaps } from "../../value/compare.ts";
import { emptyMap, type PropertyMap } from "../../value/value.ts";
import type { CloudResource } from "../read/read-all.ts";

export interface KeptOptions {
  readonly program: Partial<Pick<GraphOptions, "deletedWith" | "customTimeouts">> &
    Pick<GraphOptions, "dependsOn" | "additionalSecretOutputs" | "ignoreChanges">;
  readonly entry: Pick<StateEntry, "deletedWith" | "customTimeouts">;
  /** Options that the program here does not have. */
  readonly notes: readonly Note[];
}

interface Said {
  readonly links: readonly Link[];
  readonly ignoreChanges: readonly Path[];
  readonly sent: PropertyMap;
  readonly stored: PropertyMap;
}

export const nothingSaid: Said = { links: [], ignoreChanges: [], sent: emptyMap, stored: emptyMap };

/**
 * What the SDK says from the schema by itself is not said again, nor what a reference of the program brings along.
 *
 * @param said what is said of it already; `sent`: the inputs that the SDK sends, `stored`: those that the state will have.
 * @param present URNs that the program here has.
 */
export function keptOptions(
  { origin }: ResolvedSpec,
  cloud: CloudResource | undefined,
  said: Said,
  present: ReadonlySet<Urn>,
): KeptOptions {
  const { links, ignoreChanges } = said;
  if (origin === undefined)
    return { program: { dependsOn: [], additionalSecretOutputs: [], ignoreChanges }, entry: {}, notes: [] };
  const { dependencies, deletedWith, customTimeouts, additionalSecretOutputs, replaceOnChanges } = origin.options;
  const linked = new Set(
    links.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "output" ? [part.target] : []))),
  );
  const bySchema = new Set(cloud === undefined ? [] : secretOutputsOf(cloud.resource));
  const replacing = new Set(cloud === undefined ? [] : replaceOnChangesOf(cloud.resource, cloud.schema));
  const entry = {
    ...(deletedWith !== undefined && present.has(deletedWith) && { deletedWith }),
    ...(customTimeouts !== undefined && { customTimeouts }),
  };
  const ignored = new Map(origin.options.ignoreChanges.map((text) => [text, parsePath(text)]));
  const hidden = [...ignored].flatMap(([text, path]) =>
    path !== undefined && formatPattern(path) === text && hidesNothing(path, said) ? [[text, path] as const] : [],
  );
  const told = new Set(ignoreChanges.map(formatPattern));
  const lost: readonly (readonly [string, readonly string[]])[] = [
    ["ignoreChanges", [...ignored.keys()].filter((text) => !hidden.some(([kept]) => kept === text))],
    ["dependsOn", dependencies.filter((urn) => !present.has(urn) && !linked.has(urn))],
    ["deletedWith", deletedWith === undefined || present.has(deletedWith) ? [] : [deletedWith]],
    ["replaceOnChanges", replaceOnChanges.filter((path) => !replacing.has(path))],
  ];
  return {
    program: {
      ...entry,
      dependsOn: dependencies.filter((urn) => present.has(urn) && !linked.has(urn)),
      additionalSecretOutputs: additionalSecretOutputs.filter((name) => !bySchema.has(name)),
      ignoreChanges: [...ignoreChanges, ...hidden.flatMap(([, path]) => (told.has(formatPattern(path)) ? [] : [path]))],
    },
    entry,
    notes: lost.flatMap(([option, values]) =>
      values.length === 0 ? [] : [{ text: `in stack ${origin.stack} with ${option}: ${values.join(", ")}` }],
    ),
  };
}

/** The engine puts what is stored at the path before what is sent: with the same in both places all that was proven stays as it is. */
function hidesNothing(path: Path, { sent, stored }: Said): boolean {
  return equalMaps(resetPath(stored, sent, path), sent) && equalMaps(sent, resetPath(stored, sent, path));
}
