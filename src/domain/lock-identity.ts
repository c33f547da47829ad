/**
 * The process that holds a lock, as its lock file names it.
 */

export interface LockIdentity {
  readonly pid: number;
  readonly username: string;
  readonly hostname: string;
  /** Names the machine or container of the pid: containers may share a host's name. Absent: the host's name alone does. */
  readonly processes?: string;
  readonly now: Date;
  /** A random UUID, one for each run. */
  readonly id: string;
}
