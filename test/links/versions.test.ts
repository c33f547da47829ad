// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that look like templates are what is tested
/** Links to version numbers that follow the name of a resource, or are next to a reference to it. */
import assert from "node:assert/strict";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { templates } from "./estate.ts";

const text = { type: "string" };
const whole = { type: "integer" };
const spec = { $ref: "#/types/cloud:index:Spec" };
const outputs = (properties: object) => ({ properties, required: Object.keys(properties) });
const resources = {
  "cloud:ecs/task:Task": {
    inputProperties: { family: text },
    ...outputs({ family: text, arn: text, revision: whole }),
  },
  "cloud:ecs/service:Service": { inputProperties: { name: text, task: text, comment: text } },
  "cloud:ec2/template:Template": {
    inputProperties: { name: text },
    ...outputs({ name: text, arn: text, latestVersion: whole, defaultVersion: whole }),
  },
  "cloud:ec2/fleet:Fleet": {
    inputProperties: { template: spec, version: text, templateId: text, templateVersion: text },
  },
  "cloud:run/code:Code": { inputProperties: { name: text }, ...outputs({ name: text, arn: text, version: text }) },
  "cloud:run/alias:Alias": { inputProperties: { name: text, codeName: text, codeVersion: text, minimumVersion: text } },
};
const types = { "cloud:index:Spec": { type: "object", properties: { id: text, templateName: text, version: text } } };
const schema = loadSchema(Buffer.from(JSON.stringify({ name: "cloud", version: "1.0.0", types, resources })));

type Plain = Parameters<typeof fromPlainMap>[0];

function resource(type: string, id: string, inputs: Plain, computed: Plain = {}): LinkableResource {
  const name = type.split(":").at(-1) ?? "";
  const described = schema.resource(type) ?? assert.fail(type);
  const urn = `urn:pulumi:dev::shop::${type}::${name}`;
  const given = fromPlainMap(inputs);
  const all = new Map([...given, ...fromPlainMap(computed)]);
  return { urn, type, name, id, schema: described, inputs: given, outputs: all, kind: "custom", consumer: true };
}

const task = resource(
  "cloud:ecs/task:Task",
  "orders",
  { family: "orders" },
  { arn: "arn:cloud:ecs:a:1:task/orders:7", revision: 7 },
);
const template = resource(
  "cloud:ec2/template:Template",
  "lt-0a1b2c3d4e5f67890",
  { name: "web" },
  { arn: "arn:cloud:ec2:a:1:template/lt-0a1b2c3d4e5f67890", latestVersion: 3, defaultVersion: 1 },
);
const code = resource(
  "cloud:run/code:Code",
  "hello",
  { name: "hello" },
  { arn: "arn:cloud:run:a:1:code/hello", version: "4" },
);

function linksOf(type: string, inputs: Plain): Readonly<Record<string, string>> {
  const consumer = resource(type, "consumer", inputs);
  const all = [task, template, code, consumer];
  return templates(inferLinks(all, new Map([["cloud", schema]])).links.get(consumer.urn), all);
}

describe("version numbers", () => {
  it("links a version number that follows a resource name: `orders:7`", () => {
    assert.deepEqual(linksOf("cloud:ecs/service:Service", { task: "orders:7" }), {
      task: "${Task.id}:${Task.revision}",
    });
  });

  it("links a version number next to a reference to its resource", () => {
    const id = "lt-0a1b2c3d4e5f67890";
    const fleet = "cloud:ec2/fleet:Fleet";
    assert.deepEqual(linksOf(fleet, { template: { id, version: "3" } }), {
      "template.id": "${Template.id}",
      "template.version": "${Template.latestVersion}",
    });
    assert.deepEqual(linksOf(fleet, { template: { templateName: "web", version: "1" } }), {
      "template.templateName": "${Template.name}",
      "template.version": "${Template.defaultVersion}",
    });
    assert.deepEqual(linksOf(fleet, { templateId: id, templateVersion: "3" }), {
      templateId: "${Template.id}",
      templateVersion: "${Template.latestVersion}",
    });
    assert.deepEqual(linksOf("cloud:run/alias:Alias", { name: "live", codeName: "hello", codeVersion: "4" }), {
      codeName: "${Code.name}",
      codeVersion: "${Code.version}",
    });
  });

  it("keeps a version number literal if it differs or its resource is unknown", () => {
    assert.deepEqual(linksOf("cloud:ecs/service:Service", { task: "orders:6" }), {});
    assert.deepEqual(linksOf("cloud:ecs/service:Service", { comment: "orders:7" }), {});
    const id = "lt-0a1b2c3d4e5f67890";
    const fleet = "cloud:ec2/fleet:Fleet";
    assert.deepEqual(linksOf(fleet, { template: { id, version: "2" } }), { "template.id": "${Template.id}" });
    assert.deepEqual(linksOf(fleet, { template: { id, version: "$Latest" } }), { "template.id": "${Template.id}" });
    assert.deepEqual(linksOf(fleet, { templateId: id, version: "3" }), { templateId: "${Template.id}" });
    const alias = { name: "live", codeName: "hello", minimumVersion: "4" };
    assert.deepEqual(linksOf("cloud:run/alias:Alias", alias), { codeName: "${Code.name}" });
  });
});
