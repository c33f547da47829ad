// The suites of a run of CI, by the number of commits, so that every clone of a commit has the same ones. IMP_CI_RUN=N is the Nth run, and
// IMP_CI_RUN=all has all suites.
import { spawnSync } from "node:child_process";
import { suitesOfRun } from "../dist/test/support/rotation.js";

/** Returns the suites to run, and says how many of them wait for another run. */
export function chosenSuites(all, everyRun, root, say) {
  const asked = process.env.IMP_CI_RUN;
  if (asked === "all") return [...all].sort();
  const counted = spawnSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" });
  const run = Number(asked ?? counted.stdout);
  if (!Number.isInteger(run) || run < 0) throw new Error(`IMP_CI_RUN is ${asked}: give the number of a run, or all`);
  const chosen = suitesOfRun(all, run, everyRun);
  say(`run ${run}: ${chosen.length} of ${all.length} suites; the others have their turn in the next two runs`);
  return chosen;
}
