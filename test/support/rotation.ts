/** Which suites a run of CI has, and in which order: there is no time for all of them. */

/** A suite runs once in this many runs, unless it is in every run. */
const slots = 3;

/** Suites of test/real in every run: an estate in the simulated cloud, and those in real systems. */
export const realSuitesOfEveryRun: readonly string[] = ["estate", "rabbitmq", "postgresql"];

/**
 * Chooses the suites of a run: those of every run, then a third of the others. Three runs in a row have all of them. If time is short, the
 * suite that was last in its slot comes earlier the next time.
 *
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
