/** Random edits of printed programs. imp keeps the edits, and adds the next resources with the proven inputs. */
import assert from "node:assert/strict";
import ts from "typescript";
import type { ChangedProgram } from "../../generators/changed-program.ts";
import type { ProgramFolder } from "../../generators/program-folder.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { removeNodes } from "../../src/ir/remove-nodes.ts";
import { dependencies } from "../../src/ir/walk.ts";
import { type Draw, drawFrom } from "../support/mutate.ts";
import { editsByHand } from "./edits-by-hand.ts";
import { estateProgram, withoutMisfits } from "./estate-program.ts";
import { loadGenerator } from "./generator-of.ts";
import { type Registrations, registrationsOf } from "./registrations.ts";

const isProof = process.env.IMP_PROVE === "1";
/** The numbers of programs, and of edits before each run. */
const cases = isProof ? 600 : 25;
const editsOfEach = 6;

describe("a generated program that the user changed", () => {
  const whole = withoutMisfits(estateProgram(16));
  const results = new Map<string, string>();
  const counts = new Map<string, number>();

  for (let seed = 1; seed <= cases; seed += 1) {
    it(`keeps ${editsOfEach} random edits before each of two runs (seed ${seed})`, async () => {
      const draw = drawFrom(seed);
      const [first, second, third] = grown(whole, draw);
      const printed = await print(first);
      const firstEdit = await edited(printed, neededBy(third), draw);
      const two = await nextRun(first, second, firstEdit);
      const three = await edited(two, neededBy(third), draw);
      const four = await nextRun(second, third, three);
      results.set(`/case${seed}.ts`, four);
      const five = await takenBack(third, second, four);
      if (five !== undefined) results.set(`/case${seed}-undone.ts`, five);
    });
  }

  it("compiles each program with random edits after each run", () => {
    assert.ok(results.size > cases, "some runs must be undone");
    assert.deepEqual(mistakesIn(results), []);
  });

  it("applies every kind of random edit at least once", () => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(total >= cases * editsOfEach * 2, `${total} edits`);
    assert.deepEqual(
      Object.keys(editsByHand).filter((name) => !counts.has(name)),
      [],
    );
  });

  /** Applies random edits in sequence. */
  async function edited(text: string, fixed: ReadonlySet<string>, draw: Draw): Promise<string> {
    const names = Object.keys(editsByHand);
    let result = text;
    for (let done = 0; done < editsOfEach; ) {
      const name = names[draw(names.length)] ?? "";
      const next = await editsByHand[name]?.(result, draw, fixed);
      if (next === undefined) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      result = next;
      done += 1;
    }
    return result;
  }
});

/** Returns the program after a run that adds resources. Asserts the resources of both programs. */
async function nextRun(before: Program, after: Program, text: string): Promise<string> {
  const changed = await open(before, text);
  const { files, statements, stuck } = await changed.updated(after, { fileName: "index.ts" });
  const [file] = files;
  assert.ok(file !== undefined && files.length === 1);
  assert.deepEqual(stuck, []);
  assertKept(text, file.text);
  const [was, is] = [registrationsOf({ "index.ts": text }), registrationsOf({ "index.ts": file.text })];
  const [base, whole] = [
    registrationsOf({ "index.ts": await print(before) }),
    registrationsOf({ "index.ts": await print(after) }),
  ];
  const fresh = [...whole].filter(([key]) => !base.has(key));
  assert.deepEqual(sorted(is), sorted(new Map([...was, ...fresh])));
  const changes = [...base].filter(([key, value]) => was.has(key) && was.get(key) !== value).map(([key]) => key);
  const gone = [...base.keys()].filter((key) => !was.has(key));
  const urns = (kind: string) => statements.filter((one) => one.kind === kind).map(({ urn }) => urn.split("::").at(-1));
  assert.deepEqual(urns("changed").sort(), changes.map(nameOf).sort());
  assert.deepEqual(urns("missing").sort(), gone.map(nameOf).sort());
  return file.text;
}

/** Returns the program without the resources of the last run. Returns undefined if they are used or changed. */
async function takenBack(program: Program, before: Program, text: string): Promise<string | undefined> {
  const { files, stuck } = await (await open(program, text)).updated(before, { fileName: "index.ts" });
  const [file] = files;
  if (stuck.length > 0 || file === undefined) return undefined;
  const kept = new Set(before.resources.map(({ logicalName }) => logicalName));
  const own = program.resources.flatMap(({ logicalName }) => (kept.has(logicalName) ? [] : [logicalName]));
  const left = [...registrationsOf({ "index.ts": text })].filter(([key]) => !own.includes(nameOf(key) ?? ""));
  assert.deepEqual(sorted(registrationsOf({ "index.ts": file.text })), sorted(new Map(left)));
  return file.text;
}

async function open(program: Program, text: string): Promise<ChangedProgram> {
  const { readChangedProgram } = await loadGenerator("typescript");
  const facts = { folder: folderOf(text), project: "estate", stack: "dev", resources: [] };
  const read = await readChangedProgram?.({ ...facts, printed: program, as: { fileName: "index.ts" }, needs: [] });
  assert.ok(read?.kind === "changed", JSON.stringify(read));
  return read;
}

async function print(program: Program): Promise<string> {
  const [file] = await (await loadGenerator("typescript")).print(program, {});
  return file?.text ?? "";
}

function folderOf(text: string): ProgramFolder {
  return {
    path: "/program",
    has: async (path) => path === "index.ts",
    text: async (path) => (path === "index.ts" ? text : undefined),
    names: async () => [],
  };
}

/** Returns three versions of a program, each with more resources. */
function grown(program: Program, draw: Draw): readonly [Program, Program, Program] {
  const second = without(program, 4, draw);
  return [without(second, 4, draw), second, program];
}

/** Removes resources that no other resource needs. */
function without(program: Program, count: number, draw: Draw): Program {
  let left = program;
  for (let done = 0; done < count; done += 1) {
    const needed = new Set(left.resources.flatMap(dependencies));
    const leaves = left.resources.filter(({ id }) => !needed.has(id));
    const leaf = leaves[draw(leaves.length)];
    if (leaf !== undefined) left = removeNodes(left, new Set([leaf.urn]));
  }
  return left;
}

/** Returns the logical names of resources that others need. */
function neededBy({ resources }: Program): ReadonlySet<string> {
  const needed = new Set(resources.flatMap((node: ResourceNode) => dependencies(node)));
  return new Set(resources.filter(({ id }) => needed.has(id)).map(({ logicalName }) => logicalName));
}

function nameOf(key: string): string | undefined {
  return key.split(" ").at(-1);
}

function sorted(made: Registrations): readonly (readonly [string, string])[] {
  return [...made].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Asserts that every character of `before` is in `after`, in the same order. */
function assertKept(before: string, after: string): void {
  let at = 0;
  for (let index = 0; index < after.length; index += 1) if (after[index] === before[at]) at += 1;
  assert.equal(before.slice(at), "", "text of the user's program is missing");
}

/** Declarations are needed only for functions with type arguments. */
const sdks = `declare module "@pulumi/simcloud";
declare module "@pulumi/pulumi" {
    export class Config {
        require(key: string): any;
        requireObject<T>(key: string): T;
        requireSecret(key: string): any;
        requireSecretObject<T>(key: string): any;
    }
    export const ComponentResource: any, secret: any, interpolate: any, jsonStringify: any, asset: any;
}
`;

/** Compiles the files without the SDKs, and returns the errors. */
function mistakesIn(files: ReadonlyMap<string, string>): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const texts = new Map([...files, ["/sdks.d.ts", sdks]]);
  host.getSourceFile = (name, version, ...more) => {
    const text = texts.get(name);
    return text === undefined ? getSourceFile(name, version, ...more) : ts.createSourceFile(name, text, version);
  };
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${file?.fileName}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, "\n")}\n${file?.text.split("\n")[line]}`;
  });
}
