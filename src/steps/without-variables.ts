/**
 * The outside of a run without the variables whose values an import file takes: no process that the run starts has a use for them.
 */
import type { RunIo } from "../cli/run-io.ts";
import type { SpecFile } from "../spec/spec-file.ts";

/** Those that configure a provider stay: other providers of the package may ask for them by themselves. */
export function withoutVariables(io: RunIo, { resources }: SpecFile): RunIo {
  const taken = resources
    .filter(({ type }) => !type.startsWith("pulumi:providers:"))
    .flatMap(({ inputsFrom }) => inputsFrom.flatMap(({ from, name }) => (from === "env" ? [name] : [])));
  if (taken.length === 0) return io;
  const names = new Set(taken);
  return { ...io, env: Object.fromEntries(Object.entries(io.env).filter(([name]) => !names.has(name))) };
}
