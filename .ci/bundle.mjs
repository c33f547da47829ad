// The command line as it is shipped: commands and what they import in a few files. Loading them as two hundred takes 0.1 s longer.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Writes dist/bundle: `main.js`, `commands/` as oclif looks for them, and what several of them share. */
export async function bundle(root) {
  const outdir = join(root, "dist", "bundle");
  const commands = readdirSync(join(root, "commands"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.slice(0, -".ts".length));
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  rmSync(outdir, { recursive: true, force: true });
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "warning",
  };
  await build({
    ...options,
    outdir,
    entryPoints: [
      { in: "src/cli/main.ts", out: "main" },
      { in: "src/cli/command-not-found.ts", out: "command-not-found" },
      ...commands.map((name) => ({ in: `commands/${name}.ts`, out: `commands/${name}` })),
    ],
    splitting: true,
    chunkNames: "shared/[name]-[hash]",
    // The packages that imp depends on are installed beside it.
    external: [...Object.keys({ ...dependencies, ...optionalDependencies }), "google-auth-library"],
  });
  // Every run starts these two: each is one file with its packages. Loading grpc-js as 150 files takes twice as long.
  await build({
    ...options,
    outdir: join(root, "dist"),
    entryPoints: [
      { in: "src/plugin/grpc-worker.ts", out: "bundle/plugin/grpc-worker" },
      { in: "fixtures/simcloud/main.ts", out: "simcloud" },
    ],
    banner: { js: requireForPackages },
  });
}

/** Packages that are CommonJS modules need `require` for the modules of Node.js. */
const requireForPackages =
  'import { createRequire } from "node:module";\nimport { dirname as dirnameOf } from "node:path";\n' +
  "const require = createRequire(import.meta.url);\nconst __dirname = dirnameOf(new URL(import.meta.url).pathname);";
