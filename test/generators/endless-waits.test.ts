/** Programs that never end in Go and Java, because a child of a remote component waits for the component's outputs. */
import assert from "node:assert/strict";
import { interpolation, node, program, reference, text } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const wall = node("wall", "pinboard:index:Wall", { kind: "component", isRemote: true });
const site = node("site", "shop:index:Site", { kind: "component" });
const below = { options: { parent: "wall" } };

const resources = [
  wall,
  site,
  node("free", "pinboard:index:Note", { inputs: [["boardId", reference("wall", "boardId")]] }),
  node("plain", "pinboard:index:Note", { inputs: [["boardId", text("b-1")]], ...below }),
  node("direct", "pinboard:index:Note", {
    inputs: [
      ["text", text("x")],
      ["boardId", interpolation("b/", reference("wall", "boardId"))],
    ],
    ...below,
  }),
  node("deeper", "pinboard:index:Note", {
    inputs: [["boardId", reference("wall", "boardId")]],
    options: { parent: "plain" },
  }),
  node("around", "pinboard:index:Note", { inputs: [["boardId", reference("free", "id")]], ...below }),
  node("ordered", "pinboard:index:Note", { options: { parent: "wall", dependsOn: ["wall"] } }),
  node("local", "pinboard:index:Note", {
    options: { parent: "site" },
    inputs: [["boardId", reference("wall", "boardId")]],
  }),
];

async function reported(language: string): Promise<readonly (readonly [string | undefined, string | undefined])[]> {
  const files = await (await loadGenerator(language)).print(program(resources), {});
  return files
    .flatMap(({ diagnostics }) => diagnostics)
    .filter(({ message }) => message.includes("program hangs at this resource"))
    .map(({ resource, path, severity }) => {
      assert.equal(severity, "warning");
      return [resource?.split("::").at(-1), path] as const;
    });
}

describe("a child that uses an output of its remote component", () => {
  for (const language of ["go", "java"]) {
    it(`reports that the program waits forever in ${language}`, async () => {
      assert.deepEqual(await reported(language), [
        ["direct", "boardId"],
        ["deeper", "boardId"],
        ["around", "boardId"],
        ["ordered", undefined],
      ]);
    });
  }

  for (const language of ["typescript", "python", "csharp"]) {
    it(`reports no endless wait in ${language}`, async () => assert.deepEqual(await reported(language), []));
  }
});
