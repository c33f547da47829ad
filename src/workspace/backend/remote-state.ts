/** Treats a checkpoint in an object store as the remote file of a commit. */
import type { RemoteAddress, RemoteFile } from "../../commit/remote.ts";
import { ImpError } from "../../errors.ts";
import type { Store } from "../../store/store.ts";
import type { StateLocation } from "../workspace.ts";
import { cliState } from "./cli-state.ts";

export function remoteState(store: Store, key: string): RemoteFile {
  return {
    address: { store: store.url, key },
    shown: store.shown(key),
    read: () => store.read(key),
    write: (bytes, version) => store.write(key, bytes, { version }),
    isSame: (read, written) => Buffer.compare(read, written) === 0,
  };
}

/** Returns the remote file in a journal. Throws COMMIT_ELSEWHERE for another backend, because journals can be forged. */
export async function openRemoteState(
  { store: url, key }: RemoteAddress,
  location: StateLocation,
): Promise<RemoteFile> {
  if (location.kind === "cli" && location.url === url && location.reference === key) return cliState(location);
  const store = location.kind === "diy" ? location.backend.store : undefined;
  if (store === undefined || store.url !== url || !key.startsWith(".pulumi/stacks/"))
    throw ImpError.of("COMMIT_ELSEWHERE", { place: `${url.split("?")[0]} ${key}` });
  return remoteState(store, key);
}
