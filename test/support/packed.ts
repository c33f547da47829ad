/** Installs the package of `npm pack` into an empty directory without a registry or compiler. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "./imp-process.ts";

export interface Packed {
  readonly files: readonly string[];
  /** The installed size in bytes. */
  readonly installedBytes: number;
  /** A directory outside the checkout. */
  readonly directory: string;
  /** The directory of the installed commands. */
  readonly bin: string;
  readonly imp: Command;
  /** The command as a tool plugin of Pulumi. */
  readonly tool: Command;
  readonly remove: () => void;
}

type Command = (
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
) => { code: number | null; stdout: string; stderr: string };

export function installPacked(): Packed {
  const directory = mkdtempSync(join(tmpdir(), "imp-packed-"));
  const prefix = join(directory, "prefix");
  mkdirSync(prefix);
  // Ignore the npm scripts, which would compile again while other tests run.
  const [packed] = JSON.parse(
    npm(["pack", "--json", "--ignore-scripts", "--pack-destination", directory], projectRoot),
  ) as [
    { readonly filename: string; readonly unpackedSize: number; readonly files: readonly { readonly path: string }[] },
  ];
  const nowhere = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  npm(["install", "--global", "--prefix", prefix, ...nowhere, join(directory, packed.filename)], directory);
  const installed = readdirSync(join(prefix, "lib", "node_modules"));
  if (installed.join() !== "pulumi-imp") throw new Error(`installed next to pulumi-imp: ${installed.join(", ")}`);
  const bin = join(prefix, "bin");
  const command =
    (name: string): Command =>
    (args, env = {}) => {
      const path = [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(":");
      const options = {
        cwd: directory,
        env: { PATH: path, HOME: directory, NO_COLOR: "1", ...env },
        encoding: "utf8",
      } as const;
      const { status, stdout, stderr } = spawnSync(join(bin, name), args, options);
      return { code: status, stdout, stderr };
    };
  return {
    files: packed.files.map(({ path }) => path),
    installedBytes: packed.unpackedSize,
    directory,
    bin,
    imp: command("imp"),
    tool: command("pulumi-tool-imp"),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function npm(args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${stderr}`);
  return stdout;
}
