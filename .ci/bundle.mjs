// The command line as it is shipped: commands and what they import in a few files, and the packages that they use in `vendor`, minified.
// Loading all of it as it is installed takes 0.3 s longer, and needs a registry where imp is installed.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Writes dist/bundle: `main.js`, `commands/` as oclif looks for them, what several of them share, and `vendor`. */
export async function bundle(root) {
  const outdir = join(root, "dist", "bundle");
  const commands = readdirSync(join(root, "commands"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.slice(0, -".ts".length));
  const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // A client of a backend's vendor is installed next to imp, or is not.
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
  /** Import of a package -> the text of the files that import it. */
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
  writeFileSync(join(outdir, "vendor", "LICENSES.txt"), licencesOf(root, bundled.flat()));
}

/** Leaves the packages out and notes them: `#vendor/…` is a name of package.json for the files that `vendor` writes. */
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

/** Writes a file for each import of a package, with the names that imp uses of it. Returns the files that it is made of. */
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
    // oclif loads it for commands that are not compiled.
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

/** An entry with those names of a package that occur in the texts of its users; esbuild leaves out what only others need. */
async function entryOf(path, users) {
  const words = new Set(users.match(/[\w$]+/g));
  const names = Object.keys(await import(path)).filter((name) => name === "default" || words.has(name));
  return `export { ${names.join(", ")} } from ${JSON.stringify(path)};`;
}

/** ts-morph carries 3 MB of declarations of the standard library, for programs whose types are checked; imp checks none. */
const withoutLibFiles = {
  name: "without-lib-files",
  setup({ onLoad }) {
    onLoad({ filter: /ts-morph-common\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const start = text.indexOf("const libFiles = [{");
      const end = text.indexOf("\n    }];\n", start);
      if (start < 0 || end < 0)
        throw new Error("ts-morph keeps its declarations of the standard library in another form.");
      return { contents: `${text.slice(0, start)}const libFiles = [${text.slice(end + "\n    }".length)}` };
    });
  },
};

/** The licence texts of the packages that files are from. */
function licencesOf(root, files) {
  const found = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  // ts-morph has the compiler in a file of its own package.
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
 * Every run starts these two: each is one file with its packages. Loading grpc-js as 150 files takes twice as long. Returns the files that
 * they are made of.
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

/** The script of HTML reports that lays their graph out, for browsers. Returns the files that it is made of. */
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

/** Packages that are CommonJS modules need `require` for the modules of Node.js, and the names of their own file. */
const requireForPackages = [
  'import { createRequire as requireOfThisFile } from "node:module";',
  'import { dirname as folderOfThisFile } from "node:path";',
  'import { fileURLToPath as pathOfThisFile } from "node:url";',
  "const require = requireOfThisFile(import.meta.url);",
  "const __filename = pathOfThisFile(import.meta.url);",
  "const __dirname = folderOfThisFile(__filename);",
].join("\n");
