import assert from "node:assert/strict";
import { type EnvironmentSource, openEnvironment } from "../../src/workspace/project/open-environment.ts";
import { readStackSettings } from "../../src/workspace/project/stack-settings.ts";
import { fails } from "./place.ts";

/** The properties of environments by name, as `pulumi env open --format detailed` prints them. */
type Environments = Readonly<Record<string, { readonly environmentVariables?: unknown; readonly files?: unknown }>>;

const trace = { def: { environment: "", begin: { line: 0, column: 0, byte: 0 } } };

/** A source whose command prints the environments and the configuration. Records the opened environments. */
function source(text: string, environments: Environments, config: unknown = {}, env: EnvironmentSource["env"] = {}) {
  const { environment } = settingsOf(text);
  assert.ok(environment !== undefined);
  const opened: string[] = [];
  const print = (json: unknown) => Promise.resolve(Buffer.from(JSON.stringify(json)));
  const unused = () => Promise.reject(new Error("not called"));
  const cli: EnvironmentSource["cli"] = {
    read: unused,
    replace: unused,
    config: () => print(config),
    openEnvironment: (name, property) => {
      opened.push(`${name} ${property}`);
      return print({ value: environments[name]?.[property] ?? null, trace });
    },
  };
  const details = { definition: environment, project: "orchard", path: "Pulumi.dev.yaml", organization: "acme" };
  return { ...details, cli, env, opened };
}

function settingsOf(text: string) {
  return readStackSettings({ path: "Pulumi.dev.yaml", bytes: Buffer.from(text), format: "yaml" }, "orchard");
}

describe("the environment of a stack file", () => {
  const none = { pulumiConfig: [], environmentVariables: [], files: [] };
  for (const [text, imports] of [
    ["environment: [common, team/cluster@3]", ["common", "team/cluster@3"]],
    ["environment:\n  imports:\n    - common\n    - team/cluster: {merge: true}", ["common", "team/cluster"]],
    ["environment:\n  imports:\n    - common\n    - keys: {merge: false}", ["common"]],
    ["environment: [&name common, *name]", ["common", "common"]],
    ['{"environment": {"imports": ["common"]}}', ["common"]],
  ] as const)
    it(`has the imports ${imports.join(", ")} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(settingsOf(text).environment, { imports, values: none });
    });

  it("has the keys of its own values", () => {
    const text =
      "environment:\n  values:\n    pulumiConfig: {aws:region: eu}\n    environmentVariables: {ZONE: a}\n    files: {KUBECONFIG: b}";
    const values = { pulumiConfig: ["aws:region"], environmentVariables: ["ZONE"], files: ["KUBECONFIG"] };
    assert.deepEqual(settingsOf(text).environment, { imports: [], values });
  });

  for (const text of ["config: {}", "environment:", "environment: []", "environment: {}", 'environment: ""'])
    it(`is missing in ${JSON.stringify(text)}`, () => assert.equal(settingsOf(text).environment, undefined));

  for (const text of ["environment: common", "environment: [[common]]"])
    it(`is rejected in ${JSON.stringify(text)}`, () => {
      assert.throws(() => settingsOf(text), fails("SETTINGS_INVALID", "Pulumi.dev.yaml:1:"));
    });
});

describe("openEnvironment", () => {
  it("opens each import of the stack's organization, and names the project of each", async () => {
    const here = source("environment: [common, team/cluster@3]", {});
    await openEnvironment(here);
    assert.deepEqual(here.opened, [
      "acme/default/common environmentVariables",
      "acme/default/common files",
      "acme/team/cluster@3 environmentVariables",
      "acme/team/cluster@3 files",
    ]);
  });

  it("leaves the default organization to the pulumi command", async () => {
    const here = source("environment: [team/cluster]", {});
    await openEnvironment({ ...here, organization: undefined });
    assert.deepEqual(here.opened, ["team/cluster environmentVariables", "team/cluster files"]);
  });

  it("reads scalars as variables, and lets later imports override earlier ones", async () => {
    const here = source("environment: [common, cluster]", {
      "acme/default/common": {
        environmentVariables: {
          ZONE: { value: "a", trace },
          TOKEN: { value: "hush", secret: true, trace },
          PORT: { value: 8080, trace },
          EMPTY: { value: null, trace },
          LIST: { value: [{ value: "x" }], trace },
        },
      },
      "acme/default/cluster": { environmentVariables: { ZONE: { value: "b", trace }, ON: { value: true, trace } } },
    });
    const { variables } = await openEnvironment(here);
    assert.deepEqual(Object.fromEntries(variables), {
      ZONE: { text: "b", secret: false },
      TOKEN: { text: "hush", secret: true },
      PORT: { text: "8080", secret: false },
      EMPTY: { text: "", secret: false },
      ON: { text: "true", secret: false },
    });
  });

  it("reads the configuration as the command prints it", async () => {
    const here = source(
      "environment: [common]",
      {},
      {
        "orchard:size": { value: "3", secret: false },
        "orchard:tags": { value: '{"key":"hush"}', objectValue: { key: "hush" }, secret: true },
        "aws:region": { value: "", secret: false },
      },
    );
    const { config } = await openEnvironment(here);
    assert.deepEqual(Object.fromEntries(config), {
      "orchard:size": { text: "3", secret: false, object: false },
      "orchard:tags": { text: '{"key":"hush"}', secret: true, object: true },
      "aws:region": { text: "", secret: false, object: false },
    });
  });

  const withFile = { "acme/default/common": { files: { KUBECONFIG: { value: "hush", secret: true, trace } } } };

  const ownVariable = "environment:\n  imports: [common]\n  values:\n    environmentVariables: {ZONE: a}";

  for (const [title, text, env, names] of [
    ["files of environments", "environment: [common]", {}, /KUBECONFIG.*pulumi env run acme\/default\/common -- imp/],
    ["variables of the stack file", ownVariable, { KUBECONFIG: "/k" }, /ZONE/],
  ] as const)
    it(`throws for ${title} that are not set`, async () => {
      await assert.rejects(openEnvironment(source(text, withFile, {}, env)), (error: unknown) => {
        assert.match(JSON.stringify(error), names);
        assert.doesNotMatch(JSON.stringify(error), /hush/);
        return fails("ENVIRONMENT_UNSUPPORTED", "Pulumi.dev.yaml")(error);
      });
    });

  it("keeps variables that it cannot set if they are set already", async () => {
    const here = source(ownVariable, withFile, {}, { KUBECONFIG: "/k", ZONE: "b" });
    const { inherited, variables } = await openEnvironment(here);
    assert.deepEqual(inherited, ["KUBECONFIG", "ZONE"]);
    assert.equal(variables.size, 0);
  });

  it("throws if the configuration lacks a value of the stack file's environment", async () => {
    const text = "environment:\n  values:\n    pulumiConfig: {size: 3, 'aws:region': eu}";
    const config = { "orchard:size": { value: "3", secret: false } };
    await assert.rejects(openEnvironment(source(text, {}, config)), (error: unknown) => {
      assert.match(JSON.stringify(error), /aws:region/);
      return fails("ENVIRONMENT_UNREADABLE", "Pulumi.dev.yaml")(error);
    });
  });

  it("throws without printing the output if the command does not print JSON", async () => {
    const here = source("environment: [common]", {});
    const cli = { ...here.cli, openEnvironment: () => Promise.resolve(Buffer.from("hush")) };
    await assert.rejects(openEnvironment({ ...here, cli }), (error: unknown) => {
      assert.doesNotMatch(JSON.stringify(error), /hush/);
      return fails("ENVIRONMENT_UNREADABLE", "Pulumi.dev.yaml")(error);
    });
  });
});
