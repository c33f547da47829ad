import assert from "node:assert/strict";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { specsOf, vpc } from "../support/quickstart-specs.ts";
import { differencesOf } from "./differences.ts";

describe("differences in the output of imp run", () => {
  it("shows old and new values of updated, removed, and added inputs", async () => {
    const inputs = { cidrBlock: "10.20.0.0/16", enableDnsHostnames: false, tags: { app: "bookshop", owner: "me" } };
    const { lines, verdict, differences, all } = await differencesOf(JSON.parse(specsOf({ ...vpc, inputs })));
    assert.equal(verdict, "update", all);
    assert.deepEqual(
      lines.map((line) => line.trim()),
      ["~ enableDnsHostnames: true => false", '- tags.stage: "live"', '+ tags.owner: "me"'],
      all,
    );
    assert.deepEqual(differences, [
      { path: "enableDnsHostnames", kind: "update", old: true, new: false },
      { path: "tags.stage", kind: "delete", old: "live" },
      { path: "tags.owner", kind: "add", new: "me" },
    ]);
  });

  it("marks differences that force a replacement", async () => {
    const inputs = { cidrBlock: "10.99.0.0/16" };
    const { lines, verdict, differences, all } = await differencesOf(JSON.parse(specsOf({ ...vpc, inputs })));
    assert.equal(verdict, "replace", all);
    assert.deepEqual(lines, ['  diff  ~ cidrBlock: "10.20.0.0/16" => "10.99.0.0/16", forces replacement'], all);
    assert.deepEqual(differences, [
      { path: "cidrBlock", kind: "update-replace", old: "10.20.0.0/16", new: "10.99.0.0/16" },
    ]);
  });
  it("lists changes of equal values last, on the screen and in reports", async () => {
    const { cloud, specs } = makeWholeEstate();
    const entry = specs.resources.find(({ name }) => name === "quirk-phantom-stubborn");
    const project = makeProject({ cloud, specs: { resources: [{ ...entry, inputs: { size: 77 } }] } });
    const ran = await exitsWith(
      3,
      project.run(["specs.json", "--plan-only", "--report", "r.md", "--report", "r.html"]),
    );
    const lines = ["~ size: 3 => 77", '~ fingerprint: "f-0" (equal, but the provider reports a change)'];
    const html = project.read("r.html").replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    assert.ok(html.includes(`<pre>${lines.join("\n")}</pre>`), html);
    assert.ok(project.read("r.md").includes(`\n${lines.join("\n")}\n`), project.read("r.md"));
    assert.ok(ran.stdout.includes(lines.map((line) => `    ${line}\n`).join("")), showRun(ran));
    await project.remove();
  });
});
