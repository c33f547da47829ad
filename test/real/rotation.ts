/** Which suites of this folder a run of CI has, and in which order: there is no time for all of them. */

/** A suite runs once in this many runs, unless it always does. */
const slots = 3;

/** The suites of every run: an estate in the simulated cloud, and those in real systems. */
const everyRun = ["estate", "rabbitmq", "postgresql"];

/**
 * Chooses the suites of a run: those of every run, then a third of the others. Three runs in a row have all of them. Where time is short in a
 * slot, another suite is the last one the next time.
 *
 * @param run the number of the run, for example the number of commits
 */
export function suitesOfRun(suites: readonly string[], run: number): readonly string[] {
  const others = suites.filter((name) => !everyRun.includes(name)).sort();
  const slot = others.filter((_, index) => index % slots === run % slots);
  const first = Math.floor(run / slots) % Math.max(1, slot.length);
  return [...everyRun.filter((name) => suites.includes(name)), ...slot.slice(first), ...slot.slice(0, first)];
}
