import assert from "node:assert/strict";
import fc from "fast-check";
import type { Program } from "../../src/ir/program.ts";
import { layouts, type Part, splitProgram } from "../../src/ir/split-program.ts";
import { dependencies } from "../../src/ir/walk.ts";
import { config, node, program, reference } from "../generators/build.ts";
import { runs } from "../support/runs.ts";

const shown = (parts: readonly Part[]): Readonly<Record<string, string>> =>
  Object.fromEntries(parts.map(({ name, resources }) => [name, resources.map(({ id }) => id).join(" ")]));

/** Random nodes that refer only to earlier nodes, as in a printed program. */
const anyProgram: fc.Arbitrary<Program> = fc
  .array(fc.record({ type: fc.nat(4), parent: fc.nat(20), needs: fc.array(fc.nat(20), { maxLength: 3 }) }), {
    maxLength: 14,
  })
  .map((drafts) =>
    program(
      drafts.map(({ type, parent, needs }, index) =>
        node(`n${index}`, `sim:index:${["Alpha", "alpha", "Beta", "Index", "Gamma"][type]}`, {
          inputs: needs.flatMap((at): [string, ReturnType<typeof reference>][] =>
            at < index ? [[`p${at}`, reference(`n${at}`, "id")]] : [],
          ),
          options: parent < index ? { parent: `n${parent}` } : {},
        }),
      ),
    ),
  );

describe("splitProgram", () => {
  const network = node("network", "shop:index:Network", { kind: "component" });
  const vpc = node("vpc", "aws:ec2:Vpc", { options: { parent: "network" } });
  const bucket = node("logs", "aws:s3:Bucket", { inputs: [["acl", config("acl")]] });
  const subnet = node("a", "aws:ec2:Subnet", {
    inputs: [["vpcId", reference("vpc", "id")]],
    options: { parent: "network", dependsOn: ["logs"] },
  });
  const made = program([network, vpc, bucket, subnet]);

  it("puts resources of one type into one file, named after the type", () => {
    const parts = splitProgram(made, "per-type");
    assert.deepEqual(shown(parts), { network: "network", vpc: "vpc", bucket: "logs", subnet: "a" });
    const last = parts.at(-1);
    assert.deepEqual(
      [...(last?.imports ?? [])],
      [
        ["network", ["network"]],
        ["vpc", ["vpc"]],
        ["bucket", ["logs"]],
      ],
    );
    assert.deepEqual(
      parts.map((part) => part.config.map(({ key }) => key)),
      [[], [], ["acl"], []],
    );
    assert.deepEqual(
      parts.map((part) => [...part.exports].join()),
      ["network", "vpc", "logs", ""],
    );
  });

  it("puts children into the file of their parent, and all other resources into the file of the stack", () => {
    assert.deepEqual(shown(splitProgram(made, "per-parent")), { network: "network vpc a", stack: "logs" });
  });

  it("joins files that would import each other in a cycle", () => {
    const first = node("first", "sim:index:Alpha");
    const second = node("second", "sim:index:Beta", { inputs: [["of", reference("first", "id")]] });
    const third = node("third", "sim:index:Alpha", { inputs: [["of", reference("second", "id")]] });
    assert.deepEqual(shown(splitProgram(program([first, second, third]), "per-type")), { alpha: "first second third" });
  });

  it("chooses file names that differ from each other and from the main file even in lower case", () => {
    const nodes = ["Vpc", "VPC", "Index", "Main"].map((type, at) => node(`n${at}`, `sim:index:${type}`));
    assert.deepEqual(Object.keys(shown(splitProgram(program(nodes), "per-type"))), ["vpc", "vPC2", "index2", "main2"]);
  });

  it("chooses no file names that Windows reserves for devices", () => {
    const nodes = ["Aux", "Com1", "Nul", "Com"].map((type, at) => node(`n${at}`, `sim:index:${type}`));
    assert.deepEqual(Object.keys(shown(splitProgram(program(nodes), "per-type"))), ["aux2", "com12", "nul2", "com"]);
  });

  it("shortens long file names, and keeps them distinct", () => {
    const nodes = ["a", "b"].flatMap((end) => {
      const parent = `${"n".repeat(300)}${end}`;
      return [
        node(parent, "shop:index:Network", { kind: "component" }),
        node(end, "sim:index:Vpc", { options: { parent } }),
      ];
    });
    const names = Object.keys(shown(splitProgram(program(nodes), "per-parent")));
    assert.deepEqual(names, ["n".repeat(80), `${"n".repeat(80)}2`]);
  });

  it("keeps each resource once, in order, without import cycles", () => {
    fc.assert(
      fc.property(anyProgram, fc.constantFrom("per-type" as const, "per-parent" as const), (any, layout) => {
        const parts = splitProgram(any, layout);
        const home = new Map(parts.flatMap(({ name, resources }) => resources.map(({ id }) => [id, name] as const)));
        assert.equal(home.size, any.resources.length);
        assert.equal(parts.flatMap(({ resources }) => resources).length, any.resources.length);
        assert.equal(new Set(parts.map(({ name }) => name.toLowerCase())).size, parts.length);
        const position = new Map(any.resources.map(({ id }, at) => [id, at]));
        const reached = new Map<string, ReadonlySet<string>>();
        const reach = (name: string, path: readonly string[]): ReadonlySet<string> => {
          assert.ok(!path.includes(name), [...path, name].join(" -> "));
          const known = reached.get(name);
          if (known !== undefined) return known;
          const part = parts.find((other) => other.name === name);
          const next = [...(part?.imports.keys() ?? [])];
          const all = new Set([...next, ...next.flatMap((other) => [...reach(other, [...path, name])])]);
          reached.set(name, all);
          return all;
        };
        for (const part of parts) {
          reach(part.name, []);
          const places = part.resources.map(({ id }) => position.get(id) ?? -1);
          assert.deepEqual(
            places,
            [...places].sort((a, b) => a - b),
          );
          const foreign = new Set(part.resources.flatMap(dependencies).filter((id) => home.get(id) !== part.name));
          assert.deepEqual(new Set([...part.imports.values()].flat()), foreign);
          for (const [name, ids] of part.imports) {
            const from = parts.find((other) => other.name === name);
            for (const id of ids) assert.ok(from?.exports.has(id));
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("splits a program in linear time, even into one file per resource", () => {
    const nodes = Array.from({ length: 10_000 }, (_, at) =>
      node(`n${at}`, `sim:index:T${at}`, at === 0 ? {} : { inputs: [["of", reference(`n${at - 1}`, "id")]] }),
    );
    const start = process.hrtime.bigint();
    assert.equal(splitProgram(program(nodes), "per-type").length, 10_000);
    assert.ok(process.hrtime.bigint() - start < 5_000_000_000n);
    assert.deepEqual(layouts, ["single", "per-type", "per-parent"]);
  });
});
