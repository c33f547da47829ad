import assert from "node:assert/strict";
import { specIdOf } from "../../../src/domain/spec-id.ts";
import { remoteInputs, withMakers } from "../../../src/import/read/remote-components.ts";
import type { ResolvedSpec } from "../../../src/import-file/resolve.ts";
import { loadSchema } from "../../../src/schema/load.ts";
import { fromPlainMap } from "../../../src/value/plain.ts";
import { emptyMap } from "../../../src/value/value.ts";

const text = { type: "string" };
const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "pin",
      version: "1.0.0",
      resources: {
        "pin:index:Wall": { isComponent: true, inputProperties: { title: text }, requiredInputs: ["title"] },
        "pin:index:Frame": { isComponent: true, inputProperties: { color: text, boardId: text } },
        "pin:index:Nail": { isComponent: true },
        "pin:index:Board": { inputProperties: { title: text } },
      },
    }),
  ),
);
const schemas = new Map([["pin", schema]]);

interface SpecOptions {
  readonly parent?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly dependencies?: readonly string[];
  readonly madeOf?: Readonly<Record<string, readonly string[]>>;
  readonly isRemote?: true;
  readonly file?: string;
  readonly missing?: readonly string[];
}

const urnOf = (name: string): string => `urn:pulumi:qa::shop::pin:index:Any::${name}`;

function spec(name: string, options: SpecOptions): ResolvedSpec {
  const { parent, inputs = {}, dependencies = [], madeOf = {}, isRemote, file, missing } = options;
  return {
    specId: specIdOf("stack", "state.json", urnOf(name)),
    urn: urnOf(name),
    name,
    type: isRemote ? "pin:index:Wall" : "pin:index:Board",
    kind: isRemote ? "component" : "custom",
    ...(isRemote && { isRemote }),
    ...(parent !== undefined && { parent: urnOf(parent) }),
    package: { name: "pin" },
    properties: [],
    protect: false,
    retainOnDelete: false,
    where: { file: "state.json", line: 1, column: 1 },
    source: {
      stack: "dev",
      urn: urnOf(name).replace("qa", "dev"),
      inputs: fromPlainMap(inputs),
      outputs: emptyMap,
      options: {
        dependencies: dependencies.map(urnOf),
        additionalSecretOutputs: [],
        replaceOnChanges: [],
        ignoreChanges: [],
      },
      madeOf: new Map(Object.entries(madeOf).map(([property, names]) => [property, names.map(urnOf)])),
      ...(missing !== undefined && { missing }),
      ...(file !== undefined && { sourcePosition: `project:///${file}#1,2` }),
      notes: [],
    },
  };
}

function made(...resources: readonly ResolvedSpec[]): ReadonlyMap<string, ResolvedSpec> {
  const { resources: all } = withMakers({ project: "shop", stack: "qa", resources }, schemas);
  return new Map(all.map((one) => [one.name, one]));
}

const wall = spec("wall", { isRemote: true, inputs: { title: "Plans" } });

describe("a remote component of another stack", () => {
  it("distinguishes children that the component creates from children that the program creates", () => {
    const all = made(
      wall,
      spec("board", { parent: "wall" }),
      spec("note", { parent: "board" }),
      spec("later", { parent: "wall", dependencies: ["wall"] }),
      spec("own", { parent: "wall", file: "index.ts" }),
      spec("beside", { file: "index.ts" }),
    );
    const makers = [...all].map(([name, { maker }]) => [name, maker?.split("::").at(-1)]);
    assert.deepEqual(Object.fromEntries(makers), {
      wall: undefined,
      board: "wall",
      note: "wall",
      later: undefined,
      own: undefined,
      beside: undefined,
    });
  });

  it("refers to a component instead of the children that it creates", () => {
    const all = made(
      wall,
      spec("board", { parent: "wall" }),
      spec("beside", { dependencies: ["board", "wall"], madeOf: { boardId: ["board"] } }),
    );
    const { source } = all.get("beside") ?? assert.fail();
    assert.deepEqual(source?.options.dependencies, [urnOf("wall")]);
    assert.deepEqual(source?.madeOf, new Map([["boardId", [urnOf("wall")]]]));
  });

  it("fails without an input that the component requires", () => {
    const all = made(spec("wall", { isRemote: true }));
    assert.equal(all.get("wall")?.error?.code, "COMPONENT_INPUTS");
    assert.equal(made(wall).get("wall")?.error, undefined);
  });

  it("fails if the source state may not have recorded the inputs of the component", () => {
    const optional = (given: SpecOptions) => {
      const resource = { ...spec("frame", { isRemote: true, ...given }), type: "pin:index:Frame" };
      return made(resource).get("frame")?.error?.code;
    };
    assert.equal(optional({}), "COMPONENT_UNRECORDED");
    assert.equal(optional({ inputs: { color: "red" } }), undefined);
    assert.equal(optional({ inputs: { color: "red" }, madeOf: { boardId: ["board"] } }), "COMPONENT_UNRECORDED");
    const without = { ...spec("nail", { isRemote: true }), type: "pin:index:Nail" };
    assert.equal(made(without).get("nail")?.error, undefined);
  });

  it("fails if a child that the component creates is missing", () => {
    const all = made(spec("wall", { isRemote: true, inputs: { title: "Plans" }, missing: [urnOf("board")] }));
    assert.equal(all.get("wall")?.error?.code, "COMPONENT_PARTS");
  });

  it("sends only the inputs that are in the component's schema", () => {
    const inputs = { title: "Plans", __internal: "x" };
    assert.deepEqual(remoteInputs(spec("wall", { isRemote: true, inputs }), schemas), fromPlainMap({ title: "Plans" }));
  });
});
