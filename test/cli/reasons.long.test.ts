import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { missing } from "../support/quickstart-specs.ts";

const { cloud, specs, expectedVerdict } = makeEstate({
  seed: 3,
  resources: 50,
  regions: ["us-east-1"],
  failing: true,
  tokens: new Set(["simcloud:db/instance:Instance"]),
});
const failing = Object.keys(expectedVerdict).filter((name) => expectedVerdict[name] === "failed");
const ignored = Object.keys(expectedVerdict).filter((name) => expectedVerdict[name] === "ignored");

/** Returns a name such as `orders0DatabasePassword`. */
const configKey = (name: string): string =>
  `${name.replaceAll(/-(.)/g, (_, first: string) => first.toUpperCase())}Password`;

describe("the list of reasons after a run", () => {
  let project: CliProject;
  let ran: Ran;
  let reasons: string;
  before(async () => {
    project = makeProject({ cloud, specs: { resources: [...specs.resources, missing] } });
    ran = await project.run(["specs.json", "--plan-only"]);
    reasons = ran.stdout.slice(ran.stdout.search(/^\d+ resources: /m));
  });
  after(() => project.remove());

  it("lists every failure, even more than 20", () => {
    assert.ok(
      failing.length > 20 && ignored.length > 20,
      "the test needs more than 20 failed and 20 ignored resources",
    );
    const [missing = "", absent = ""] = reasons.split("Error: ").slice(1);
    assert.match(
      missing,
      /^Missing a required input \(VALUE_DEMANDED\)\n[\s\S]* {2}why {3}The provider requires password/,
      showRun(ran),
    );
    for (const name of failing.slice(0, 10)) assert.match(missing, new RegExp(` ${name}(,|\n| and )`), showRun(ran));
    assert.match(missing, new RegExp(` and ${failing.length - 10} more\n`), showRun(ran));
    for (const name of failing)
      assert.match(missing, new RegExp(` +pulumi config set --secret orchard:${configKey(name)}\n`));
    assert.match(absent, /\(RESOURCE_NOT_FOUND\)\n +where [^\n]* nobody/, showRun(ran));
    assert.doesNotMatch(reasons, /more; use --json/);
  });

  it("lists remarks last, and counts their resources", () => {
    const lines = reasons.split("\n").filter((line) => line.includes("ignoreChanges password"));
    assert.deepEqual(lines, [`ignoreChanges password: ${ignored.length} resources`], showRun(ran));
    assert.ok(reasons.lastIndexOf("Error:") < reasons.indexOf("ignoreChanges password"), showRun(ran));
  });
});
