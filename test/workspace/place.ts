/** A temporary directory with a project, a file backend and a home. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ErrorCode, ImpError } from "../../src/domain/errors.ts";
import { secretsManagers } from "../../src/state/secrets/index.ts";
import { openStack, openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Workspace, WorkspaceFlags } from "../../src/workspace/workspace.ts";

export interface WorkspaceDir {
  readonly root: string;
  /** Writes a file below the root, and creates its parent directories. */
  write(path: string, content: string | Uint8Array): Promise<string>;
  path(...parts: readonly string[]): string;
  open(flags?: Partial<WorkspaceFlags>, env?: Record<string, string>): Promise<Workspace>;
  remove(): Promise<void>;
}

export const emptyCheckpoint = JSON.stringify({ version: 0, checkpoint: { stack: "organization/orchard/dev" } });

export async function makePlace(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<WorkspaceDir> {
  const root = await mkdtemp(join(tmpdir(), "imp-workspace-"));
  const directory: WorkspaceDir = {
    root,
    path: (...parts) => join(root, ...parts),
    async write(path, content) {
      const full = join(root, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, content);
      return full;
    },
    open: async (flags = {}, env = {}) => {
      const choice = { cwd: root, config: new Map(), ...flags };
      const environment = { env, homeDir: join(root, "home") };
      return await openWorkspace(await openStack(choice, environment), choice, environment, {
        random: randomBytes,
        secretsManagers,
      });
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
  for (const [path, content] of Object.entries(files)) await directory.write(path, content);
  return directory;
}

/** Returns the files of project `orchard` with stack `dev` in the backend `backend`. */
export function orchardFiles(
  extra: Readonly<Record<string, string | Uint8Array>> = {},
): Record<string, string | Uint8Array> {
  return {
    "Pulumi.yaml": "name: orchard\nruntime: nodejs\n",
    "backend/.pulumi/meta.yaml": "version: 1\n",
    "backend/.pulumi/stacks/orchard/dev.json": emptyCheckpoint,
    ...extra,
  };
}

export const backendEnv = { PULUMI_BACKEND_URL: "file://./backend" };

/** Returns a matcher for `assert.rejects`: an error with this code, and `where` in its message. */
export function fails(code: ErrorCode, where = ""): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof ImpError)) throw error;
    if (error.code !== code || !(error.explanation.where ?? "").includes(where))
      throw new Error(`${error.code} at ${error.explanation.where}, not ${code} at ${where}`);
    return true;
  };
}
