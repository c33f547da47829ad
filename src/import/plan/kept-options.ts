/**
 * Options that an import spec asks for, or that the program of another stack gives a resource, as far as its state records them: those that
 * the program and the state here have, and those that they cannot have.
 */
import type { Link, Note, StateEntry, Urn } from "../../graph.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { formatPattern, type Path } from "../../ir/path.ts";
import { leftOptions, type OptionContext, type SetOptions, setOptions } from "../../resource-options.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../../schema/resource-options.ts";
import { claimedSecretOutputs } from "../../schema/with-claims.ts";
import { resetPath } from "../../value/at-path.ts";
import { equalMaps } from "../../value/compare.ts";
import { holdsSecret } from "../../value/restore-secrets.ts";
import { emptyMap, type PropertyMap } from "../../value/value.ts";
import type { CloudResource } from "../read/cloud-resource.ts";

export interface KeptOptions {
  readonly program: SetOptions;
  /** The dependencies that the state records, those of references not among them. */
  readonly recorded: readonly Urn[];
  readonly entry: Pick<StateEntry, "deletedWith" | "customTimeouts">;
  /** Options that the program here does not have. */
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
 * Omits options that the SDK sets from the schema by itself, and those that follow from a reference of the program. Outputs that are claimed
 * to be secret are named, for the SDK does not know of it.
 *
 * @param alreadySet what the program sets anyway; `sent`: the inputs that the SDK sends, `stored`: those that the state will have.
 * @param present URNs that the program here has.
 */
export function keptOptions(
  { source, options: asked }: ResolvedSpec,
  cloud: CloudResource | undefined,
  alreadySet: AlreadySet,
  present: ReadonlySet<Urn>,
): KeptOptions {
  const { links, ignoreChanges } = alreadySet;
  const options = asked ?? source?.options;
  const claimed =
    cloud === undefined
      ? []
      : [
          ...new Set([
            ...claimedSecretOutputs(cloud.resource, cloud.outputs),
            ...likelySecretOutputs(cloud, alreadySet),
          ]),
        ];
  if (options === undefined)
    return {
      program: { dependsOn: [], additionalSecretOutputs: claimed, ignoreChanges },
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
    // The options that the import file asks for are proven with the program.
    ignores: (path, text) => asked !== undefined || (formatPattern(path) === text && hidesNothing(path, alreadySet)),
  };
  const program = setOptions(options, context);
  const { deletedWith, customTimeouts } = program;
  const ignored = new Set(ignoreChanges.map(formatPattern));
  const more = program.ignoreChanges.filter((path) => !ignored.has(formatPattern(path)));
  const additionalSecretOutputs = [...new Set([...program.additionalSecretOutputs, ...claimed])];
  return {
    program: { ...program, additionalSecretOutputs, ignoreChanges: [...ignoreChanges, ...more] },
    recorded: options.dependencies.filter((urn) => present.has(urn)),
    entry: {
      deletedWith,
      customTimeouts,
    },
    notes: leftOptions(options, context).map(({ name, values }) => ({
      text: `${source === undefined ? "not imported, so left out of" : `in stack ${source.stack} with`} ${name}: ${values.join(", ")}`,
    })),
  };
}

/** The outputs with a likely secret that no input of the same name brings along: the engine does not know of these. */
function likelySecretOutputs(
  { outputs, likelySecrets, resource }: CloudResource,
  { sent }: AlreadySet,
): readonly string[] {
  const known = new Set(secretOutputsOf(resource));
  const names = new Set(likelySecrets.map(({ path: [name] }) => String(name)));
  return [...names].filter((name) => {
    const [output, input] = [outputs.get(name), sent.get(name)];
    if (name === "id" || name.startsWith("__") || known.has(name) || output === undefined || !holdsSecret(output))
      return false;
    return input === undefined || !holdsSecret(input);
  });
}

/** The engine puts what is stored at the path before what is sent: with the same in both places all that was proven stays as it is. */
function hidesNothing(path: Path, { sent, stored }: AlreadySet): boolean {
  return equalMaps(resetPath(stored, sent, path), sent) && equalMaps(sent, resetPath(stored, sent, path));
}
