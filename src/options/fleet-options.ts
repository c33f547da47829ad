/** Command lines of `imp fleet run`, `imp fleet report`, and `imp fleet matrix`. */
import { Args, Flags, type Interfaces } from "@oclif/core";
import { commandFlags, formatFlags, repeated } from "./shared-flags.ts";
import { type CommandOptions, commandOptions, type Registries } from "./shared-options.ts";

export const fleetArgs = {
  file: Args.string({ description: "The fleet file", default: "fleet.yaml", ignoreStdin: true }),
};

export function fleetFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...formatFlags(formats),
    results: Flags.string({
      description: "The directory with the results. Defaults to `results` of the fleet file",
      helpValue: "DIR",
    }),
    html: Flags.string({ description: "Also write the report as an HTML page", helpValue: "FILE" }),
  };
}

export function fleetRunFlags(registries: Pick<Registries, "formats">) {
  return {
    ...fleetFlags(registries),
    index: Flags.integer({
      description: "Import only the target with this index, counted from 0, as in a matrix or an array job",
      ...repeated,
      helpValue: "N",
      min: 0,
    }),
    target: Flags.string({ description: "Import only this target", ...repeated, helpValue: "NAME" }),
    parallel: Flags.integer({
      description: "Maximum number of targets that are imported at the same time",
      default: 4,
      min: 1,
      helpValue: "N",
    }),
    "plan-only": Flags.boolean({
      description:
        "Show what would be imported, without writing programs, states, and results. Otherwise each target runs with --yes",
      aliases: ["dry-run"],
      default: false,
    }),
  };
}

export interface FleetOptions extends CommandOptions {
  /** As the user typed it. */
  readonly file: string;
  readonly results?: string;
  readonly html?: string;
}

export interface FleetRunOptions extends FleetOptions {
  /** The program and the first arguments that start imp. */
  readonly command: readonly [string, ...string[]];
  readonly indexes: readonly number[];
  readonly names: readonly string[];
  readonly parallel: number;
  /** Flags for all targets. */
  readonly flags: readonly string[];
  /** Only show what would be imported. */
  readonly isPlan: boolean;
}

type FleetFlags = Interfaces.InferredFlags<ReturnType<typeof fleetFlags>>;
type FleetRunFlags = Interfaces.InferredFlags<ReturnType<typeof fleetRunFlags>>;

export function fleetOptions(file: string, flags: FleetFlags, registries: Pick<Registries, "formats">): FleetOptions {
  return { ...commandOptions(flags, registries), file, results: flags.results, html: flags.html };
}

/** @param command the program and the first arguments that start imp */
export function fleetRunOptions(
  file: string,
  flags: FleetRunFlags,
  command: FleetRunOptions["command"],
  registries: Pick<Registries, "formats">,
): FleetRunOptions {
  return {
    ...fleetOptions(file, flags, registries),
    command,
    indexes: flags.index ?? [],
    names: flags.target ?? [],
    parallel: flags.parallel,
    flags: [flags["plan-only"] ? "--plan-only" : "--yes"],
    isPlan: flags["plan-only"],
  };
}
