/**
 * Options that the program of another stack gives a resource, as far as its state tells: what the program and the state here take over,
 * and what they cannot.
 */
import type { GraphOptions, Link, Note, StateEntry, Urn } from "../../graph.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../../schema/resource-options.ts";
import type { RequestedResource } from "../../spec/resolve.ts";
import type { CloudResource } from "../read/read-all.ts";

export interface KeptOptions {
  readonly program: Partial<Pick<GraphOptions, "deletedWith" | "customTimeouts">> &
    Pick<GraphOptions, "dependsOn" | "additionalSecretOutputs">;
  readonly entry: Pick<StateEntry, "deletedWith" | "customTimeouts">;
  /** Options that the program here does not have. */
  readonly notes: readonly Note[];
}

/**
 * What the SDK says from the schema by itself is not said again, nor what a reference of the program brings along.
 *
 * @param present URNs that the program here has.
 */
export function keptOptions(
  { origin }: RequestedResource,
  cloud: CloudResource | undefined,
  links: readonly Link[],
  present: ReadonlySet<Urn>,
): KeptOptions {
  if (origin === undefined) return { program: { dependsOn: [], additionalSecretOutputs: [] }, entry: {}, notes: [] };
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
  const lost: readonly (readonly [string, readonly string[]])[] = [
    ["dependsOn", dependencies.filter((urn) => !present.has(urn) && !linked.has(urn))],
    ["deletedWith", deletedWith === undefined || present.has(deletedWith) ? [] : [deletedWith]],
    ["replaceOnChanges", replaceOnChanges.filter((path) => !replacing.has(path))],
  ];
  return {
    program: {
      ...entry,
      dependsOn: dependencies.filter((urn) => present.has(urn) && !linked.has(urn)),
      additionalSecretOutputs: additionalSecretOutputs.filter((name) => !bySchema.has(name)),
    },
    entry,
    notes: lost.flatMap(([option, values]) =>
      values.length === 0 ? [] : [{ text: `in stack ${origin.stack} with ${option}: ${values.join(", ")}` }],
    ),
  };
}
