/** The process that holds a lock, in the form of the lock file. */
export interface LockIdentity {
  readonly pid: number;
  readonly username: string;
  readonly hostname: string;
  /** Identifies the container of the pid, because containers can share a hostname. Omitted if the hostname is enough. */
  readonly processes?: string;
  readonly now: Date;
  /** A random UUID of the run. */
  readonly id: string;
}
