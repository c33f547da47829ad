/** Hides environment variables that contain secret inputs from child processes. */
import type { RunIo } from "../cli/run-io.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";

/**
 * Removes the variables of `inputsFrom` from the environment. Plugins can still read the variables in the entries of providers. Compilers can read
 * none of them.
 */
export function withoutVariables(io: RunIo, { resources }: Pick<ImportSpecs, "resources">): RunIo {
  const named = (entries: ImportSpecs["resources"]): ReadonlySet<string> =>
    new Set(
      entries.flatMap(({ inputsFrom }) => inputsFrom.flatMap(({ from, name }) => (from === "env" ? [name] : []))),
    );
  const all = named(resources);
  if (all.size === 0) return io;
  const ofObjects = named(resources.filter(({ type }) => !type.startsWith("pulumi:providers:")));
  return { ...io, env: environmentWithout(io.env, ofObjects), toolEnv: environmentWithout(io.toolEnv, all) };
}

function environmentWithout(env: RunIo["env"], names: ReadonlySet<string>): RunIo["env"] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
}
