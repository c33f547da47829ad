// Selects the suites of a CI run by the number of commits, so that all clones of a commit run the same suites. IMP_CI_RUN=N selects the Nth run,
// and IMP_CI_RUN=all selects all suites.
import { spawnSync } from "node:child_process";
import { suitesOfRun } from "../dist/test/support/rotation.js";

/** Returns the suites to run, and prints their number. */
export function chosenSuites(all, everyRun, root, print) {
  const setting = process.env.IMP_CI_RUN;
  if (setting === "all") return [...all].sort();
  const counted = spawnSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" });
  const run = Number(setting ?? counted.stdout);
  if (!Number.isInteger(run) || run < 0) throw new Error(`Invalid IMP_CI_RUN ${setting}: use a run number or "all"`);
  const chosen = suitesOfRun(all, run, everyRun);
  print(`run ${run}: ${chosen.length} of ${all.length} suites; the next two runs have the remaining suites`);
  return chosen;
}
