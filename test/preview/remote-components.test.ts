/** Previews of remote components. A provider in memory registers the resources of the components with the preview. */
import assert from "node:assert/strict";
import type { MethodRequest, Registration } from "../../src/domain/registration.ts";
import type { ConstructRequest, Provider } from "../../src/plugin/provider.ts";
import type { Preview } from "../../src/preview/preview.ts";
import { emptyMap, stringValue, type Value } from "../../src/value/value.ts";
import {
  type Given,
  openPreviewWith,
  plainRegistration,
  register,
  registerStack,
  stateAfter,
  urn,
} from "./programs.ts";
import { rulesProvider } from "./rules-provider.ts";

const clusterType = "rules:index:Cluster";
const thing = "rules:index:Thing";
const monitorAddress = "127.0.0.1:1";

const cluster: Registration = {
  ...plainRegistration,
  type: clusterType,
  name: "cluster",
  custom: false,
  remote: true,
  inputs: new Map([["size", stringValue("1")]]),
};
const clusterUrn = urn(clusterType, "cluster");
const olds: readonly Given[] = [
  { type: clusterType, name: "cluster", inputs: { size: "1" }, options: { custom: false } },
  { type: thing, name: "node", inputs: { size: "1" }, options: { parent: clusterUrn } },
];

/** Returns a provider whose Construct registers a cluster, and a node in it that has the inputs of the cluster. */
function clusterProvider(requests: ConstructRequest[] = []): Provider & { preview?: Preview } {
  const provider: Provider & { preview?: Preview } = {
    ...rulesProvider({}),
    construct: async (request) => {
      requests.push(request);
      const { inputs, name, providers } = request.registration;
      const component = { ...plainRegistration, type: clusterType, name, custom: false, inputs, providers };
      const { urn: parent } = (await provider.preview?.register(component)) ?? { urn: "" };
      await provider.preview?.register({ ...plainRegistration, type: thing, name: "node", inputs, parent });
      const output: Value = { kind: "output", value: stringValue("x"), secret: false, dependencies: [parent] };
      return { urn: parent, outputs: new Map([["output", output]]), dependencies: new Map() };
    },
    callMethod: async ({ token }) => ({
      result: new Map([["called", stringValue(token)]]),
      dependencies: new Map(),
      failures: [],
    }),
  };
  return provider;
}

async function openCluster(requests: ConstructRequest[] = []): Promise<Preview> {
  const provider = clusterProvider(requests);
  const preview = openPreviewWith(stateAfter(olds), provider);
  provider.preview = preview;
  await registerStack(preview);
  return preview;
}

async function changesOf(preview: Preview): Promise<readonly string[]> {
  const { steps } = await preview.finish();
  return steps.flatMap(({ op, urn: of }) => (op === "same" ? [] : [`${op} ${of.split("::").at(-1)}`]));
}

describe("a preview of a remote component", () => {
  it("shows no steps if the component and its resources are unchanged", async () => {
    const preview = await openCluster();
    const constructed = await preview.construct(cluster, monitorAddress);
    assert.equal(constructed?.urn, clusterUrn);
    assert.deepEqual(constructed?.dependencies, new Map([["output", [clusterUrn]]]));
    assert.deepEqual(await changesOf(preview), []);
  });

  it("updates the component and its resource if an input changes", async () => {
    const preview = await openCluster();
    await preview.construct({ ...cluster, inputs: new Map([["size", stringValue("2")]]) }, monitorAddress);
    assert.deepEqual(await changesOf(preview), ["update cluster", "update node"]);
  });

  it("sends project, stack, configuration, and inherited options to Construct", async () => {
    const requests: ConstructRequest[] = [];
    const preview = await openCluster(requests);
    const group: Given = { type: "acme:index:Group", name: "group", options: { custom: false, protect: true } };
    const { urn: parent } = await register(preview, group, new Map());
    const below = { ...cluster, parent };
    await preview.construct({ ...below, ...preview.inherit(below) }, monitorAddress);
    assert.deepEqual(requests[0]?.program, {
      project: "shop",
      stack: "dev",
      config: new Map([["shop:size", "2"]]),
      secretKeys: [],
      monitorAddress,
    });
    assert.equal(requests[0]?.registration.protect, true);
  });

  it("reports the error of a component's resource once", async () => {
    const preview = await openCluster();
    await register(preview, { type: thing, name: "node", options: { parent: "" } }, new Map());
    await preview.construct(cluster, monitorAddress);
    await assert.rejects(preview.construct(cluster, monitorAddress));
    const { problems } = await preview.finish();
    assert.deepEqual(
      problems.map(({ message }) => message.replace(/ '.*/s, "")),
      [`Duplicate resource URN`],
    );
  });
});

describe("method calls in a preview", () => {
  const method: MethodRequest = {
    token: `${clusterType}/describe`,
    arguments: new Map([["__self__", { kind: "resource", urn: clusterUrn, packageVersion: "" }]]),
    dependencies: new Map(),
    provider: "",
    version: "1.0.0",
    pluginDownloadUrl: "",
    packageRef: "",
  };

  it("returns the provider's result of a method call", async () => {
    const preview = await openCluster();
    await preview.construct(cluster, monitorAddress);
    const { result } = await preview.callMethod(method, monitorAddress);
    assert.deepEqual(result, new Map([["called", stringValue(method.token)]]));
  });

  it("rejects a method of a component that is not registered", async () => {
    const preview = await openCluster();
    await assert.rejects(preview.callMethod(method, monitorAddress), /unknown resource/);
  });

  it("rejects a method call without the argument __self__", async () => {
    const preview = await openCluster();
    const token = "pulumi:providers:rules/check";
    await assert.rejects(
      preview.callMethod({ ...method, token, arguments: emptyMap }, monitorAddress),
      /missing __self__/,
    );
  });
});
