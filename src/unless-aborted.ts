/**
 * Ends a wait when a signal aborts: what is read may never have an end.
 */

/** The result of the work, unless the signal aborts first; throws its reason then. The work itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return await Promise.race([work, aborted]);
}
