/** Printed TypeScript registers the values of the IR with a stub SDK. */
import assert from "node:assert/strict";
import fc from "fast-check";
import ts from "typescript";
import { runs } from "../support/runs.ts";
import { map, node, program, text } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";
import {
  documentProgram,
  hostileProgram,
  meaning,
  programOfTexts,
  type Registration,
  smallTexts,
  sortedEntries,
} from "./hostile-programs.ts";

describe("random TypeScript programs", () => {
  it("prints TypeScript that evaluates to the values of random programs", async () => {
    const typescript = await loadGenerator("typescript");
    await fc.assert(
      fc.asyncProperty(hostileProgram, async (written) => {
        const [file] = await typescript.print(written, {});
        assert.ok(file);
        assert.deepEqual(run(file.text), meaning(written));
      }),
      { numRuns: runs(150) },
    );
  });

  it("prints TypeScript that evaluates to the values of random JSON documents", async () => {
    const typescript = await loadGenerator("typescript");
    for (const written of fc.sample(documentProgram, runs(100))) {
      const [file] = await typescript.print(written, {});
      assert.deepEqual(run(file?.text ?? ""), meaning(written));
    }
  });

  it("quotes keys that only newer compilers accept as names", async () => {
    const typescript = await loadGenerator("typescript");
    const written = program([
      node("first", "sim:a:First"),
      node("second", "sim:a:Second", { inputs: [["p0", map([["\u{323b0}", text("x")]])]] }),
    ]);
    const [file] = await typescript.print(written, {});
    assert.deepEqual(run(file?.text ?? ""), meaning(written));
  });

  it("keeps every short string of template characters in TypeScript", async () => {
    const typescript = await loadGenerator("typescript");
    const written = programOfTexts(smallTexts());
    const [file] = await typescript.print(written, {});
    assert.deepEqual(run(file?.text ?? ""), meaning(written));
  });
});

/** Runs the program with recording classes, and a `pulumi.interpolate` that joins its strings. */
function run(code: string): readonly Registration[] {
  const made: Registration[] = [];
  const module = { exports: {} };
  const load = (name: string): unknown => {
    if (name === "@pulumi/pulumi")
      return { interpolate, jsonStringify: (value: unknown) => JSON.stringify(knownOf(value)) };
    return namespace("", (type, name_, inputs) => made.push({ type, name: name_, inputs: dataOf(inputs) }));
  };
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: false },
  });
  new Function("require", "exports", "module", outputText)(load, module.exports, module);
  return made;
}

/** Returns a namespace: a capitalized property is a class, whose instances have outputs. */
function namespace(path: string, note: (type: string, name: unknown, inputs: unknown) => void): unknown {
  return new Proxy(function stub() {}, {
    get: (_, key) =>
      key === "__esModule" ? true : namespace(path === "" ? String(key) : `${path}.${String(key)}`, note),
    construct: (_, [name, inputs]: unknown[]) => {
      note(path, name, inputs);
      return output([path]) as object;
    },
  });
}

function output(path: readonly (string | number)[]): unknown {
  return new Proxy(function stub() {}, {
    get: (_, key) => {
      if (key === "apply") return (f: (value: unknown) => unknown) => f(output(path));
      if (key === "stubPath") return path;
      return output([...path, String(key)]);
    },
  });
}

function interpolate(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return texts.map((before, index) => before + (index < values.length ? mark(values[index]) : "")).join("");
}

/** Replaces outputs with their values. */
function knownOf(value: unknown): unknown {
  if (typeof value === "function") return mark(value);
  if (Array.isArray(value)) return value.map(knownOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, knownOf(inner)]));
}

function mark(value: unknown): string {
  return `<<${(value as { stubPath: readonly string[] }).stubPath.join("|")}>>`;
}

/** Returns entries as pairs, to detect a changed prototype. */
function dataOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dataOf);
  if (typeof value !== "object" || value === null) return value;
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  return sortedEntries(Object.entries(value).map(([key, inner]) => [key, dataOf(inner)] as const));
}
