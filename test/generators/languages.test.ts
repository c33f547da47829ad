/** Language descriptors match their generators and docs/run.md. Other files do not name languages. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { common, createEmphasize } from "emphasize";
import ts from "typescript";
import { languages } from "../../generators/index.ts";
import type { ProgramFolder } from "../../generators/language.ts";
import { projectRoot } from "../real/project-root.ts";
import { node, program } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

describe("the language registry", () => {
  it("has each language name, runtime, and main file once", () => {
    for (const all of [
      languages.map(({ name }) => name),
      languages.flatMap(({ runtimes }) => runtimes),
      languages.map(({ fileName }) => fileName),
    ])
      assert.deepEqual(all, [...new Set(all)]);
  });

  for (const language of languages)
    it(`describes ${language.name} as its generator does, with a grammar that the highlighter has`, async () => {
      const generator = await language.load();
      assert.equal(generator.newProject !== undefined, language.startsProjects);
      const [runtime = ""] = language.runtimes;
      const project = { name: "p", description: "d", unpublished: new Set<string>() };
      const files = generator.newProject?.(program([]), project) ?? [];
      const settings = files.find(({ path }) => path === "Pulumi.yaml")?.text ?? `runtime: ${runtime}\n`;
      assert.match(settings, new RegExp(`^runtime:(\n {2}name:)? ${runtime}$`, "m"));
      const { grammar } = language;
      assert.ok(grammar === undefined || createEmphasize(common).registered(grammar));
    });

  it("lists the same languages as docs/run.md", () => {
    const page = readFileSync(join(projectRoot, "docs", "run.md"), "utf8");
    const row = page.split("\n").find((line) => line.startsWith("| `--language LIST`")) ?? "";
    for (const { name } of languages) assert.ok(row.includes(`\`${name}\``), `docs/run.md does not list ${name}`);
  });

  it("names languages only in the registry and their own folders", () => {
    // `yaml` is not only a language, but also the format of settings files.
    const words = new Set(languages.flatMap(({ name, runtimes }) => [name, ...runtimes]).filter((w) => w !== "yaml"));
    const matches = ["src", "commands", "generators"].flatMap((room) =>
      filesOf(room)
        .filter(writesNoSchemas)
        .flatMap((path) =>
          literalsOf(path)
            .filter((text) => words.has(text))
            .map((text) => `${path} ${text}`),
        ),
    );
    // All schemas have the npm package name under this key. It is needed to find installed SDKs.
    assert.deepEqual(matches, ["generators/shared/node-sdks.ts nodejs"]);
  });
});

/** Returns false for conversions, because they read and write language settings of package schemas by name. */
function writesNoSchemas(path: string): boolean {
  return !path.startsWith("src/terraform/conversion/");
}

describe("missing SDKs of an existing project", () => {
  const made = program(
    [node("a", "random:index:RandomPet"), node("b", "mine:index:Thing"), node("c", "tf:index:Thing")],
    [
      { name: "random", version: "4.16.0", language: {} },
      { name: "mine", version: "0.1.0", language: {} },
      {
        name: "tf",
        version: "1.0.0",
        language: {},
        parameterization: { baseProvider: { name: "bridge", version: "0.10.0" }, parameter: "e30=" },
      },
    ],
  );
  const mine = { kind: "generated", package: "mine" };
  const tf = { kind: "generated", package: "tf", plugin: { name: "bridge", version: "0.10.0", parameter: "e30=" } };
  const sure = (...command: readonly string[]) => ({ kind: "published", command });
  const unsure = (...command: readonly string[]) => ({ kind: "published", command, isUnsure: true });

  async function missing(language: string, files: Readonly<Record<string, string>> = {}) {
    const generator = await loadGenerator(language);
    return await generator.missingSdks?.(made, { folder: folderOf(files), unpublished: new Set(["mine"]) });
  }

  it("installs missing SDKs with npm in the proven version, or generates them", async () => {
    assert.deepEqual(await missing("typescript"), [
      sure("npm", "install", "@pulumi/pulumi"),
      sure("npm", "install", "@pulumi/random@4.16.0"),
      mine,
      tf,
    ]);
    const installed = (name: string) => [`node_modules/@pulumi/${name}/package.json`, '{"version":"4.16.0"}'] as const;
    const there = Object.fromEntries(["pulumi", "random", "mine"].map(installed));
    assert.deepEqual(await missing("typescript", there), [tf]);
    const lock = { packages: { "node_modules/@pulumi/pulumi": { version: "3.1.0" } } };
    const [first] = (await missing("typescript", { "package-lock.json": JSON.stringify(lock) })) ?? [];
    assert.deepEqual(first, sure("npm", "install", "@pulumi/random@4.16.0"));
  });

  it("installs missing SDKs with the package managers of Python, Go and C#", async () => {
    assert.deepEqual(await missing("python"), [mine, tf, unsure("pip", "install", "pulumi", "pulumi-random==4.16.0")]);
    const [core, random] = ["github.com/pulumi/pulumi/sdk/v3", "example.com/pulumi-random/sdk/v4@v4.16.0"];
    assert.deepEqual(await missing("go"), [mine, tf, unsure("go", "get", core, random)]);
    assert.deepEqual(await missing("csharp"), [
      mine,
      tf,
      unsure("dotnet", "add", "package", "Pulumi"),
      unsure("dotnet", "add", "package", "Pulumi.Random", "--version", "4.16.0"),
    ]);
  });

  it("installs only undeclared parameterized packages in YAML", async () => {
    assert.deepEqual(await missing("yaml"), [tf]);
    const declared = { name: "tf", version: "1.0.0", value: "e30=" };
    const declaration = { packageDeclarationVersion: 1, name: "bridge", version: "0.10.0", parameterization: declared };
    assert.deepEqual(await missing("yaml", { "sdks/deep/tf.yaml": JSON.stringify(declaration) }), []);
  });
});

/** Returns a folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): ProgramFolder {
  const below = (path: string): readonly string[] =>
    Object.keys(files).flatMap((name) => (name.startsWith(`${path}/`) ? [name.slice(path.length + 1)] : []));
  return {
    path: "/program",
    has: async (path) => path in files || below(path).length > 0,
    text: async (path) => files[path],
    names: async (path) => [...new Set(below(path).map((name) => name.split("/")[0] ?? ""))].sort(),
  };
}

/** Returns the paths of a directory's files, without the folders of the languages. */
function filesOf(room: string): readonly string[] {
  const own = languages.map(({ name }) => `generators/${name}/`);
  return readdirSync(join(projectRoot, room), { recursive: true, encoding: "utf8" })
    .map((name) => `${room}/${name}`)
    .filter((path) => path.endsWith(".ts") && !own.some((folder) => path.startsWith(folder)))
    .sort();
}

/** Returns the quoted strings of a source file, except the names of imported modules. */
function literalsOf(path: string): readonly string[] {
  const source = ts.createSourceFile(path, readFileSync(join(projectRoot, path), "utf8"), ts.ScriptTarget.Latest, true);
  const literals: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) literals.push(node.text);
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) literals.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return literals;
}
