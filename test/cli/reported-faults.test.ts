import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { specsOf, vpc } from "../support/quickstart-specs.ts";
import { generate, stateOf, text } from "./reported-faults.ts";

const screen = ({ stdout, stderr }: Ran): string => `${stdout} ${stderr}`.replace(/\s+/g, " ");

describe("imp generate", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  it("prints properties with names that begin with __ if the schema has them", async () => {
    const rule = { type: "object", properties: { __type: text, size: text } };
    const inputProperties = { __kind: text, name: text, rule: { $ref: "#/types/acme:index:Rule" } };
    const schema = {
      name: "acme",
      types: { "acme:index:Rule": rule },
      resources: { "acme:index:Key": { inputProperties, properties: inputProperties } },
    };
    const inputs = { __defaults: [], __kind: "rsa", name: "n", rule: { __defaults: [], __type: "saw", size: "s" } };
    await exitsWith(
      0,
      generate(project, schema, stateOf({ type: "acme:index:Key", name: "key", inputs }), "typescript,yaml"),
    );
    for (const file of ["index.ts", "Main.yaml"]) {
      const program = project.read(`out/${file}`);
      assert.match(program, /__kind: "?rsa/);
      assert.match(program, /__type: "?saw/);
      assert.doesNotMatch(program, /__defaults/);
    }
  });

  it("prints a map in Go if the SDK cannot export the type or a field", async () => {
    const names = { _scopes: text, "6to4Interface": text, plain: text };
    const inputs = { _scopes: "a", "6to4Interface": "b", plain: "c" };
    const schema = {
      name: "acme",
      types: { "acme:index:Route": { type: "object", properties: names } },
      resources: {
        "acme:index:Tunnel": { inputProperties: names },
        "acme:index:Nest": { inputProperties: { route: { $ref: "#/types/acme:index:Route" } } },
        "acme:index:_Hidden": { inputProperties: { plain: text } },
      },
    };
    const tunnel = { type: "acme:index:Tunnel", name: "tunnel", inputs };
    const nest = { type: "acme:index:Nest", name: "nest", inputs: { route: inputs } };
    const hidden = { type: "acme:index:_Hidden", name: "hidden", inputs: { plain: "c" } };
    const ran = await exitsWith(3, generate(project, schema, stateOf(tunnel, nest, hidden), "go"));
    assert.match(screen(ran), /GENERATOR_CANNOT_EXPRESS.*_Hidden/);
    const program = project.read("out/main.go");
    for (const { type, name } of [tunnel, nest])
      assert.match(program, new RegExp(`ctx\\.RegisterResource\\("${type}", "${name}", pulumi\\.Map\\{`));
    assert.equal(program.match(/"_scopes":\s+pulumi\.String\("a"\)/g)?.length, 2);
    assert.equal(program.match(/"6to4Interface":\s+pulumi\.String\("b"\)/g)?.length, 2);
    assert.doesNotMatch(program, /hidden/);
  });
  it("prints custom resources of Kubernetes and the other resources", async () => {
    const metadata = { $ref: "#/types/kubernetes:meta/v1:ObjectMeta" };
    const map = { type: "object", additionalProperties: text };
    const schema = {
      name: "kubernetes",
      types: { "kubernetes:meta/v1:ObjectMeta": { type: "object", properties: { name: text } } },
      resources: {
        "kubernetes:apiextensions.k8s.io:CustomResource": {
          isOverlay: true,
          inputProperties: { apiVersion: text, kind: text, metadata, others: map },
        },
        "kubernetes:core/v1:ConfigMap": { inputProperties: { metadata, data: map } },
      },
    };
    const tab = {
      type: "kubernetes:stable.example.com/v1:CronTab",
      name: "tab",
      inputs: {
        apiVersion: "stable.example.com/v1",
        kind: "CronTab",
        metadata: { name: "tab" },
        spec: { replicas: 2 },
      },
    };
    const settings = {
      type: "kubernetes:core/v1:ConfigMap",
      name: "settings",
      inputs: { metadata: { name: "settings" }, data: { a: "b" } },
    };
    await exitsWith(0, generate(project, schema, stateOf(tab, settings), "typescript"));
    const program = project.read("out/index.ts");
    assert.match(program, /new kubernetes\.\S+CustomResource\(\s*"tab"/);
    assert.match(program, /spec: \{\s*replicas: 2/);
    assert.match(program, /new kubernetes\.\S+ConfigMap\(\s*"settings"/);
  });

  it("lists dynamic resources as omitted, and prints the other resources", async () => {
    const schema = { name: "acme", resources: { "acme:index:Tree": { inputProperties: { name: text } } } };
    const dynamic = ["pulumi-nodejs:dynamic:Resource", "pulumi-python:dynamic:Resource"].map((type, index) => ({
      type,
      name: `dynamic-${index}`,
      inputs: { __provider: "code" },
    }));
    const tree = { type: "acme:index:Tree", name: "tree", inputs: { name: "oak" } };
    const ran = await generate(project, schema, stateOf(...dynamic, tree), "typescript");
    assert.doesNotMatch(screen(ran), /PLUGIN_NOT_FOUND/);
    for (const { name } of dynamic)
      assert.match(screen(ran), new RegExp(`${name}: the provider of a dynamic resource|${name}`));
    assert.match(project.read("out/index.ts"), /new acme\.Tree\("tree"/);
    assert.doesNotMatch(project.read("out/index.ts"), /dynamic/);
  });

  it("omits resources with values that PCL's binder would convert, and prints the others", async () => {
    const archive = { $ref: "pulumi.json#/Archive" };
    const schema = {
      name: "acme",
      resources: { "acme:index:Code": { inputProperties: { code: archive, name: text } } },
    };
    const code = (name: string, inputs: object) => ({ type: "acme:index:Code", name, inputs });
    const wrong = [
      code("text-for-archive", { code: "archive" }),
      code("map-for-archive", { code: { a: "b" } }),
      code("list-for-text", { name: ["a"] }),
      code("map-for-text", { name: { a: "b" } }),
    ];
    const ran = await exitsWith(3, generate(project, schema, stateOf(...wrong, code("sound", { name: "s" })), "pcl"));
    assert.match(screen(ran), /GENERATOR_CANNOT_EXPRESS/);
    for (const { name } of wrong) {
      assert.match(screen(ran), new RegExp(name));
      assert.doesNotMatch(project.read("out/main.pp"), new RegExp(name));
    }
    assert.match(project.read("out/main.pp"), /resource sound/);
  });
});

describe("specifications and schemas of providers", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  const setting = { string: { optional_required: "optional" } };
  const optional = { string: { computed_optional_required: "optional" } };
  const specification = (provider: object, resource: object): string =>
    JSON.stringify({
      version: "0.1",
      provider: { name: "orchard", schema: provider },
      resources: [{ name: "tree", schema: resource }],
    });

  it("warns about two names for one enum value, but accepts them", async () => {
    const members = [
      { name: "Old", value: "a" },
      { name: "New", value: "a" },
    ];
    const types = { "acme:index:Mode": { type: "string", enum: members } };
    project.write("alias.json", JSON.stringify({ name: "acme", version: "1.0.0", types }));
    const ran = await exitsWith(0, project.plain(["schema", "check", "alias.json"]));
    assert.match(screen(ran), /Warning .*enum-alias/);
  });

  it("warns if an attribute and a block share a name, and converts them", async () => {
    const block = { name: "bark", single_nested: { attributes: [{ name: "age", ...optional }] } };
    const resource = { attributes: [{ name: "bark", ...optional }], blocks: [block] };
    project.write("twins.json", specification({ attributes: [] }, resource));
    const checked = await project.plain(["terraform", "check", "twins.json"]);
    assert.match(screen(checked), /Warning .*attribute-and-block/, showRun(checked));
    const converted = await exitsWith(0, project.plain(["terraform", "convert", "twins.json"]));
    const losses = converted.stderr.split("\n").filter((line) => /^ *\d+ {2}/.test(line));
    assert.ok(
      losses.some((line) => line.includes("attribute-and-block")),
      converted.stderr,
    );
    assert.ok(!losses.some((line) => /\d+ {2}name: /.test(line)), converted.stderr);
  });

  it("warns about reserved names, and converts them to a valid schema", async () => {
    const names = ["count", "for_each", "provider", "depends_on", "lifecycle", "connection", "provisioner"];
    const resource = { attributes: names.map((name) => ({ name, ...optional })) };
    const settings = {
      attributes: [
        { name: "version", ...setting },
        { name: "alias", ...setting },
      ],
    };
    project.write("reserved.json", specification(settings, resource));
    const checked = await project.plain(["terraform", "check", "reserved.json"]);
    const shown = screen(checked);
    assert.equal(shown.match(/Warning at line \d+, column \d+: reserved-name/g)?.length, names.length + 2, shown);
    await exitsWith(0, project.plain(["terraform", "convert", "reserved.json", "--out", "schema.json"]));
    const schema = project.json("schema.json") as {
      readonly config: { readonly variables: object };
      readonly provider: { readonly inputProperties: object };
    };
    assert.ok(!("version" in schema.config.variables) && !("version" in schema.provider.inputProperties));
    await exitsWith(0, project.plain(["schema", "check", "schema.json"]));
  });

  it("rejects a GetMapping response that contains no provider schema", async () => {
    const answer = {
      name: "helm",
      provider: {},
      resources: { helm_release: { tok: "kubernetes:helm.sh/v3:Release" } },
    };
    project.write("mapping.json", JSON.stringify(answer));
    const ran = await exitsWith(1, project.plain(["terraform", "convert", "mapping.json"]));
    assert.equal(ran.stdout, "");
    assert.match(screen(ran), /response to GetMapping contains no provider schema/);
  });
});

describe("Terraform states", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  const stateWith = (type: string, attributes: object): string => {
    const [provider] = type.split("_");
    const address = `provider["registry.example.com/any/${provider}"]`;
    const resource = { mode: "managed", type, name: "it", provider: address, instances: [{ attributes }] };
    return JSON.stringify({ version: 4, resources: [resource] });
  };

  it("maps a Helm release of a Terraform state to the package kubernetes", async () => {
    project.write("helm.tfstate", stateWith("helm_release", { id: "web", name: "web", namespace: "shop" }));
    const ran = await exitsWith(0, project.plain(["terraform", "imports", "helm.tfstate"]));
    const { resources } = JSON.parse(ran.stdout) as { readonly resources: readonly object[] };
    const [entry] = resources as readonly { readonly type: string; readonly id: string }[];
    assert.deepEqual([entry?.type, entry?.id], ["kubernetes:helm.sh/v3:Release", "shop/web"]);
    assert.doesNotMatch(screen(ran), /helm:index/);
  });

  it("treats a Terraform state with only a version as empty, not malformed", async () => {
    project.write("empty.tfstate", '{"version": 4}');
    for (const words of [
      ["terraform", "imports", "empty.tfstate"],
      ["run", "--from-terraform", "empty.tfstate", "--plan-only"],
    ]) {
      const ran = await project.plain(words);
      assert.doesNotMatch(screen(ran), /malformed|missing/, showRun(ran));
      assert.match(screen(ran), /no resource|nothing|0 resources/i, showRun(ran));
    }
  });

  it("prints a placeholder for an ID that the Terraform state lacks, with a warning", async () => {
    project.write("ids.tfstate", stateWith("iot_thing", { device_id: "d", site_id: "s" }));
    const ran = await project.plain(["terraform", "imports", "ids.tfstate"]);
    const { resources } = JSON.parse(ran.stdout) as { readonly resources: readonly { readonly id: string }[] };
    assert.deepEqual(
      resources.map(({ id }) => id),
      ["<PLACEHOLDER>"],
      showRun(ran),
    );
    assert.match(screen(ran), /has no ID for iot_thing\.it\. Replace <PLACEHOLDER>/, showRun(ran));
  });
});

describe("import files written by scripts", () => {
  it("accepts empty strings and null in optional fields of import files", async () => {
    const blank = { parent: "", provider: null, version: "", component: null, properties: null, logicalName: "" };
    const project = makeProject({ specs: JSON.parse(specsOf({ ...vpc, ...blank } as unknown as typeof vpc)) });
    try {
      const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
      assert.match(ran.stdout, /1 clean/);
      project.write("none.json", '{"nameTable": null, "resources": null}');
      const none = await exitsWith(0, project.run(["none.json", "--yes"]));
      assert.doesNotMatch(screen(none), /SPEC_INVALID/);
    } finally {
      await project.remove();
    }
  });
});
