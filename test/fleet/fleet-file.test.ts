import assert from "node:assert/strict";
import { ImpError } from "../../src/domain/errors.ts";
import { readFleet } from "../../src/fleet/fleet-file.ts";
import { targetWords } from "../../src/fleet/start-target.ts";

const fleetOf = (text: string) => readFleet("fleet.yaml", text);

describe("a fleet file", () => {
  it("combines a matrix with a template, without the excluded combinations", () => {
    const { targets, results } = fleetOf(`
results: out
matrix:
  account: [dev, prod]
  region: [eu-west-1, us-east-1]
exclude:
  - {account: dev, region: us-east-1}
target:
  name: "{account}-{region}"
  directory: stacks/{account}
  stack: "{region}"
  run: [--from, "inventory-{account}.json"]
  config: {"aws:region": "{region}"}
  env: {AWS_PROFILE: "{account}"}
`);
    assert.equal(results, "out");
    assert.deepEqual(
      targets.map(({ name }) => name),
      ["dev-eu-west-1", "prod-eu-west-1", "prod-us-east-1"],
    );
    const [first] = targets;
    assert.ok(first !== undefined);
    assert.deepEqual(
      [first.directory, first.stack, [...first.env]],
      ["stacks/dev", "eu-west-1", [["AWS_PROFILE", "dev"]]],
    );
    assert.deepEqual(targetWords(first, ["--yes"]), [
      ...["run", "--from", "inventory-dev.json", "--stack", "eu-west-1", "--config", "aws:region=eu-west-1"],
      ...["--yes", "--json"],
    ]);
  });

  it("takes targets from a list, with defaults from `target`, and keeps other braces", () => {
    const { targets } = fleetOf(`
target: {run: [specs.json], env: {A: "1", B: "2"}}
targets:
  - {name: one, directory: a}
  - name: two
    run: [other.json, --name-template, "{type}-{name}"]
    env: {B: "3", PORT: 80}
`);
    assert.deepEqual(
      targets.map(({ name, directory, run, env }) => [name, directory, run, Object.fromEntries(env)]),
      [
        ["one", "a", ["specs.json"], { A: "1", B: "2" }],
        ["two", ".", ["other.json", "--name-template", "{type}-{name}"], { A: "1", B: "3", PORT: "80" }],
      ],
    );
  });

  it("keeps account IDs and other numbers as they are written", () => {
    const { targets } = fleetOf('matrix: {a: [012345678901, 1.10, 1e3, yes]}\ntarget: {name: "{a}", run: [x]}\n');
    assert.deepEqual(
      targets.map(({ name }) => name),
      ["012345678901", "1.10", "1e3", "yes"],
    );
  });

  for (const [title, text, expected] of [
    [
      "a value in exclude that the matrix lacks",
      "matrix: {a: [x]}\nexclude: [{a: y}]\ntarget: {name: '{a}', run: [x]}\n",
      /2:15: .*The matrix has no a "y"/,
    ],
    [
      "an empty entry of exclude",
      "matrix: {a: [x]}\nexclude: [{}]\ntarget: {name: '{a}', run: [x]}\n",
      /2:11: .*excludes nothing/,
    ],
    ["an alias without an anchor", "targets: *nope\n", /FLEET_INVALID|Unresolved alias/],
    ["names that differ only in case", "targets: [{name: a, run: [x]}, {name: A, run: [x]}]\n", /Several targets/],
    ["a null character", 'targets: [{name: a, run: ["x\\0"]}]\n', /Expected a text/],
    ["an empty stack", "targets: [{name: a, stack: '', run: [x]}]\n", /Invalid stack/],
    [
      "an environment variable with =",
      "targets: [{name: a, run: [x], env: {'A=B': c}}]\n",
      /Invalid name of an environment variable/,
    ],
    [
      "a huge matrix",
      `matrix: {${[..."abcdefg"].map((key) => `${key}: [0,1,2,3,4,5,6,7,8,9]`).join(", ")}}\ntarget: {name: '{a}', run: [x]}\n`,
      /10000000 combinations/,
    ],
    ["an unknown key", "targets:\n  - name: a\n    run: [x]\n    stak: dev\n", /4:11: .*Unknown key "stak"/],
    ["an empty file", "", /1:1: .*Expected a map/],
    ["no targets", "results: x\n", /1:1: .*The file has no targets/],
    ["a list as root", "- a\n", /1:1: .*Expected a map/],
    ["broken YAML", "targets: [\n", /fleet\.yaml/],
    ["a target without a name", "targets:\n  - run: [x]\n", /2:5: .*The target has no name/],
    ["a name with a path", "targets:\n  - {name: ../a, run: [x]}\n", /2:12: .*Invalid name "\.\.\/a"/],
    ["nothing to import", "targets:\n  - name: a\n", /2:5: .*Target a has nothing to import/],
    [
      "the same name twice",
      "targets: [{name: a, run: [x]}, {name: a, run: [x]}]\n",
      /Several targets have the name "a"/,
    ],
    ["a matrix that is a list", "matrix: [a]\ntarget: {name: a, run: [x]}\n", /1:9: .*Expected a map of lists/],
    [
      "an unknown key in exclude",
      "matrix: {a: [x]}\nexclude: [{b: x}]\ntarget: {name: '{a}', run: [x]}\n",
      /2:15: .*Unknown key "b"/,
    ],
    [
      "an unknown key of the matrix",
      "matrix: {a: [x, y]}\ntarget: {name: '{a}{z}', run: [x]}\n",
      /2:16: .*The matrix has no key "z"/,
    ],
    ["an empty matrix", "matrix: {}\ntarget: {name: a, run: [x]}\n", /1:1: .*The file has no targets/],
    ["a text instead of a list", "targets:\n  - {name: a, run: x}\n", /2:20: .*Expected a list/],
    ["an object as an argument", "targets:\n  - {name: a, run: [{b: c}]}\n", /2:21: .*Expected a text/],
  ] as const)
    it(`rejects ${title} with a position`, () =>
      assert.throws(
        () => fleetOf(text),
        (error) =>
          error instanceof ImpError &&
          error.code === "FLEET_INVALID" &&
          expected.test(`${error.explanation.where}: ${error.message}`),
      ));
});
