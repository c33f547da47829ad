/** The examples in `docs/fleet.md`: checked by actionlint, by GitLab's schema, and by a real Kubernetes API server. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { fleetMatrix } from "../../src/cli/fleet-screen.ts";
import { readFleet } from "../../src/fleet/fleet-file.ts";
import { ciLinters, hasCiLinters } from "./ci-linters.ts";
import { requireKubernetes } from "./kubernetes-stack.ts";
import { projectRoot } from "./project-root.ts";
import { exitsWith, mustRun, runProcess } from "./run-process.ts";
import { startKubernetes } from "./systems/kubernetes.ts";

const guide = readFileSync(join(projectRoot, "docs", "fleet.md"), "utf8");

/** The YAML blocks of the guide, by the file name in their first line. */
const examples = new Map(
  [...guide.matchAll(/```yaml\n# (\S+)\n([\s\S]*?)```/g)].map(([, name = "", text = ""]) => [name, text] as const),
);

describe("the examples of the guide for fleets", () => {
  let directory: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "imp-fleet-"));
    for (const [name, text] of examples) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    const { targets } = readFleet("fleet.yaml", examples.get("fleet.yaml") ?? "");
    const child = `${examples.get("import.gitlab-ci.yml")}${fleetMatrix(targets, "gitlab")}\n`;
    writeFileSync(join(directory, "child.yml"), child);
    const git = ["git", "-c", "user.name=test", "-c", "user.email=test@example.com"] as const;
    await mustRun([...git, "init", "-q", "."], { cwd: directory });
    await mustRun([...git, "commit", "-q", "--allow-empty", "-m", "Start"], { cwd: directory });
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it("are a fleet file with three targets", () => {
    const { targets } = readFleet("fleet.yaml", examples.get("fleet.yaml") ?? "");
    assert.deepEqual(
      targets.map(({ name }) => name),
      ["dev-eu-west-1", "prod-eu-west-1", "prod-us-east-1"],
    );
  });

  it("are a workflow of GitHub Actions without findings of actionlint", async function () {
    if (!hasCiLinters("the workflow of the guide for fleets")) return this.skip();
    const file = ".github/workflows/import.yml";
    await exitsWith(0, runProcess([...ciLinters.actionlint, file], { cwd: directory }));
    const broken = (examples.get(file) ?? "").replace("needs: matrix", "needs: matrices");
    writeFileSync(join(directory, "broken.yml"), broken);
    await exitsWith(1, runProcess([...ciLinters.actionlint, "broken.yml"], { cwd: directory }));
  });

  it("are pipelines of GitLab that its schema accepts, with one job per target", async function () {
    if (!hasCiLinters("the pipelines of the guide for fleets")) return this.skip();
    const list = (file: string) => runProcess([...ciLinters.gitlab, "--file", file, "--list-csv"], { cwd: directory });
    const parent = await exitsWith(0, list(".gitlab-ci.yml"));
    assert.match(parent.stdout, /^matrix;/m);
    assert.match(parent.stdout, /^targets;/m);
    const child = await exitsWith(0, list("child.yml"));
    assert.equal(child.stdout.match(/^import: \[\d\];/gm)?.length, 3, child.stdout);
    writeFileSync(join(directory, "wrong.yml"), "import:\n  scripts: [echo]\n");
    assert.notEqual((await list("wrong.yml")).code, 0);
  });

  it("are an Indexed Job that a Kubernetes API server accepts", async function () {
    if (requireKubernetes("the job of the guide for fleets") === undefined) return this.skip();
    const cluster = await startKubernetes();
    try {
      const job = parse(examples.get("import-job.yaml") ?? "") as object;
      const path = "/apis/batch/v1/namespaces/default/jobs?dryRun=All&fieldValidation=Strict";
      const made = (await cluster.request("POST", path, job)) as { readonly spec: { readonly completionMode: string } };
      assert.equal(made.spec.completionMode, "Indexed");
      await assert.rejects(cluster.request("POST", path, { ...job, spec: { completions: 40 } }));
    } finally {
      await cluster.stop();
    }
  });
});
