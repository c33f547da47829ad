/** Printed Python registers the values of the IR with a stub SDK. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { argumentName, pyName, pythonMember } from "../../generators/python/py-name.ts";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Property } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import { runs } from "../support/runs.ts";
import {
  any,
  config,
  list,
  map,
  node,
  object,
  objectType,
  program,
  property,
  reference,
  string,
  text,
} from "./build.ts";
import { loadGenerator } from "./generator-of.ts";
import {
  anyText,
  documentProgram,
  hostileProgram,
  meaning,
  programOfTexts,
  type Registration,
  smallTexts,
  sortedEntries,
} from "./hostile-programs.ts";

const directory = fileURLToPath(new URL(".", import.meta.url));
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;

async function print(written: Program): Promise<string> {
  const [file] = await (await loadGenerator("python")).print(written, {});
  return file?.text ?? assert.fail();
}

describe("printed Python", () => {
  before(function () {
    if (hasPython) return;
    console.log("SKIPPED: running printed Python: python3 3.9 or newer is not on the PATH");
    this.skip();
  });

  it("prints Python that compiles", () => {
    const folder = join(directory, "..", "..", "fixtures", "programs");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".py"));
    assert.ok(names.length > 20);
    const codes = names.map((name) => readFileSync(join(folder, name), "utf8"));
    const script = "import json, sys\nfor code in json.load(sys.stdin): compile(code, code[:40], 'exec')";
    const { status, stderr } = spawnSync("python3", ["-W", "error", "-c", script], { input: JSON.stringify(codes) });
    assert.equal(status, 0, String(stderr));
  });

  it("prints Python that registers the resources of random programs", async () => {
    const programs = [...fc.sample(hostileProgram, runs(200)), ...fc.sample(documentProgram, runs(60))];
    const made = run(await Promise.all(programs.map(print)));
    made.forEach((registrations, index) => {
      const written = programs[index] ?? assert.fail();
      assert.deepEqual(registrations, meaning(written));
    });
  });

  it("keeps 10,000 random strings, and every short string of template characters, in Python", async () => {
    const programs = [programOfTexts(smallTexts()), programOfTexts(fc.sample(anyText, 10_000))];
    assert.deepEqual(run(await Promise.all(programs.map(print))), programs.map(meaning));
  });
});

describe("Python names", () => {
  // Expected values: docs/programs.md#python, and the output of the official generator.
  const names: Readonly<Record<string, string>> = {
    vpcId: "vpc_id",
    subnetIDs: "subnet_ids",
    SHA256Hash: "sha256_hash",
    podCIDRs: "pod_cidrs",
    clusterIP: "cluster_ip",
    externalIPs: "external_ips",
    iPSet: "i_p_set",
    IPv4: "i_pv4",
    s3Uri: "s3_uri",
    tls12Enabled: "tls12_enabled",
    dnsZoneIDsX: "dns_zone_ids_x",
    httpGET: "http_get",
    a_B: "a__b",
    "My Bucket": "my__bucket",
    $ref: "_ref",
    "x-kubernetes-foo": "x_kubernetes_foo",
    "123abc": "_123abc",
    openXJsonSerDe: "open_x_json_ser_de",
    GetPublicIPs: "get_public_i_ps",
    lambda: "lambda_",
    print: "print_",
  };
  it("names Python properties like the SDK", () => {
    assert.deepEqual(Object.fromEntries(Object.keys(names).map((name) => [name, pyName(name)])), names);
    assert.deepEqual(["opts", "resourceName", "match"].map(argumentName), ["opts_", "resource_name_", "match"]);
  });

  it("names Python enum members like the SDK", () => {
    const members: readonly (readonly [string, string, string])[] = [
      ["It's got apostrophes", "WordyEnum", "IT_S_GOT_APOSTROPHES"],
      ["_UNDERSCORE_PREFIX", "WordyEnum", "WORDY_ENUM_UNDERSCOR_E_PREFIX"],
      ["t3.micro", "InstanceType", "T3_MICRO"],
      ["8", "Size", "EIGHT"],
      ["16", "Size", "SIZE_16"],
      ["*", "Protocol", "ASTERISK"],
    ];
    assert.deepEqual(
      members.map(([name, type]) => [name, type, pythonMember(name, type)]),
      members,
    );
  });

  it("chooses short and unique Python variables", async () => {
    const long = "x".repeat(200);
    const code = await print(program([node(`${long}a`, "sim:a:First"), node(`${long}b`, "sim:a:First")]));
    assert.deepEqual(code.match(/^x+\S*/gm), ["x".repeat(50), `${"x".repeat(50)}_2`]);
  });
});

describe("Python", () => {
  it("rejects an argument that the Python class does not have", async () => {
    const input = { ...property("extra", text("x")), undeclared: true as const };
    await assert.rejects(print(program([node("a", "sim:a:First", { properties: [input] })])), (error: ImpError) => {
      assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
      assert.match(`${error.explanation.where} ${error.explanation.why}`, /extra is not in the schema/);
      return true;
    });
  });

  it("names a property with two leading underscores like its Python class", async () => {
    const rule = object("sim:a:rule", [["__type", text("x")]]);
    const member = { kind: "union", members: [objectType("sim:a:rule"), string] } as const;
    const code = await print(
      program([
        node("b", "sim:a:First", { inputs: [["__ownName", text("x")]] }),
        node("a", "sim:a:First", {
          properties: [
            property("rule", rule),
            { ...property("either", rule), union: member },
            property("owner", reference("b", "__ownName")),
            property("__dunder__", text("x")),
          ],
        }),
      ]),
    );
    assert.match(code, /First\("b", _First__own_name="x"\)/);
    assert.match(code, /rule=\{\s*"__type": "x",?\s*\}/);
    assert.match(code, /either=sim\.a\.RuleArgs\(_RuleArgs__type="x"\)/);
    assert.match(code, /owner=b\._First__own_name/);
    assert.match(code, /__dunder__="x"/);
  });

  describe("a list", () => {
    const texts = { kind: "list", element: string } as const;
    const either = { kind: "union", members: [string, texts] } as const;
    const names = list([text("a")], texts);
    const misfit = list([text("a")], string);
    const refused: Readonly<Record<string, Property>> = {
      "in a map of strings": property("tags", map([["owner", misfit]], { kind: "map", element: string })),
      "in a list of strings": property("names", list([misfit], texts)),
      "for a string property": property("name", misfit),
      "for an object property": property("rule", list([], objectType("sim:a:Rule"))),
      "for a string property of an object": property("rule", object("sim:a:Rule", [["name", misfit]])),
      "for a union with a list type": { ...property("name", names), union: either },
      "in a list of unions with a list type": property("names", list([names], { kind: "list", element: either })),
      "from an output for a union with a list type": {
        ...property("name", { ...reference("b", "names"), type: texts }),
        union: either,
      },
      "from a secret for a union with a list type": { ...property("name", config("names", texts)), union: either },
    };
    for (const [where, input] of Object.entries(refused))
      it(`rejects a list ${where} in Python, and names the property`, async () => {
        const written = program([node("b", "sim:a:First"), node("a", "sim:a:First", { properties: [input] })]);
        await assert.rejects(print(written), (error: ImpError) => {
          assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
          assert.match(
            `${error.explanation.where} ${error.explanation.why}`,
            new RegExp(`a ${input.name}.* is a list`),
          );
          return true;
        });
      });

    const taken: Readonly<Record<string, Property>> = {
      "in an untyped list": property("any", list([list([text("a")], any)], any)),
      "in a map for a string property": property("name", map([["deep", misfit]], string)),
      "in an untyped map": property("tags", map([["owner", list([text("a")], any)]])),
      "for a list property of an object": property("rule", object("sim:a:Rule", [["names", names]])),
    };
    for (const [where, input] of Object.entries(taken))
      it(`prints a list ${where} in Python`, async () => {
        const code = await print(program([node("a", "sim:a:First", { properties: [input] })]));
        assert.match(code, /\["a"\]/);
      });
  });

  it("rejects two properties with the same name in Python", async () => {
    const rule = object("sim:a:Rule", [
      ["maxSize", text("x")],
      ["max_size", text("y")],
    ]);
    await assert.rejects(print(program([node("a", "sim:a:First", { inputs: [["rule", rule]] })])), /max_size/);
  });
});

/** Runs the programs in one process. Returns the resources that each of them registers. */
function run(codes: readonly string[]): readonly (readonly Registration[])[] {
  const { stdout, stderr, status } = spawnSync("python3", [join(directory, "python-stub.py")], {
    input: JSON.stringify(codes),
    maxBuffer: 2 ** 30,
  });
  assert.equal(status, 0, String(stderr));
  const made = JSON.parse(String(stdout)) as readonly (readonly Registration[])[];
  return made.map((registrations) =>
    registrations.map(({ type, name, inputs }) => ({ type, name, inputs: sorted(inputs) })),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const { entries } = value as { readonly entries: readonly (readonly [string, unknown])[] };
  return sortedEntries(entries.map(([key, inner]) => [key, sorted(inner)] as const));
}
