// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests print strings that look like templates
/** Reads printed YAML by the rules of Pulumi's reader, and compares it with the IR. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import prettier from "prettier";
import { parse } from "yaml";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Program } from "../../src/ir/program.ts";
import { runs } from "../support/runs.ts";
import { config, interpolation, list, map, node, program, property, reference, text } from "./build.ts";
import { cases } from "./cases.ts";
import { loadGenerator } from "./generator-of.ts";
import {
  anyText,
  hostileProgram,
  meaning,
  programOfTexts,
  type Registration,
  smallTexts,
  sortedEntries,
} from "./hostile-programs.ts";
import { anyProgram } from "./programs.ts";

describe("random YAML programs", () => {
  it("prints YAML that evaluates to the values of random programs", async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(hostileProgram, async (written) => {
        const code = await printUnlessRefused(written);
        if (code === undefined) refused += 1;
        else for (const version of versions) assert.deepEqual(read(code, version), meaning(written));
      }),
      { numRuns: runs(100) },
    );
    assert.ok(refused < runs(100) / 10, `${refused} programs were rejected`);
  });

  it("keeps 10,000 random strings, and every short string of template characters, in YAML", async () => {
    for (const texts of [smallTexts(), fc.sample(anyText, 10_000), words]) {
      const written = programOfTexts(texts);
      const code = await print(written);
      for (const version of versions) assert.deepEqual(read(code, version), meaning(written));
    }
  });

  it("keeps every string as a YAML key", async () => {
    const keys = [...new Set([...words, ...fc.sample(anyText, 2000), "k".repeat(1000), "k".repeat(3000)])];
    const written = program([
      node("first", "sim:a:First"),
      node("all", "sim:a:All", {
        inputs: [
          [
            "keys",
            map(
              keys.map(
                (key) =>
                  [
                    key,
                    list([
                      map([
                        [key, text(key)],
                        ["more", text("x")],
                      ]),
                    ]),
                  ] as const,
              ),
            ),
          ],
        ],
      }),
    ]);
    for (const version of versions) assert.deepEqual(read(await print(written), version), meaning(written));
  });
});

/** Removes components and inputs that the schema lacks, because those are rejected. */
function withoutRefused(written: Program): Program {
  const resources = written.resources.flatMap((resource) => {
    const inputs = resource.inputs.filter(({ undeclared }) => undeclared !== true);
    return resource.kind === "component" ? [] : [{ ...resource, inputs }];
  });
  return { ...written, resources };
}

describe("YAML", () => {
  it("prints YAML in prettier style", async () => {
    const folder = fileURLToPath(new URL("../../fixtures/programs/", import.meta.url));
    const goldens = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("Main.yaml"),
    );
    assert.ok(goldens.length >= 20);
    const codes = goldens.map((path) => readFileSync(join(folder, path), "utf8"));
    for (const written of fc.sample(hostileProgram, runs(30))) codes.push((await printUnlessRefused(written)) ?? "");
    for (const written of fc.sample(anyProgram, runs(40)).map(withoutRefused)) {
      codes.push((await printUnlessRefused(written)) ?? "");
    }
    assert.ok(codes.filter((code) => code !== "").length > codes.length / 2);
    for (const code of codes) assert.equal(await prettier.format(code, { parser: "yaml" }), code);
  });

  it("puts an empty list or a block indicator below a long YAML key", async () => {
    const inputs = [
      ...[70, 71].map((width) => ["k".repeat(width), list([])] as const),
      ...[70, 71].map((width) => ["l".repeat(width), text("a\nb\nc")] as const),
    ];
    const code = await print(program([node("a", "sim:a:First", { inputs })]));
    assert.match(code, /\n {6}k{70}: \[\]\n {6}k{71}:\n {8}\[\]\n/);
    assert.match(code, /\n {6}l{70}: \|-\n {8}a\n {8}b\n {8}c\n {6}l{71}:\n {8}\|-\n {8}a\n/);
    assert.equal(await prettier.format(code, { parser: "yaml" }), code);
  });

  it("indents a multiline YAML string in a list relative to the dash", async () => {
    const inputs = [["p", list([text("a\nb\nc"), map([["k", text("a\nb\nc")]])])]] as const;
    const code = await print(program([node("a", "sim:a:First", { inputs })]));
    assert.match(code, /\n {8}- \|-\n {10}a\n {10}b\n {10}c\n {8}- k: \|-\n {12}a\n/);
    assert.equal(await prettier.format(code, { parser: "yaml" }), code);
  });

  it("renames a YAML resource that has the name of a configuration value", async () => {
    const written = program([
      node("region", "sim:a:First"),
      node("user", "sim:a:First", { inputs: [["p", reference("region", "id")]] }),
    ]);
    const [file] = await (await loadGenerator("yaml")).print(written, { configKeys: ["goldens:region", "sim:user"] });
    assert.match(file?.text ?? "", /^ {2}region2:\n {4}type: sim:a:First\n {4}name: region$/m);
    assert.match(file?.text ?? "", /p: \$\{region2\.id\}/);
  });

  const refused: Readonly<Record<string, { readonly program: Program; readonly where: RegExp }>> = {
    "a component class": {
      program: cases["components/local"] ?? assert.fail(),
      where: /my:index:Group group.*is a component without a package/s,
    },
    "a lone surrogate": {
      program: program([node("a", "sim:a:First", { inputs: [["tags", list([text("\ud800")])]] })]),
      where: /tags\[0\] contains half of a surrogate pair/,
    },
    "an input that the schema lacks": {
      program: program([
        node("a", "sim:a:First", { properties: [{ ...property("extra", text("x")), undeclared: true }] }),
      ]),
      where: /extra is not in the schema/,
    },
    "a map that YAML parses as a call": {
      program: program([node("a", "sim:a:First", { inputs: [["tags", map([["FN::x", text("x")]])]] })]),
      where: /tags\["FN::x"\] has a key that Pulumi YAML interprets as a function/,
    },
    "a map that YAML parses as an asset": {
      program: program([
        node("a", "sim:a:First", {
          inputs: [
            [
              "tags",
              map([
                ["fn::stringAsset", text("x")],
                ["b", text("y")],
              ]),
            ],
          ],
        }),
      ]),
      where: /has a key that Pulumi YAML interprets as a function/,
    },
    "a number in a string": {
      program: program([
        node("a", "sim:a:First"),
        node("b", "sim:a:First", {
          inputs: [["x", interpolation("at ", { ...reference("a", "port"), type: { kind: "integer" } })]],
        }),
      ]),
      where: /x has a number in a string/,
    },
    "a value of the wrong type": {
      program: program([node("a", "sim:a:First", { inputs: [["size", text("x", { kind: "integer" })]] })]),
      where: /size does not match its schema type/,
    },
  };
  for (const [name, { program: written, where }] of Object.entries(refused)) {
    it(`rejects ${name} in YAML`, async () => {
      await assert.rejects(print(written), (error: ImpError) => {
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
        assert.match(`${error.explanation.where} ${error.explanation.why}`, where);
        return true;
      });
    });
  }

  it("wraps YAML values in fn::toJSON if the schema type is JSON", async () => {
    const document = { kind: "json" } as const;
    const either = { kind: "union", members: [document, { kind: "integer" }] } as const;
    const properties = [
      property("text", text("x", document)),
      property("list", list([text("y", document), reference("a", "arn")], { kind: "list", element: document })),
      property("map", map([["k", text("z", document)]], { kind: "map", element: document })),
      { ...property("output", reference("a", "arn")), json: true as const },
      { ...property("either", reference("a", "arn")), union: either },
      property("same", { ...reference("a", "document"), type: document }),
      property("plain", text("w")),
    ];
    const code = await print(program([node("a", "sim:a:First"), node("b", "sim:a:First", { properties })]));
    const unwrapped = (value: string) => ({ "fn::singleOrNone": [value] });
    assert.deepEqual((parse(code) as { resources: { b: { properties: unknown } } }).resources.b.properties, {
      text: unwrapped("x"),
      list: [unwrapped("y"), unwrapped("${a.arn}")],
      map: { k: unwrapped("z") },
      output: unwrapped("${a.arn}"),
      either: unwrapped("${a.arn}"),
      same: "${a.document}",
      plain: "w",
    });
  });

  it("reports nulls that the YAML runtime does not send", async () => {
    const [file] = await (await loadGenerator("yaml")).print(cases["values/empties"] ?? assert.fail(), {});
    assert.deepEqual(
      file?.diagnostics.map(({ path, message }) => `${path}: ${message}`),
      ["none: Pulumi YAML does not send null properties and entries."],
    );
  });

  it("declares YAML configuration under its names, except for JSON values", async () => {
    const code = await print(
      program(
        [
          node("a", "sim:a:First", {
            inputs: [
              ["p", config("db-port")],
              ["q", config("any.thing", { kind: "any" })],
            ],
          }),
        ],
        [],
        { "any.thing": { kind: "any" } },
      ),
    );
    assert.deepEqual(parse(code), {
      config: { dbPortValue: { name: "db-port", type: "string", secret: true } },
      resources: { a: { type: "sim:a:First", properties: { p: "${dbPortValue}", q: '${["any.thing"]}' } } },
    });
    assert.match(code, /^# Pulumi YAML ignores the declared type/);
  });

  it("names YAML configuration after its key if the key is valid", async () => {
    const inputs = [
      ["p", config("thingNodeValue")],
      ["q", config("db-port!")],
    ] as const;
    const written = program([node("a", "sim:a:First", { inputs })]);
    const onlyText = { ...written, config: written.config.map((each) => ({ ...each, onlyText: true as const })) };
    assert.deepEqual(parse(await print(onlyText)), {
      config: {
        thingNodeValue: { type: "string", secret: true },
        dbPortValue: { name: "db-port!", type: "string", secret: true },
      },
      resources: { a: { type: "sim:a:First", properties: { p: "${thingNodeValue}", q: "${dbPortValue}" } } },
    });
    const [only] = onlyText.config;
    const alone = { ...onlyText, config: only === undefined ? [] : [only] };
    assert.doesNotMatch(await print(alone), /^#/);
  });
});

const versions = ["1.1", "1.2"] as const;

/** Words that some YAML version does not read as strings. */
const words: readonly string[] = [
  "",
  " ",
  "~",
  "null",
  "Null",
  "NULL",
  "true",
  "True",
  "TRUE",
  "false",
  "y",
  "Y",
  "n",
  "yes",
  "No",
  "on",
  "OFF",
  "0",
  "-0",
  "+1",
  "007",
  "0o17",
  "0x1f",
  "0X1F",
  "0b1",
  "1_000",
  "1e3",
  "1E-3",
  ".5",
  "5.",
  "-.5",
  ".inf",
  "-.Inf",
  ".nan",
  "12:30:45",
  "1:2",
  "2024-01-01",
  "2024-01-01T00:00:00Z",
  "2001-12-14 21:59:43.10 -5",
  "<<",
  "=",
  "-",
  "- a",
  "?",
  "? a",
  ": a",
  "a: b",
  "a:",
  "a #b",
  "#a",
  "&a",
  "*a",
  "!a",
  "|",
  ">",
  "'",
  '"',
  "%a",
  "@a",
  "`a",
  "[a",
  "{a",
  "]",
  "}",
  ",",
  "---",
  "...",
  "--- a",
  "a\n",
  "\na",
  " a",
  "a ",
  "\ta",
  "a\t",
  "a\nb\n",
  "a\nb\nc",
  "a\nb\nc\n",
  "a\nb\n\n\n",
  "\n\n\n",
  "a\n b\nc",
  " a\nb\nc",
  "a\n\tb\nc",
  "a\nb \nc",
  "a\nb\nc ",
  "a\r\nb\r\nc",
  "#!/bin/sh\n# x\necho: y\n",
  "a\u0085b\nc\nd",
  "1.2.3",
  "10.0.0.0/16",
  "arn:aws:s3:::b/*",
  "C:\\x",
  "é",
  "日本",
  "😃",
  "e\u0301",
  "a\u00a0b",
  "\ufffe",
  "\uffff",
  "\u{1fffe}",
];

async function print(written: Program): Promise<string> {
  const [file] = await (await loadGenerator("yaml")).print(written, {});
  return file?.text ?? assert.fail();
}

async function printUnlessRefused(written: Program): Promise<string | undefined> {
  try {
    return await print(written);
  } catch (error) {
    assert.equal((error as ImpError).code, "GENERATOR_CANNOT_EXPRESS", String(error));
    return undefined;
  }
}

type Resources = Readonly<Record<string, { type: string; name?: string; properties?: Record<string, unknown> }>>;

/** Parses a program like Pulumi YAML, with the given YAML version. */
function read(code: string, version: "1.1" | "1.2"): readonly Registration[] {
  const { resources } = parse(code, { version, maxAliasCount: 0 }) as { resources: Resources };
  const typeOf = (key: string) => resources[key]?.type.split(":").slice(1).join(".");
  return Object.entries(resources).map(([key, { name, properties = {} }]) => ({
    type: typeOf(key) ?? "",
    name: name === undefined ? key : readText(name, typeOf),
    inputs: sortedEntries(Object.entries(properties).map(([input, value]) => [input, readValue(value, typeOf)])),
  }));
}

type TypeOf = (key: string) => string | undefined;

function readValue(value: unknown, typeOf: TypeOf): unknown {
  if (typeof value === "string") return readText(value, typeOf);
  if (Array.isArray(value)) return value.map((item) => readValue(item, typeOf));
  if (typeof value !== "object" || value === null) return value;
  return sortedEntries(
    Object.entries(value).map(([key, inner]) => [readText(key, typeOf), readValue(inner, typeOf)] as const),
  );
}

/** Parses `$$` as a dollar sign and `${…}` as a reference, which becomes `<<module.Class|step|step>>`. */
function readText(value: string, typeOf: TypeOf): string {
  let text = "";
  for (let rest = value; rest !== ""; ) {
    const dollar = /^\$\$/.exec(rest);
    const access = /^\$\{((?:\.?[^.[}]+|\["(?:\\"|[^"])*"\]|\[\d+\])+)\}/.exec(rest);
    if (dollar !== null) text += "$";
    else if (access !== null) text += readAccess(access[1] ?? "", typeOf);
    else {
      assert.ok(!rest.startsWith("${"), `cannot read ${JSON.stringify(rest)}`);
      text += rest[0];
    }
    rest = rest.slice(dollar?.[0].length ?? access?.[0].length ?? 1);
  }
  return text;
}

function readAccess(access: string, typeOf: TypeOf): string {
  const steps = [...access.matchAll(/\.?([^.[}]+)|\["((?:\\"|[^"])*)"\]|\[(\d+)\]/g)].map(
    ([, name, key, index]) => name ?? key?.replaceAll('\\"', '"') ?? index ?? "",
  );
  return `<<${[typeOf(steps[0] ?? ""), ...steps.slice(1)].join("|")}>>`;
}
