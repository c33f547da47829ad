import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Check from "../../commands/terraform/check.ts";
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { runInProcess } from "../support/in-process.ts";

const whole = readFileSync(join(projectRoot, "fixtures/terraform/specifications/whole.json"), "utf8");

const faulty = `{
  "version": "0.1",
  "provider": { "name": "orchard" },
  "colour": "green",
  "resources": [
    {
      "name": "tree",
      "schema": {
        "attributes": [
          { "name": "Height", "int64": { "computed_optional_required": "optional", "default": { "static": 1.5 } } },
          { "name": "kind", "string": { "optional_required": "optional" } }
        ]
      }
    }
  ]
}
`;

const places = [
  ["warning", "unknown-key", "colour", 4, 3],
  ["error", "identifier", "resources[0].schema.attributes[0].name", 10, 21],
  ["error", "static-default", "resources[0].schema.attributes[0].int64.default.static", 10, 107],
  ["error", "misplaced-key", "resources[0].schema.attributes[1].string.optional_required", 11, 41],
];

interface CheckedDocument {
  readonly sound: boolean;
  readonly provider?: string;
  readonly resources?: number;
  readonly dataSources?: number;
  readonly more: number;
  readonly faults: readonly {
    readonly severity: string;
    readonly rule: string;
    readonly path: string;
    readonly line: number;
    readonly column: number;
    readonly why: string;
    readonly hint: string;
  }[];
}

describe("imp terraform check", () => {
  let project: CliProject;
  const check = (...words: readonly string[]) => runInProcess(Check, words, project);
  const checked = async (file: string): Promise<CheckedDocument & { readonly code: unknown }> => {
    const ran = await check(file, "--json");
    assert.equal(ran.stderr, "", ran.output);
    return { code: ran.code, ...(JSON.parse(ran.stdout) as CheckedDocument) };
  };
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  it("counts resources and data sources of a valid specification, and exits with 0", async () => {
    project.write("whole.json", whole);
    const { code, sound, provider, resources, dataSources, faults } = await checked("whole.json");
    const shown = { code, sound, provider, resources, dataSources, faults };
    assert.deepEqual(shown, { code: 0, sound: true, provider: "orchard", resources: 2, dataSources: 1, faults: [] });
    const ran = await check("whole.json");
    assert.equal(ran.code, 0, ran.output);
    assert.match(ran.stdout, /^whole\.json: provider orchard, 2 resources, 1 data source, no errors\.\n$/);
  });

  it("lists path, line, column and rule of every error, and exits with 1", async () => {
    project.write("faulty.json", faulty);
    const { code, sound, faults } = await checked("faulty.json");
    assert.deepEqual([code, sound], [1, false]);
    assert.deepEqual(
      faults.map(({ severity, rule, path, line, column }) => [severity, rule, path, line, column]),
      places,
    );
    const ran = await check("faulty.json");
    assert.equal(ran.code, 1, ran.output);
    assert.match(ran.stdout, /^faulty\.json: 3 errors: not a valid specification of version 0\.1\.\n/);
    assert.match(ran.stdout, /\nError at line 10, column 107: static-default\n {2}path {2}resources\[0\]\.schema/);
    assert.match(ran.stdout, /\n {2}where resource "tree" attribute "Height"\n {2}why {3}[\s\S]*default of kind int64/);
    assert.match(ran.stdout, /\nWarning at line 4, column 3: unknown-key\n/);
  });

  it("reports only the version if it is not supported", async () => {
    project.write("newer.json", '{"version": "0.2", "provider": 7}');
    const { code, faults } = await checked("newer.json");
    assert.equal(code, 1);
    assert.equal(faults.length, 1);
    assert.match(String(faults[0]?.why), /^The version is "0\.2", but only 0\.1 is published\./);
  });

  for (const [title, content, rule, line, column] of [
    ["an empty file", "", "empty-document", 1, 1],
    ["YAML", "version: '0.1'\n", "json-syntax", 1, 1],
    ["200,000 open brackets", `{"version": "0.1",\n"a": ${"[".repeat(200_000)}`, "size", 2, 505],
    [
      "invalid UTF-8",
      Buffer.from('{"version": "0.1", "provider": {"name": "x"},\n"colour": "\xff"}', "latin1"),
      "encoding",
      2,
      12,
    ],
    ["NUL bytes", Buffer.alloc(100), "json-syntax", 1, 1],
    ["an unterminated string of megabytes", `{"a": "${"x".repeat(20_000_000)}`, "json-syntax", 1, 20_000_008],
  ] as const) {
    it(`reports ${title} instead of a specification, without a stack trace`, async () => {
      project.write("hostile.json", content);
      const { code, faults } = await checked("hostile.json");
      assert.equal(code, 1);
      const first = faults.find(({ severity }) => severity === "error");
      assert.deepEqual([first?.rule, first?.line, first?.column], [rule, line, column]);
    });
  }

  it("lists 1,000 errors of a specification, and counts the others", async () => {
    project.write(
      "many.json",
      `{"version": "0.1", "provider": {"name": "x"}, "resources": [${"0,".repeat(200_000)}0]}`,
    );
    const { code, faults, more } = await checked("many.json");
    assert.deepEqual([code, faults.length, more], [1, 1_000, 199_001]);
  });

  it("exits with 2 if the specification file is missing", async () => {
    mkdirSync(join(project.directory, "folder"));
    for (const [name, why] of [
      ["nothing.json", "No such file or directory (ENOENT)."],
      ["folder", "Is a directory (EISDIR)."],
    ] as const) {
      const ran = await check(name);
      assert.equal(ran.code, 2, ran.output);
      assert.equal(ran.stdout, "");
      assert.ok(ran.stderr.includes("DOCUMENT_UNREADABLE") && ran.stderr.includes(why), ran.output);
    }
    assert.equal((await check()).code, 2);
  });
});
