/**
 * Resource options between a state and a graph: for each option the part of the state's that a program sets, and the part that it cannot.
 */
import type { GraphOptions, Urn } from "./graph.ts";
import { type Path, parsePath } from "./ir/path.ts";

/** The options of a resource, as its state has them. Absent: the state has none, or nobody asks for it. */
export interface StateOptions {
  /** All that it depends on, by references too. */
  readonly dependencies: readonly Urn[];
  /** As the program names them, which records other resources for a component. Absent: the dependencies. */
  readonly dependsOn?: readonly Urn[];
  readonly deletedWith?: Urn;
  readonly customTimeouts?: NonNullable<GraphOptions["customTimeouts"]>;
  /** Those that the SDK sets from the schema among them, as in `replaceOnChanges`. */
  readonly additionalSecretOutputs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  /** Property paths as programs write them. */
  readonly ignoreChanges: readonly string[];
  readonly importId?: string;
  readonly aliases?: readonly Urn[];
  readonly replaceWith?: readonly Urn[];
}

/** The program that a resource is in, as far as its options ask. */
export interface OptionContext {
  /** Only such a resource has secret outputs and an id. */
  readonly isCustom: boolean;
  /** Whether the program has a resource. */
  readonly has: (urn: Urn) => boolean;
  /** Resources that a reference of the program depends on by itself. */
  readonly linked: ReadonlySet<Urn>;
  /** Resources that a comment at a property names. */
  readonly named: ReadonlySet<Urn>;
  /** The options that the SDK sets from the schema by itself. */
  readonly bySdk: {
    readonly additionalSecretOutputs: readonly string[];
    readonly replaceOnChanges: readonly string[];
  };
  /** Whether the program may ignore changes of a path that the state ignores. */
  readonly ignores: (path: Path, text: string) => boolean;
}

interface Option {
  /** As programs spell it. */
  readonly name: string;
  /** The part that the program sets. */
  readonly set: (state: StateOptions, context: OptionContext) => Partial<GraphOptions>;
  /** The part that the program cannot set. */
  readonly left: (state: StateOptions, context: OptionContext) => readonly string[];
}

/** One for each option. */
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
    set: (state, context) => ({ additionalSecretOutputs: context.isCustom ? ownSecretOutputs(state, context) : [] }),
    left: (state, context) => (context.isCustom ? [] : ownSecretOutputs(state, context)),
  },
  {
    // A resource that the engine has under this id already is not imported again.
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

/** The options of a program that the state's become. */
export type SetOptions = Partial<GraphOptions> &
  Pick<GraphOptions, "dependsOn" | "additionalSecretOutputs" | "ignoreChanges">;

export function setOptions(state: StateOptions, context: OptionContext): SetOptions {
  let all: SetOptions = { dependsOn: [], additionalSecretOutputs: [], ignoreChanges: [] };
  for (const { set } of resourceOptions) all = { ...all, ...set(state, context) };
  return all;
}

/** An option of the state that the program has not, or not whole. */
export interface LeftOption {
  /** As programs spell it. */
  readonly name: string;
  /** At least one. */
  readonly values: readonly string[];
}

export function leftOptions(state: StateOptions, context: OptionContext): readonly LeftOption[] {
  return resourceOptions
    .map(({ name, left }) => ({ name, values: left(state, context) }))
    .filter(({ values }) => values.length > 0);
}

/** As one path in a list, so that a list of paths stays one. */
function ignoredPath(text: string, { ignores }: OptionContext): readonly [Path] | undefined {
  const path = parsePath(text);
  return path !== undefined && ignores(path, text) ? [path] : undefined;
}

function ownSecretOutputs({ additionalSecretOutputs }: StateOptions, { bySdk }: OptionContext): readonly string[] {
  return additionalSecretOutputs.filter((name) => !bySdk.additionalSecretOutputs.includes(name));
}
