/** The current user, determined like in Pulumi: the system's user database first, then the environment. */
import { userInfo } from "node:os";

export interface CurrentUser {
  readonly name: string;
  /** Absolute path of the directory with `~/.pulumi` and of `file://~`. */
  readonly home: string;
}

/** Returns the current user. In a container, the user may be missing in the user database; then HOME and USER are used. */
export function currentUser(): CurrentUser {
  try {
    const { username, homedir: home } = userInfo();
    return { name: username, home };
  } catch {
    const { USER: name = String(process.getuid?.() ?? "?"), HOME: home = "/" } = process.env;
    return { name, home };
  }
}
