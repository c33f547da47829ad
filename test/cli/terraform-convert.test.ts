import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import Convert from "../../commands/terraform/convert.ts";
import { judgeSpecification } from "../../src/terraform/index.ts";
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { runInProcess } from "../support/in-process.ts";
import { readSchema } from "../support/published-schemas.ts";

const schema = readSchema("features", "output-funcs-tfbridge20");

describe("imp terraform convert", () => {
  let project: CliProject;
  const convert = (...words: readonly string[]) => runInProcess(Convert, words, project);
  before(() => {
    project = makeProject();
    project.write("schema.json", schema);
  });
  after(() => project.remove());

  it("prints only the converted document to stdout, and lost details to stderr", async () => {
    const ran = await convert("schema.json");
    assert.equal(ran.code, 0, ran.output);
    assert.deepEqual(judgeSpecification(Buffer.from(ran.stdout)).faults, []);
    assert.match(
      ran.stderr,
      /^schema\.json: Pulumi package schema to Provider Code Specification\.\nLost: \d+ details/,
    );
    assert.match(ran.stderr, /\n *\d+ {2}named-type: Names of types/);
    for (const line of ran.stderr.split("\n")) assert.ok(line.length <= 80, line);
  });

  it("converts a specification to a package schema, and rejects one with errors", async () => {
    const file = join(projectRoot, "fixtures/terraform/specifications/whole.json");
    const made = await convert(file);
    assert.equal(made.code, 0, made.output);
    const { name, resources } = JSON.parse(made.stdout) as { name: string; resources: object };
    assert.deepEqual([name, Object.keys(resources).length], ["orchard", 2]);
    assert.match(made.stderr, / {2}validator: /);
    project.write("faulty.json", '{"version": "0.1", "provider": {"name": "Orchard"}, "resources": []}');
    const ran = await convert("faulty.json", "--out", "never.json");
    assert.deepEqual([ran.code, ran.stdout], [1, ""], ran.output);
    assert.match(ran.stderr, /^faulty\.json: 1 error:.*\n(?:.*\n)*Error at line 1, column 41: identifier\n/);
    assert.equal(existsSync(join(project.directory, "never.json")), false);
  });

  it("converts a provider schema by the rules of the selected bridge", async () => {
    const block = { attributes: { size: { type: "number", optional: true } } };
    const schemas = { "example.com/acme/orchard": { resource_schemas: { orchard_tree: { version: 0, block } } } };
    project.write("providers.json", JSON.stringify({ format_version: "1.0", provider_schemas: schemas }));
    const schemaOf = async (...words: readonly string[]) =>
      JSON.parse((await convert("providers.json", ...words)).stdout) as { attribution?: string; version?: string };
    const dynamic = await schemaOf("--provider-version", "1.2.3");
    assert.deepEqual([dynamic.version, dynamic.attribution !== undefined], ["1.2.3", true]);
    assert.equal((await schemaOf("--profile", "framework")).attribution, undefined);
    const ran = await convert("providers.json", "--to", "specification");
    assert.deepEqual(judgeSpecification(Buffer.from(ran.stdout)).faults, []);
    assert.match(ran.stderr, /Terraform provider schemas\s+to\s+Provider\s+Code/);
    for (const [file, to] of [
      ["schema.json", "schema"],
      [join(projectRoot, "fixtures/terraform/specifications/whole.json"), "specification"],
    ] as const) {
      const refused = await convert(file, "--to", to);
      assert.deepEqual([refused.code, refused.stdout], [1, ""], refused.output);
      assert.match(refused.stderr, /CONVERSION_SOURCE[\s\S]*already\s+a\s+/);
    }
  });

  it("prints only the table of lost details in color", async () => {
    const plain = await convert("schema.json");
    const coloured = await runInProcess(Convert, ["schema.json"], {
      directory: project.directory,
      env: { ...project.env, FORCE_COLOR: "1", NO_COLOR: "" },
    });
    assert.equal(coloured.stdout, plain.stdout);
    assert.notEqual(coloured.stderr, plain.stderr);
    const start = String.fromCharCode(27);
    assert.equal(coloured.stderr.replaceAll(new RegExp(`${start}\\[\\d+m`, "g"), ""), plain.stderr);
  });

  it("replaces the file behind a symbolic link, and then prints the table to stdout", async () => {
    const { stdout: document } = await convert("schema.json");
    project.write("there.json", "old");
    symlinkSync("there.json", join(project.directory, "link.json"));
    for (const name of ["new.json", "link.json"]) {
      const ran = await convert("schema.json", "--out", name);
      assert.deepEqual([ran.code, ran.stderr], [0, ""], ran.output);
      assert.ok(ran.stdout.includes(`Wrote ${name}.`), ran.stdout);
    }
    for (const name of ["new.json", "there.json"]) {
      assert.equal(readFileSync(join(project.directory, name), "utf8"), document);
    }
  });

  it("prints the document or the path of its file, and every lost detail, with --json", async () => {
    const { stdout: text } = await convert("schema.json");
    const both = JSON.parse((await convert("schema.json", "--json")).stdout) as { document: unknown; losses: object[] };
    assert.deepEqual(both.document, JSON.parse(text));
    assert.deepEqual(Object.keys(both.losses[0] ?? {}), ["kind", "path", "detail"]);
    const apart = JSON.parse((await convert("schema.json", "--json", "--out", "json.json")).stdout) as { out: string };
    assert.deepEqual([apart.out, "document" in apart], ["json.json", false]);
  });

  it("rejects unsupported documents and output paths, and changes no file", async () => {
    project.write("kept.json", "kept");
    mkdirSync(join(project.directory, "folder"));
    for (const [name, content, code, exit, words] of [
      ["broken.json", '{"name": "p",\n  x}', "CONVERSION_SOURCE", 1, "broken.json:2:3"],
      [
        "state.json",
        '{"version": 4, "terraform_version": "1.11.4", "resources": []}',
        "CONVERSION_SOURCE",
        1,
        "does not describe a",
      ],
      ["list.json", "[1]", "CONVERSION_SOURCE", 1, "does not describe a"],
      ["empty.json", "", "CONVERSION_SOURCE", 1, "empty.json:1:1"],
      ["deep.json", "[".repeat(300_000), "CONVERSION_SOURCE", 1, "deep.json:1:"],
      [
        "none.json",
        '{"format_version": "1.0", "provider_schemas": {}}',
        "CONVERSION_PROVIDER",
        2,
        "does not describe a provider",
      ],
    ] as const) {
      project.write(name, content);
      const ran = await convert(name, "--out", "kept.json");
      assert.equal(ran.code, exit, ran.output);
      assert.ok(ran.stderr.includes(code) && ran.stderr.includes(words), ran.output);
      assert.equal(ran.stdout, "");
    }
    for (const [out, words] of [
      ["nowhere/spec.json", "nowhere/spec.json"],
      ["folder", "Is a directory (EISDIR)."],
    ] as const) {
      const ran = await convert("schema.json", "--out", out);
      assert.equal(ran.code, 1, ran.output);
      assert.ok(ran.stderr.includes("CONVERSION_UNWRITTEN") && ran.stderr.includes(words), ran.output);
    }
    const missing = await convert("missing.json");
    assert.equal(missing.code, 2, missing.output);
    assert.ok(missing.stderr.includes("The document cannot be read (DOCUMENT_UNREADABLE)"), missing.output);
    assert.equal(readFileSync(join(project.directory, "kept.json"), "utf8"), "kept");
    assert.deepEqual(
      readdirSync(project.directory).filter((name) => /^\.(?:kept|spec|folder)/.test(name)),
      [],
    );
  });
});
