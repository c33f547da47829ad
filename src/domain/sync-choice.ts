/** What `imp sync` does with a drifted resource: take the cloud's values, keep the program's, or ignore the drift. */
export const syncChoices = ["cloud", "program", "ignore"] as const;

export type SyncChoice = (typeof syncChoices)[number];
