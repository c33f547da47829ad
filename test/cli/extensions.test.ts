/** Extensions of a provider are imported like other resources of the provider, and the state records them as Pulumi does. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { specsOf } from "../support/quickstart-specs.ts";
import { berth, cloud, extension, own, thing } from "./extensions.ts";

const reference = "fd1316835954f548c499b71ee2abcffb16a4e802f19f941d202502ad6ed70dff";
/** The part of an SDK's package.json, as `pulumi package add` writes it, that imp reads. */
const sdk = {
  name: "@pulumi/marina",
  version: "0.3.0",
  pulumi: { resource: true, name: "simcloud", version: "1.0.0", extensionParameterization: extension },
};

interface State {
  readonly version: number;
  readonly features: readonly string[];
  readonly checkpoint: { readonly latest: Latest };
}

interface Latest {
  readonly resources: readonly { readonly urn: string; readonly extensionRef?: string; readonly provider?: string }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

describe("extensions of a provider", () => {
  let project: CliProject;
  const open = (entries: readonly object[], files: Readonly<Record<string, string>> = {}) => {
    project = makeProject({ cloud, specs: JSON.parse(specsOf(...entries)), files });
  };
  const stateOf = (): State => project.json(checkpoint) as State;
  const latest = (): Latest => stateOf().checkpoint.latest;
  const named = (name: string) => latest().resources.find(({ urn }) => urn.endsWith(`::${name}`));
  afterEach(() => project.remove());

  it("imports types of both packages with the default and an explicit provider", async () => {
    open([berth, own, thing]);
    const { stdout } = await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.match(stdout, /pulumi package add \S+ --extension "PARAMETERS"/);
    assert.deepEqual([stateOf().version, stateOf().features], [4, ["extensionParameterization"]]);
    assert.deepEqual(latest().extensions, { [reference]: extension });
    assert.match(named("berth")?.provider ?? "", /::default_1_0_0::/);
    assert.match(named("thing")?.provider ?? "", /::own::/);
    assert.deepEqual([named("berth")?.extensionRef, named("thing")?.extensionRef], [reference, reference]);
    assert.match(project.read("index.ts"), /import \* as marina from "@pulumi\/marina";/);
  });

  it("adds an extension to a state that has another one, and undoes the import", async () => {
    open([berth]);
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const other = { ...extension, version: "0.4.0" };
    project.write("more.json", specsOf({ ...berth, name: "other", id: "pier", extension: other }));
    await exitsWith(0, project.run(["more.json", "--yes"]));
    assert.deepEqual(Object.values(latest().extensions ?? {}), [extension, other]);
    await exitsWith(0, project.plain(["undo", "--yes"]));
    assert.equal(named("other"), undefined);
    assert.equal(named("berth")?.extensionRef, reference);
  });

  it("takes the extension from the program's SDK", async () => {
    const { extension: _, provider: __, version: ___, ...bare } = thing;
    open([bare], { "node_modules/@pulumi/marina/package.json": JSON.stringify(sdk) });
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.equal(named("thing")?.extensionRef, reference);
    assert.match(named("thing")?.provider ?? "", /pulumi:providers:simcloud::default_1_0_0::/);
  });

  it("fails the resources of an extension that the plugin does not have, but no others", async () => {
    const value = Buffer.from("any bytes").toString("base64");
    open([berth, { ...berth, name: "wrong", id: "pier", extension: { name: "more", version: "1.0.0", value } }]);
    const { stdout } = await exitsWith(3, project.run(["specs.json", "--yes"]));
    assert.match(stdout, /PLUGIN_NOT_EXTENDED/);
    assert.equal(named("berth")?.extensionRef, reference);
    assert.equal(named("wrong"), undefined);
  });
});
