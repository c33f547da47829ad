/** Measures `imp run --help` and bare Node.js. The two alternate, so that the load of the machine affects both. */
import { join } from "node:path";
import { projectRoot } from "../real/project-root.ts";
import { mustRun } from "../real/run-process.ts";
import { median } from "./median.ts";

export interface StartupFigure {
  readonly runs: number;
  /** Median times in seconds. */
  readonly help: number;
  readonly bare: number;
}

/** The command line of the compiled `imp`. */
export const imp: readonly [string, ...string[]] = [process.execPath, join(projectRoot, "dist", "bundle", "main.js")];

export async function measureStartup(runs: number): Promise<StartupFigure> {
  const help: number[] = [];
  const bare: number[] = [];
  await mustRun([...imp, "run", "--help"]); // The first start warms up the disk cache.
  for (let run = 0; run < runs; run++) {
    bare.push((await mustRun([process.execPath, "-e", "0"])).seconds);
    help.push((await mustRun([...imp, "run", "--help"])).seconds);
  }
  return { runs, help: median(help), bare: median(bare) };
}
