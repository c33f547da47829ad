/** Translates the options of an import spec, or of another stack's resource, into options of the program and the state. */
import type { Link, Note, StateEntry, Urn } from "../../domain/graph.ts";
import { leftOptions, type OptionContext, type SetOptions, setOptions } from "../../domain/resource-options.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../../schema/resource-options.ts";
import { claimedSecretOutputs } from "../../schema/with-claims.ts";
import { resetPath } from "../../value/at-path.ts";
import { equalMaps } from "../../value/compare.ts";
import { formatPattern, type Path } from "../../value/path.ts";
import { holdsSecret } from "../../value/restore-secrets.ts";
import { emptyMap, type PropertyMap, type Value } from "../../value/value.ts";
import type { CloudResource } from "../read/cloud-resource.ts";

export interface KeptOptions {
  readonly program: SetOptions;
  /** The dependencies that the import spec or the other stack records, if the program has these resources. */
  readonly recorded: readonly Urn[];
  readonly entry: Pick<StateEntry, "deletedWith" | "customTimeouts">;
  /** Notes on options that the program cannot have. */
  readonly notes: readonly Note[];
}

interface AlreadySet {
  readonly links: readonly Link[];
  readonly ignoreChanges: readonly Path[];
  readonly sent: PropertyMap;
  readonly stored: PropertyMap;
}

export const nothingSet: AlreadySet = { links: [], ignoreChanges: [], sent: emptyMap, stored: emptyMap };

/**
 * Returns the options to write. Omits options that follow from the schema or from references.
 *
 * @param alreadySet what the resource has without these options. `sent`: the inputs that the SDK sends. `stored`: the inputs in the state
 * @param present the URNs that the program has
 */
export function keptOptions(
  { source, options: requested }: ResolvedSpec,
  cloud: CloudResource | undefined,
  alreadySet: AlreadySet,
  present: ReadonlySet<Urn>,
): KeptOptions {
  const { links, ignoreChanges } = alreadySet;
  const options = requested ?? source?.options;
  const claimed = cloud === undefined ? [] : claimedSecretOutputs(cloud.resource, cloud.outputs);
  const likely = cloud === undefined ? [] : likelySecretOutputs(cloud, alreadySet);
  const secretOutputs = [...new Set([...claimed, ...likely])];
  if (options === undefined)
    return {
      program: { dependsOn: [], additionalSecretOutputs: secretOutputs, ignoreChanges },
      recorded: [],
      entry: {},
      notes: [],
    };
  const context: OptionContext = {
    isCustom: true,
    has: (urn) => present.has(urn),
    linked: new Set(
      links.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "output" ? [part.referent] : []))),
    ),
    named: new Set(),
    bySdk: {
      additionalSecretOutputs: cloud === undefined ? [] : secretOutputsOf(cloud.resource),
      replaceOnChanges: cloud === undefined ? [] : replaceOnChangesOf(cloud.resource, cloud.schema),
    },
    // `ignoreChanges` from the import file needs no test here, because it was proven with the program.
    ignores: (path, text) =>
      requested !== undefined || (formatPattern(path) === text && hidesNothing(path, alreadySet)),
  };
  const program = setOptions(options, context);
  const { deletedWith, customTimeouts } = program;
  const ignored = new Set(ignoreChanges.map(formatPattern));
  const more = program.ignoreChanges.filter((path) => !ignored.has(formatPattern(path)));
  const additionalSecretOutputs = [...new Set([...program.additionalSecretOutputs, ...secretOutputs])];
  return {
    program: { ...program, additionalSecretOutputs, ignoreChanges: [...ignoreChanges, ...more] },
    recorded: options.dependencies.filter((urn) => present.has(urn)),
    entry: { deletedWith, customTimeouts },
    notes: leftOptions(options, context).map(({ name, values }) => ({
      text:
        source === undefined
          ? `not imported, so left out of ${name}: ${values.join(", ")}`
          : `in stack ${source.stack}, the option ${name} is: ${values.join(", ")}`,
    })),
  };
}

/** Returns outputs with likely secrets that `additionalSecretOutputs` must list. The engine marks only outputs that are named like a secret input. */
function likelySecretOutputs(
  { outputs, likelySecrets, resource }: CloudResource,
  { sent }: AlreadySet,
): readonly string[] {
  const isSecret = (value: Value | undefined): boolean => value !== undefined && holdsSecret(value);
  const schemaSecrets = new Set(secretOutputsOf(resource));
  const names = new Set(likelySecrets.map(({ path: [name] }) => String(name)));
  return [...names].filter((name) => {
    const [output, input] = [outputs.get(name), sent.get(name)];
    const isSettable = name !== "id" && !name.startsWith("__") && !schemaSecrets.has(name);
    return isSettable && isSecret(output) && !isSecret(input);
  });
}

/** Returns whether `ignoreChanges` has no effect for the path, because the stored value that replaces the sent value equals it. */
function hidesNothing(path: Path, { sent, stored }: AlreadySet): boolean {
  return equalMaps(resetPath(stored, sent, path), sent) && equalMaps(sent, resetPath(stored, sent, path));
}
