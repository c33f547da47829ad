import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";

const hostile = ["</script><img src=x onerror=alert(1)>", "__proto__", "a\u202eb`c``d", "--> # heading |*_[x](y)"];

describe("--report", () => {
  let project: CliProject;
  afterEach(() => project.remove());

  it("writes every resource and every reason, but no secret", async () => {
    const { cloud, specs, canaries } = makeEstate({ seed: 3, resources: 60 });
    const entries = specs.resources.map((entry) => ({ ...entry }));
    const records = entries.filter(({ type }) => type === "simcloud:dns/record:Record");
    const gone = records.slice(0, 4).map((entry, index) => Object.assign(entry, { id: `gone-${index}` }));
    const queues = entries.filter(({ type }) => type === "simcloud:queue/queue:Queue").slice(0, hostile.length);
    for (const [index, entry] of queues.entries()) Object.assign(entry, { name: hostile[index] });
    assert.ok(gone.length > 1 && queues.length > 1);
    project = makeProject({ cloud, specs: { ...specs, resources: entries } });
    await exitsWith(3, project.run(["specs.json", "--yes", "--report", "r.md", "--report", "r.html"]));
    const [markdown, html] = [project.read("r.md"), project.read("r.html")];
    for (const { id, name } of gone) {
      assert.ok(markdown.includes(String(id)) && html.includes(String(id)), name);
    }
    for (const { name } of entries.filter((entry) => !queues.includes(entry)))
      assert.ok(markdown.includes(name) && html.includes(name), name);
    for (const text of [markdown, html]) {
      for (const secret of canaries) assert.ok(!text.includes(secret), secret);
      assert.ok(!text.includes("\u202e"));
    }
    assert.ok(!html.includes("<img"), "resource names are escaped in HTML");
    assert.equal(html.match(/<\/script>/g)?.length, 3);
    assert.match(html, /default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+';/);
  });

  it("writes a report with --plan-only, and replaces an edited report only with --force", async () => {
    project = makeProject();
    const args = ["specs.json", "--report", "r.html"];
    await exitsWith(0, project.run([...args, "--plan-only"]));
    assert.ok(project.read("r.html").includes("Nothing was written (--plan-only)."));
    await exitsWith(0, project.run([...args, "--yes"]));
    assert.ok(project.read("r.html").includes("imp undo"));
    project.write("r.html", `${project.read("r.html")}<p>mine</p>`);
    const before = project.files();
    const refused = await exitsWith(2, project.run([...args, "--yes"]));
    assert.match(refused.stderr, /FILE_NOT_OURS/);
    assert.deepEqual(project.files(), before);
    await exitsWith(0, project.run([...args, "--yes", "--force"]));
    assert.ok(!project.read("r.html").includes("mine"));
  });
});
