/** `imp discover --from-json` maps a Kubernetes list without flags, and writes the import file without a plugin. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";

const named = (apiVersion: string, kind: string, name: string, namespace?: string) => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace !== undefined && { namespace }) },
});

const items = [
  named("v1", "ConfigMap", "web", "shop"),
  named("v1", "ConfigMap", "web", "data"),
  named("v1", "ConfigMap", "kube-root-ca.crt", "shop"),
  named("autoscaling/v1", "HorizontalPodAutoscaler", "web", "shop"),
  named("autoscaling/v2", "HorizontalPodAutoscaler", "web", "shop"),
  named("example.com/v1", "Widget", "blue", "shop"),
];

interface DiscoveredResources {
  readonly resources: readonly { readonly type: string; readonly name: string; readonly id: string }[];
}

describe("imp discover with a Kubernetes list", () => {
  let project: CliProject;
  before(() => {
    project = makeProject({ files: { "all.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) } });
  });
  after(() => project.remove());

  it("writes each object of a Kubernetes list once, and skips those that the cluster made", async () => {
    const ran = await exitsWith(0, project.imp(["discover", "--from-json", "all.json"]));
    const { resources } = project.json("imp-found.json") as DiscoveredResources;
    assert.deepEqual(
      resources.map(({ type, name, id }) => [type, name, id]),
      [
        ["kubernetes:autoscaling/v2:HorizontalPodAutoscaler", "web", "shop/web"],
        ["kubernetes:core/v1:ConfigMap", "data-web", "data/web"],
        ["kubernetes:core/v1:ConfigMap", "shop-web", "shop/web"],
        ["kubernetes:example.com/v1:Widget", "blue", "shop/blue"],
      ],
    );
    assert.match(
      ran.stdout,
      /^Skipped: 1 object created by the cluster \(cluster\)\. Use\s+--include\s+REASON to\s+include them\.$/m,
      showRun(ran),
    );
    assert.match(ran.stdout, /^1 object listed again under another API version\.$/m, showRun(ran));
  });

  it("includes objects that the cluster created with --all-objects", async () => {
    const ran = await project.imp(["discover", "--from-json", "all.json", "--all-objects", "--json", "--force"]);
    const { resources, leftOut } = JSON.parse(ran.stdout) as { readonly resources: number; readonly leftOut: object };
    assert.deepEqual([resources, leftOut], [5, { versions: 1 }], showRun(ran));
  });

  it("rejects a Kubernetes list together with another list", async () => {
    project.write("other.json", '[{"Arn": "a"}]');
    const ran = await exitsWith(2, project.imp(["discover", "--from", "all.json", "--from", "other.json"]));
    assert.match(ran.stderr, /other\.json is not a list of Kubernetes objects, but other files are/, showRun(ran));
  });
});
