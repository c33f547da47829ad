/**
 * Who runs this, as Pulumi sees it: the system's entry of the user, whatever HOME says; the environment where there is no entry.
 */
import { userInfo } from "node:os";

export interface CurrentUser {
  readonly name: string;
  /** Absolute: where `~/.pulumi` and `file://~` are. */
  readonly home: string;
}

/** Containers run as a user that the system does not know: then HOME and USER tell. */
export function currentUser(): CurrentUser {
  try {
    const { username, homedir: home } = userInfo();
    return { name: username, home };
  } catch {
    const { USER: name = String(process.getuid?.() ?? "?"), HOME: home = "/" } = process.env;
    return { name, home };
  }
}
