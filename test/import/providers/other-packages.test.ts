/** imp loads the schemas of other packages if a resource of the run uses their object types. */
import assert from "node:assert/strict";
import { withTypesOfOthers } from "../../../src/import/providers/other-packages.ts";
import { lower } from "../../../src/lower/lower.ts";
import { objectTypesOfAll, valueMisfits } from "../../../src/schema/judge/judge.ts";
import { loadSchema } from "../../../src/schema/load.ts";
import { wrapSecrets } from "../../../src/schema/shape.ts";
import type { PackageSchema } from "../../../src/schema/types.ts";
import { fromPlain } from "../../../src/value/plain.ts";
import { loadGenerator } from "../../generators/generator-of.ts";
import { graph, plain, resource } from "../../lower/lowered.ts";

const schemaOf = (spec: object): PackageSchema =>
  loadSchema(Buffer.from(JSON.stringify({ version: "1.0.0", ...spec })));

const farm = schemaOf({
  name: "farm",
  resources: {
    "farm:index:Pen": {
      inputProperties: {
        cage: { $ref: "/zoo/v2.1.0/schema.json#/types/zoo:index:Cage" },
        metals: { type: "array", items: { $ref: "/zoo/v2.1.0/schema.json#/types/zoo:index:Metal" } },
      },
    },
    "farm:index:Field": { inputProperties: { size: { type: "integer" } } },
  },
});

const zoo = schemaOf({
  name: "zoo",
  version: "2.1.0",
  types: {
    "zoo:index:Cage": {
      type: "object",
      properties: {
        barCount: { type: "integer" },
        door: { $ref: "#/types/zoo:index:Door" },
        soil: { $ref: "/earth/v1.0.0/schema.json#/types/earth:index:Soil" },
        again: { $ref: "/zoo/v2.1.0/schema.json#/types/zoo:index:Cage" },
      },
      required: ["barCount"],
    },
    "zoo:index:Metal": { type: "string", enum: [{ name: "Iron", value: "iron" }] },
    "zoo:index:Door": { type: "object", properties: { lockCode: { type: "string", secret: true } } },
  },
});

/** Returns a function that loads one of the packages, and a list of the packages that were requested. */
function loading(...packages: readonly PackageSchema[]) {
  const asked: string[] = [];
  const load = async (name: string, version: string): Promise<PackageSchema | undefined> => {
    asked.push(`${name}@${version}`);
    return packages.find((known) => known.name === name);
  };
  return { asked, load };
}

const imported = new Map([["farm", farm]]);

const jsonOfMaps = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

describe("object types of other packages", () => {
  it("loads schemas of packages whose types a resource uses, directly or indirectly", async () => {
    const earth = schemaOf({ name: "earth", types: { "earth:index:Soil": { type: "object" } } });
    const { asked, load } = loading(zoo, earth);
    const none = await withTypesOfOthers(imported, [{ schema: farm, tokens: ["farm:index:Field"] }], load);
    assert.deepEqual([asked, [...none.schemas.keys()], none.missing], [[], ["farm"], []]);
    const some = await withTypesOfOthers(
      imported,
      [{ schema: farm, tokens: ["farm:index:Field", "farm:index:Pen"] }],
      load,
    );
    assert.deepEqual(asked, ["zoo@2.1.0", "earth@1.0.0"]);
    assert.deepEqual([...some.schemas.keys()], ["farm", "zoo", "earth"]);
  });

  it("does not load the schema of a package again if the run already has it", async () => {
    const { asked, load } = loading();
    const both = new Map([...imported, ["zoo", zoo]]);
    const { missing } = await withTypesOfOthers(both, [{ schema: farm, tokens: ["farm:index:Pen"] }], load);
    assert.deepEqual(asked, ["earth@1.0.0"]);
    assert.deepEqual(missing, [{ name: "earth", version: "1.0.0", from: "zoo" }]);
  });

  it("accepts circular references between packages, and missing types", async () => {
    const typeOf = (name: string, properties: object) => ({
      name,
      types: { [`${name}:index:Type`]: { type: "object", properties } },
    });
    const refer = (name: string, type = "Type") => ({
      $ref: `/${name}/v1.0.0/schema.json#/types/${name}:index:${type}`,
    });
    const hen = schemaOf({
      ...typeOf("hen", { egg: refer("egg"), lost: refer("egg", "Lost") }),
      resources: { "hen:index:Hen": { inputProperties: { egg: refer("egg") } } },
    });
    const egg = schemaOf(typeOf("egg", { hen: refer("hen"), self: refer("egg") }));
    const { load } = loading(egg);
    const { schemas, missing } = await withTypesOfOthers(
      new Map([["hen", hen]]),
      [{ schema: hen, tokens: ["hen:index:Hen"] }],
      load,
    );
    assert.deepEqual(missing, []);
    const type = schemas.get("hen")?.resource("hen:index:Hen")?.inputs.get("egg")?.type ?? assert.fail();
    const value = fromPlain({ hen: { egg: { self: {} }, lost: { any: 1 } } });
    assert.deepEqual(valueMisfits(value, type, objectTypesOfAll(schemas)), []);
    const [misfit] = valueMisfits(fromPlain({ hen: { egg: { self: "no" } } }), type, objectTypesOfAll(schemas));
    assert.deepEqual(misfit?.path, ["hen", "egg", "self"]);
  });

  it("reports a package with an invalid schema, and does not use its types", async () => {
    const broken = schemaOf({ name: "zoo", types: { "zoo:index:Cage": { properties: { bars: { type: "banana" } } } } });
    const { load } = loading(broken);
    const { schemas, missing } = await withTypesOfOthers(
      imported,
      [{ schema: farm, tokens: ["farm:index:Pen"] }],
      load,
    );
    assert.deepEqual([...schemas.keys()], ["farm"]);
    assert.deepEqual(missing, [
      {
        name: "zoo",
        version: "2.1.0",
        from: "farm",
        why: "#/types/zoo:index:Cage/properties/bars: Unknown kind of type.",
      },
    ]);
    assert.equal(schemas.get("farm")?.resource("farm:index:Pen")?.inputs.get("cage")?.type.kind, "object");
  });

  it("checks values against the object type of another package", async () => {
    const { load } = loading(zoo);
    const { schemas } = await withTypesOfOthers(imported, [{ schema: farm, tokens: ["farm:index:Pen"] }], load);
    const pen = schemas.get("farm")?.resource("farm:index:Pen") ?? assert.fail();
    const type = pen.inputs.get("cage")?.type ?? assert.fail();
    assert.deepEqual(valueMisfits(fromPlain({ barCount: 3 }), type, objectTypesOfAll(schemas)), []);
    const [misfit] = valueMisfits(fromPlain({ barCount: "three" }), type, objectTypesOfAll(schemas));
    assert.deepEqual(misfit?.path, ["barCount"]);
    assert.deepEqual(
      valueMisfits(fromPlain({ barCount: "three" }), type, objectTypesOfAll(imported)),
      [],
      "imp does not check types of missing packages",
    );
    const secrets = wrapSecrets(plain({ cage: { door: { lockCode: "x" } } }), pen.inputs, schemas.get("farm") ?? farm);
    assert.match(JSON.stringify([...secrets], jsonOfMaps), /"lockCode",\{"kind":"secret"/);
  });

  it("prints object types with the names from the SDK of their package", async () => {
    const { load } = loading(zoo);
    const { schemas } = await withTypesOfOthers(imported, [{ schema: farm, tokens: ["farm:index:Pen"] }], load);
    const inputs = plain({ metals: ["iron"], cage: { barCount: 3, door: { lockCode: "x" } } });
    const pen = resource("farm:index:Pen", "pen", inputs, { package: { name: "farm" } });
    const { program } = lower(graph(pen), schemas, { project: "p", configKeys: new Map() });
    assert.deepEqual([...program.packages.keys()], ["farm", "zoo"]);
    assert.equal(program.packages.get("zoo")?.version, "2.1.0");
    for (const [language, words] of Object.entries({
      typescript: ["barCount: 3", 'lockCode: "x"'],
      python: ["zoo.CageArgs(", "bar_count=3", 'door=zoo.DoorArgs(lock_code="x")'],
      go: ["&zoo.CageArgs{", "BarCount: pulumi.Int(3)", "&zoo.DoorArgs{", 'LockCode: pulumi.String("x")'],
      csharp: ["Zoo.Inputs.CageArgs", "BarCount = 3", "Zoo.Inputs.DoorArgs", 'LockCode = "x"', "Zoo.Metal.Iron"],
      java: ["CageArgs.builder()", ".barCount(3)", "DoorArgs.builder()", '.lockCode("x")'],
      yaml: ["barCount: 3", "lockCode: x"],
      pcl: ["barCount = 3", 'lockCode = "x"'],
    })) {
      const files = await (await loadGenerator(language)).print(program, {});
      const text = files
        .map((file) => file.text)
        .join("\n")
        .replace(/ +/g, " ");
      for (const word of words) assert.ok(text.includes(word), `${language}: ${word}\n${text}`);
    }
  });
});
