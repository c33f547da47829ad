/** Splits the resource options in a state into values that a program can set and values that it cannot set. */

import { type Path, parsePath } from "../value/path.ts";
import type { GraphOptions, Urn } from "./graph.ts";

/** The options of a resource in the state. */
export interface StateOptions {
  /** All dependencies, including references. */
  readonly dependencies: readonly Urn[];
  /** The `dependsOn` of the program. For a component, it differs from the dependencies in the state. Defaults to the dependencies. */
  readonly dependsOn?: readonly Urn[];
  readonly deletedWith?: Urn;
  readonly customTimeouts?: NonNullable<GraphOptions["customTimeouts"]>;
  /** Like `replaceOnChanges`, includes the names that the SDK adds from the schema. */
  readonly additionalSecretOutputs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  /** Property paths in the notation of programs. */
  readonly ignoreChanges: readonly string[];
  readonly importId?: string;
  readonly aliases?: readonly Urn[];
  readonly replaceWith?: readonly Urn[];
}

/** The facts about the program that decide which options it can set. */
export interface OptionContext {
  /** Only a custom resource has secret outputs and an id. */
  readonly isCustom: boolean;
  /** Returns whether the program has a resource. */
  readonly has: (urn: Urn) => boolean;
  /** Resources that the program depends on through references. */
  readonly linked: ReadonlySet<Urn>;
  /** Resources that comments in the program name as dependencies. */
  readonly named: ReadonlySet<Urn>;
  /** The options that the SDK sets from the schema. */
  readonly bySdk: {
    readonly additionalSecretOutputs: readonly string[];
    readonly replaceOnChanges: readonly string[];
  };
  /** Returns true if the program can set this path of the state's `ignoreChanges`. */
  readonly ignores: (path: Path, text: string) => boolean;
}

interface Option {
  /** The name of the option in programs. */
  readonly name: string;
  /** Returns the part that the program sets. */
  readonly set: (state: StateOptions, context: OptionContext) => Partial<GraphOptions>;
  /** Returns the part that the program cannot set. */
  readonly left: (state: StateOptions, context: OptionContext) => readonly string[];
}

const resourceOptions: readonly Option[] = [
  {
    name: "ignoreChanges",
    set: ({ ignoreChanges }, context) => ({
      ignoreChanges: ignoreChanges.flatMap((text) => ignoredPath(text, context) ?? []),
    }),
    left: ({ ignoreChanges }, context) => ignoreChanges.filter((text) => ignoredPath(text, context) === undefined),
  },
  {
    name: "dependsOn",
    set: ({ dependencies, dependsOn = dependencies }, { has, linked }) => ({
      dependsOn: dependsOn.filter((urn) => has(urn) && !linked.has(urn)),
    }),
    left: ({ dependencies, dependsOn = dependencies }, { has, linked, named }) =>
      dependsOn.filter((urn) => !has(urn) && !linked.has(urn) && !named.has(urn)),
  },
  {
    name: "deletedWith",
    set: ({ deletedWith }, { has }) => (deletedWith !== undefined && has(deletedWith) ? { deletedWith } : {}),
    left: ({ deletedWith }, { has }) => (deletedWith === undefined || has(deletedWith) ? [] : [deletedWith]),
  },
  {
    name: "customTimeouts",
    set: ({ customTimeouts }) => (customTimeouts === undefined ? {} : { customTimeouts }),
    left: () => [],
  },
  {
    name: "additionalSecretOutputs",
    set: (state, context) => ({ additionalSecretOutputs: context.isCustom ? addedSecretOutputs(state, context) : [] }),
    left: (state, context) => (context.isCustom ? [] : addedSecretOutputs(state, context)),
  },
  {
    // The option can stay in the program: the engine imports a resource only if the state does not have it with this id.
    name: "import",
    set: ({ importId }, { isCustom }) => (isCustom && importId !== undefined ? { importId } : {}),
    left: ({ importId }, { isCustom }) => (isCustom || importId === undefined ? [] : [importId]),
  },
  {
    name: "aliases",
    set: ({ aliases = [] }) => (aliases.length > 0 ? { aliases } : {}),
    left: () => [],
  },
  {
    name: "replaceOnChanges",
    set: () => ({}),
    left: ({ replaceOnChanges }, { bySdk }) =>
      replaceOnChanges.filter((path) => !bySdk.replaceOnChanges.includes(path)),
  },
  { name: "replaceWith", set: () => ({}), left: ({ replaceWith = [] }) => replaceWith },
];

/** The options that the program sets. */
export type SetOptions = Partial<GraphOptions> &
  Pick<GraphOptions, "dependsOn" | "additionalSecretOutputs" | "ignoreChanges">;

/** Returns the part of the state's options that the program sets. */
export function setOptions(state: StateOptions, context: OptionContext): SetOptions {
  let all: SetOptions = { dependsOn: [], additionalSecretOutputs: [], ignoreChanges: [] };
  for (const { set } of resourceOptions) all = { ...all, ...set(state, context) };
  return all;
}

/** An option of the state that the program cannot set, or not completely. */
export interface LeftOption {
  /** The name of the option in programs. */
  readonly name: string;
  /** The values that the program cannot set. Non-empty. */
  readonly values: readonly string[];
}

/** Returns the part of the state's options that the program cannot set. */
export function leftOptions(state: StateOptions, context: OptionContext): readonly LeftOption[] {
  return resourceOptions
    .map(({ name, left }) => ({ name, values: left(state, context) }))
    .filter(({ values }) => values.length > 0);
}

/** Returns a list with the path, so that `flatMap` does not flatten the path itself. Returns undefined if the program cannot ignore it. */
function ignoredPath(text: string, { ignores }: OptionContext): readonly [Path] | undefined {
  const path = parsePath(text);
  return path !== undefined && ignores(path, text) ? [path] : undefined;
}

function addedSecretOutputs({ additionalSecretOutputs }: StateOptions, { bySdk }: OptionContext): readonly string[] {
  return additionalSecretOutputs.filter((name) => !bySdk.additionalSecretOutputs.includes(name));
}
