/** Selects the suites of a CI run, because there is not enough time for all of them. */

/** A suite runs in one of this many runs, unless it is in every run. */
const slots = 3;

/** Suites of test/real in every run: one with the simulated cloud, and those with real systems. */
export const realSuitesOfEveryRun: readonly string[] = ["estate", "rabbitmq", "postgresql"];

/**
 * Selects the suites of every run and a third of all other suites, so that three consecutive runs have all of them. Each time, a third starts with
 * another suite, because a run may not have the time for all of them.
 * @param run the number of the run, for example the number of commits
 */
export function suitesOfRun(
  suites: readonly string[],
  run: number,
  everyRun: readonly string[] = [],
): readonly string[] {
  const others = suites.filter((name) => !everyRun.includes(name)).sort();
  const slot = others.filter((_, index) => index % slots === run % slots);
  const first = Math.floor(run / slots) % Math.max(1, slot.length);
  return [...everyRun.filter((name) => suites.includes(name)), ...slot.slice(first), ...slot.slice(0, first)];
}
