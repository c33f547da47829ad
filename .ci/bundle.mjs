// Bundles the CLI for the npm package: the commands in a few files, and minified dependencies in `vendor`. Without the bundle, imp starts 0.3 s
// later, and the package has dependencies that must be installed from a registry.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Writes dist/bundle: `main.js`, `commands/` for oclif, shared chunks, and `vendor`. */
export async function bundle(root) {
  const outdir = join(root, "dist", "bundle");
  const commands = readdirSync(join(root, "commands"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.slice(0, -".ts".length));
  const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Clients of backends are optional, and are not bundled.
  const clients = Object.keys(peerDependencies);
  rmSync(outdir, { recursive: true, force: true });
  const options = {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    logLevel: "warning",
  };
  /** The text of all files that import each package. */
  const imports = new Map();
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
    external: clients,
    plugins: [fromVendor(imports, clients)],
  });
  const bundled = await Promise.all([
    vendor({ ...options, imports, outdir }),
    starters(options),
    graphOfReports({ ...options, outdir }),
  ]);
  writeFileSync(join(outdir, "vendor", "LICENSES.txt"), licenseTexts(root, bundled.flat()));
}

/** Records which packages the code imports, and redirects these imports to `#vendor/…`, which package.json maps to the files in `vendor`. */
function fromVendor(imports, clients) {
  return {
    name: "from-vendor",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
        if (kind === "entry-point" || path.startsWith("node:") || clients.includes(path)) return undefined;
        imports.set(path, `${imports.get(path) ?? ""}${readFileSync(importer, "utf8")}\n`);
        return { path: `#vendor/${path.replace(/\.js$/, "")}`, external: true };
      });
    },
  };
}

/** Writes a file for each imported package, with the exports that imp uses. Returns the bundled files. */
async function vendor({ imports, outdir, ...options }) {
  const entries = await Promise.all([...imports].map(async ([path, users]) => [path, await entryOf(path, users)]));
  const texts = new Map(entries);
  const { metafile } = await build({
    ...options,
    outdir: join(outdir, "vendor"),
    entryPoints: [...texts.keys()].map((path) => ({ in: `entry:${path}`, out: path.replace(/\.js$/, "") })),
    splitting: true,
    chunkNames: "shared/[name]-[hash]",
    minify: true,
    metafile: true,
    // oclif loads TypeScript only for uncompiled commands.
    external: ["typescript"],
    banner: { js: requireForPackages },
    plugins: [
      {
        name: "entries",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice("entry:".length), namespace: "entry" }));
          onLoad({ filter: /./, namespace: "entry" }, ({ path }) => ({
            contents: texts.get(path),
            resolveDir: options.absWorkingDir,
          }));
        },
      },
      withoutLibFiles,
    ],
  });
  return Object.keys(metafile.inputs);
}

/** Returns a module that exports only those names of a package that occur in the text of its importers. So esbuild can omit unused code. */
async function entryOf(path, users) {
  const words = new Set(users.match(/[\w$]+/g));
  const names = Object.keys(await import(path)).filter((name) => name === "default" || words.has(name));
  return `export { ${names.join(", ")} } from ${JSON.stringify(path)};`;
}

/** Removes 3 MB of standard library declarations from ts-morph. Only type checking needs them, and imp doesn't check types. */
const withoutLibFiles = {
  name: "without-lib-files",
  setup({ onLoad }) {
    onLoad({ filter: /ts-morph-common\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const start = text.indexOf("const libFiles = [{");
      const end = text.indexOf("\n    }];\n", start);
      if (start < 0 || end < 0)
        throw new Error("Cannot find the standard library declarations in ts-morph: their format changed.");
      return { contents: `${text.slice(0, start)}const libFiles = [${text.slice(end + "\n    }".length)}` };
    });
  },
};

/** Returns the license texts of the bundled packages. */
function licenseTexts(root, files) {
  const found = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  // @ts-morph/common contains the TypeScript compiler.
  const folders = new Set([...found, "node_modules/typescript"]);
  const licences = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const texts = readdirSync(join(root, folder)).filter((file) =>
      /^(licen[cs]e|notice|copying|thirdparty)/i.test(file),
    );
    return [
      `${name} ${version} (${license})`,
      ...texts.map((file) => readFileSync(join(root, folder, file), "utf8")),
    ].join("\n\n");
  });
  return `${licences.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/**
 * Bundles the gRPC worker and the simulated cloud, which are not part of the main program. Each becomes one file with its packages, because loading
 * grpc-js as 150 files takes twice as long. Returns the bundled files.
 */
async function starters(options) {
  const { metafile } = await build({
    ...options,
    outdir: join(options.absWorkingDir, "dist"),
    minify: true,
    entryPoints: [
      { in: "src/plugin/grpc-worker.ts", out: "bundle/plugin/grpc-worker" },
      { in: "fixtures/simcloud/main.ts", out: "simcloud" },
    ],
    banner: { js: requireForPackages },
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

/** Bundles the script that lays out the graph of HTML reports in browsers. Returns the bundled files. */
async function graphOfReports({ outdir, ...options }) {
  const { metafile } = await build({
    ...options,
    platform: "browser",
    target: "es2022",
    minify: true,
    entryPoints: ["src/cli/reports/files/graph.mjs"],
    outfile: join(outdir, "report-graph.js"),
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

/** Defines `require`, `__filename`, and `__dirname`, which bundled CommonJS modules use, but ES modules don't have. */
const requireForPackages = [
  'import { createRequire as requireOfThisFile } from "node:module";',
  'import { dirname as folderOfThisFile } from "node:path";',
  'import { fileURLToPath as pathOfThisFile } from "node:url";',
  "const require = requireOfThisFile(import.meta.url);",
  "const __filename = pathOfThisFile(import.meta.url);",
  "const __dirname = folderOfThisFile(__filename);",
].join("\n");
