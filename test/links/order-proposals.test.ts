/** imp suggests dependencies that only the description of a resource type mentions. */
import assert from "node:assert/strict";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { propertiesOf } from "./estate.ts";

const text = { type: "string" };

/** The description in the published AWS package. */
const snapshot = `A deployment is a snapshot of the REST API. It can be published via the \`aws.apigateway.Stage\` resource.

To properly capture all REST API configuration in a deployment, this resource must have dependencies on all prior resources that manage resources/paths, methods, integrations, etc.`;
const route = `Manages a deployment.

> **Note:** Creating a deployment requires at least one \`aws.apigatewayv2.Route\` resource associated with that API. You need to add explicit resource references using the [resource \`dependsOn\` meta-argument](https://example.com).

\`\`\`typescript
new aws.apigatewayv2.Model("other", {}, { dependsOn: [integration] });
\`\`\``;
const types: Readonly<Record<string, string>> = {
  "aws:apigateway/restApi:RestApi": "",
  "aws:apigateway/method:Method": "",
  "aws:apigateway/integration:Integration": "",
  "aws:apigateway/model:Model": "",
  "aws:apigateway/stage:Stage": "",
  "aws:apigateway/deployment:Deployment": snapshot,
  "aws:apigatewayv2/api:Api": "",
  "aws:apigatewayv2/route:Route": "",
  "aws:apigatewayv2/model:Model": "",
  "aws:apigatewayv2/integration:Integration": "",
  "aws:apigatewayv2/deployment:Deployment": route,
  "aws:batch/method:Method": "",
};
const inputs = { restApi: text, apiId: text, deployment: text };
const schema = loadSchema(
  new TextEncoder().encode(
    JSON.stringify({
      name: "aws",
      version: "7.0.0",
      resources: Object.fromEntries(
        Object.entries(types).map(([token, description]) => [
          token,
          { description, inputProperties: inputs, properties: inputs },
        ]),
      ),
    }),
  ),
);

function resource(type: string, name: string, set: Readonly<Record<string, string>> = {}): LinkableResource {
  const resourceSchema = schema.resource(type);
  assert.ok(resourceSchema !== undefined, type);
  return {
    urn: `urn:pulumi:dev::shop::${type}::${name}`,
    type,
    name,
    id: `${name}0123456789`,
    kind: "custom",
    consumer: true,
    inputs: propertiesOf(set),
    outputs: propertiesOf(set),
    schema: resourceSchema,
  };
}

function proposed(...resources: readonly LinkableResource[]): Readonly<Record<string, readonly string[]>> {
  const { proposals } = inferLinks(resources, new Map([["aws", schema]]));
  const last = (urn: string): string => urn.split("::").at(-1) ?? "";
  return Object.fromEntries([...proposals].map(([urn, after]) => [last(urn), after.map(last)]));
}

describe("suggestions for dependsOn", () => {
  const api = resource("aws:apigateway/restApi:RestApi", "api");
  const other = resource("aws:apigateway/restApi:RestApi", "other");
  const restApi = api.id;
  const method = resource("aws:apigateway/method:Method", "method", { restApi });
  const integration = resource("aws:apigateway/integration:Integration", "integration", { restApi });
  const deployment = resource("aws:apigateway/deployment:Deployment", "deployment", { restApi });

  it("suggests dependsOn for resources of the mentioned types that refer to the same API", () => {
    const expected = { deployment: ["integration", "method"] };
    assert.deepEqual(proposed(api, deployment, method, integration), expected);
    assert.deepEqual(proposed(integration, method, deployment, api), expected);
  });

  it("does not suggest dependsOn for resources of another API, type, or service", () => {
    const ofOther = resource("aws:apigateway/method:Method", "of-other", { restApi: other.id });
    const model = resource("aws:apigateway/model:Model", "model", { restApi });
    const batch = resource("aws:batch/method:Method", "batch", { restApi });
    assert.deepEqual(proposed(api, other, deployment, ofOther, model, batch), {});
  });

  it("does not suggest dependsOn for dependents, or for existing dependencies", () => {
    const dependent = { ...method, dependencies: [deployment.urn] };
    const asked = { ...deployment, dependencies: [method.urn] };
    assert.deepEqual(proposed(api, deployment, dependent), {});
    assert.deepEqual(proposed(api, asked, method), {});
    const stage = resource("aws:apigateway/stage:Stage", "stage", { restApi, deployment: deployment.id });
    assert.deepEqual(proposed(api, deployment, stage), {});
  });

  it("suggests resources of types that a description mentions, but not of types in its examples", () => {
    const web = resource("aws:apigatewayv2/api:Api", "web");
    const set = { apiId: web.id };
    const last = resource("aws:apigatewayv2/deployment:Deployment", "last", set);
    const first = resource("aws:apigatewayv2/route:Route", "first", set);
    const others = ["Model", "Integration"].map((member) =>
      resource(`aws:apigatewayv2/${member.toLowerCase()}:${member}`, member, set),
    );
    assert.deepEqual(proposed(web, last, first, ...others), { last: ["first"] });
  });
});
