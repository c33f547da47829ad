import assert from "node:assert/strict";
import type { ImpError } from "../../src/domain/errors.ts";
import { programFromJson, programToJson } from "../../src/ir/codec.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import { loadGenerator } from "./generator-of.ts";
import { syntheticProgram } from "./synthetic.ts";

const ref = (token: string) => ({ $ref: `#/types/${token}` });
const text = { type: "string" };
const shape = { type: "object", properties: { bar: text } };
const word = { type: "string", enum: [{ value: "one" }] };

/** Returns a Go program of all resources of a schema. */
async function print(schema: object): Promise<string> {
  const loaded = loadSchema(new TextEncoder().encode(JSON.stringify({ name: "p", version: "1.0.0", ...schema })));
  const { program } = syntheticProgram(loaded);
  assert.deepEqual(programFromJson(JSON.parse(JSON.stringify(programToJson(program)))), withoutUndefined(program));
  const [file] = await (await loadGenerator("go")).print(program, {});
  return file?.text ?? assert.fail();
}

describe("Go names with conflicts", () => {
  it("adds the suffixes of the official generator to conflicting Go names", async () => {
    const code = await print({
      types: {
        "p::Object": shape,
        "p::ObjectInput": shape,
        "p::Resource": shape,
        "p::Word": word,
        "p::WordOutput": word,
        "p::ResourceType": word,
      },
      resources: {
        "p::Resource": { inputProperties: { bar: text } },
        "p::ResourceInput": { inputProperties: { bar: text } },
        "p::User": {
          inputProperties: {
            object: ref("p::Object"),
            objectInput: ref("p::ObjectInput"),
            resource: ref("p::Resource"),
            word: ref("p::Word"),
            wordOutput: ref("p::WordOutput"),
            kind: ref("p::ResourceType"),
          },
        },
      },
    });
    const names = [
      "NewResource(",
      "&p.ResourceArgs{",
      "NewResourceInputResource(",
      "&p.ResourceInputResourceArgs{",
      "NewUser(",
      "&p.ObjectArgs{",
      "&p.ObjectInputTypeArgs{",
      "&p.ResourceTypeArgs{",
      "p.WordOne,",
      "p.WordOutputEnumOne,",
      "p.ResourceTypeEnumOne,",
    ];
    for (const name of names) assert.ok(code.includes(name), `${name} in\n${code}`);
  });

  it("adds no suffix to Go names if the similar name is in another module", async () => {
    const code = await print({
      types: { "p:a:Thing": shape },
      resources: { "p:b:ThingInput": { inputProperties: { thing: ref("p:a:Thing") } } },
    });
    assert.match(code, /b\.NewThingInput\(/);
    assert.match(code, /&a\.ThingArgs\{/);
  });

  it("rejects resources that need a Go collection type that the SDK omits because of a conflict", async () => {
    const schema = {
      types: { "p::World": shape },
      resources: {
        "p::WorldMap": {},
        "p::Universe": { inputProperties: { worlds: { type: "object", additionalProperties: ref("p::World") } } },
      },
    };
    await assert.rejects(print(schema), (error: ImpError) => {
      assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
      assert.match(error.explanation.why ?? "", /^worlds is a collection/);
      return true;
    });
  });
});
