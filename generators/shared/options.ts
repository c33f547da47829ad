/** The resource options that a program sets. */
import type { CustomTimeouts } from "../../src/domain/custom-timeouts.ts";
import type { ResourceNode, ResourceOptions } from "../../src/ir/program.ts";
import { formatPattern } from "../../src/value/path.ts";

/** An option that the program sets. `name` is its name in TypeScript. Resources are node ids, and lists are not empty. */
export type SetOption =
  | { readonly kind: "resource"; readonly name: "parent" | "provider" | "deletedWith"; readonly value: string }
  | { readonly kind: "resources"; readonly name: "providers" | "dependsOn"; readonly value: readonly string[] }
  | { readonly kind: "flag"; readonly name: "protect" | "retainOnDelete"; readonly value: boolean }
  | { readonly kind: "text"; readonly name: "version" | "pluginDownloadURL" | "import"; readonly value: string }
  | {
      readonly kind: "texts";
      readonly name: "ignoreChanges" | "additionalSecretOutputs";
      readonly value: readonly string[];
    }
  | { readonly kind: "timeouts"; readonly name: "customTimeouts"; readonly value: readonly Timeout[] }
  | { readonly kind: "aliases"; readonly name: "aliases"; readonly value: readonly string[] };

type Timeout = readonly [operation: keyof CustomTimeouts, seconds: number];
type PossibleOption<O = SetOption> = O extends SetOption
  ? Omit<O, "value"> & { readonly value: O["value"] | undefined }
  : never;

/**
 * Returns the options in the order of docs/programs.md#options.
 *
 * @param nodes all nodes of the program by id
 * @param sdk values for options that neither the resource nor the called constructor sets
 */
export function optionsToSet(
  node: ResourceNode,
  nodes: ReadonlyMap<string, ResourceNode>,
  sdk: Pick<ResourceOptions, "version" | "pluginDownloadUrl"> = {},
): readonly SetOption[] {
  const { options } = node;
  const possible: readonly PossibleOption[] = [
    { kind: "resource", name: "parent", value: options.parent },
    { kind: "resource", name: "provider", value: options.provider },
    { kind: "resources", name: "providers", value: options.providers },
    { kind: "resources", name: "dependsOn", value: options.dependsOn },
    { kind: "flag", name: "protect", value: flagToSet("protect", node, nodes) },
    { kind: "flag", name: "retainOnDelete", value: flagToSet("retainOnDelete", node, nodes) },
    { kind: "resource", name: "deletedWith", value: options.deletedWith },
    { kind: "texts", name: "ignoreChanges", value: options.ignoreChanges.map(formatPattern) },
    { kind: "texts", name: "additionalSecretOutputs", value: options.additionalSecretOutputs },
    { kind: "timeouts", name: "customTimeouts", value: timeoutsOf(options.customTimeouts) },
    { kind: "aliases", name: "aliases", value: options.aliases },
    { kind: "text", name: "version", value: options.version ?? sdk.version },
    { kind: "text", name: "pluginDownloadURL", value: options.pluginDownloadUrl ?? sdk.pluginDownloadUrl },
    { kind: "text", name: "import", value: options.importId },
  ];
  return possible.filter(isSet);
}

function isSet(option: PossibleOption): option is SetOption {
  return option.value !== undefined && !(Array.isArray(option.value) && option.value.length === 0);
}

/**
 * Returns the value of a flag, or undefined if the program does not set it. A child of a protected parent is protected too, so an unprotected child
 * sets `false` (`inheritFromParent` of the engine). The engine does not protect external resources.
 */
function flagToSet(
  name: "protect" | "retainOnDelete",
  { kind, options }: ResourceNode,
  nodes: ReadonlyMap<string, ResourceNode>,
): boolean | undefined {
  if (kind === "external") return undefined;
  if (options[name]) return true;
  const parent = options.parent === undefined ? undefined : nodes.get(options.parent);
  return parent?.options[name] === true ? false : undefined;
}

/** Returns the timeouts that are set, in the order of Pulumi's documentation. */
function timeoutsOf(timeouts: CustomTimeouts = {}): readonly Timeout[] {
  return (["create", "update", "delete", "read"] as const).flatMap((operation) => {
    const seconds = timeouts[operation];
    return seconds === undefined ? [] : [[operation, seconds] as const];
  });
}

/** A duration as a whole number of the largest possible unit. Only seconds can be fractions. */
export interface Span {
  readonly count: number;
  readonly unit: "hours" | "minutes" | "seconds";
}

export function spanOf(seconds: number): Span {
  if (seconds % 3600 === 0) return { count: seconds / 3600, unit: "hours" };
  if (seconds % 60 === 0) return { count: seconds / 60, unit: "minutes" };
  return { count: seconds, unit: "seconds" };
}

/** Formats a duration as `30m` or `1.5s`. The engine accepts no exponents and nothing below a nanosecond. */
export function durationText(seconds: number): string {
  const { count, unit } = spanOf(seconds);
  const digits = Number.isInteger(count) ? String(count) : count.toFixed(9).replace(/0+$/, "");
  return `${digits}${unit.slice(0, 1)}`;
}
