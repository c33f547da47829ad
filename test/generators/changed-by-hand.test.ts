import assert from "node:assert/strict";
import type {
  ChangedProgram,
  ChangedStatement,
  PrintedAs,
  UnreadableProgram,
} from "../../generators/changed-program.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { removeNodes } from "../../src/ir/remove-nodes.ts";
import { splitProgram } from "../../src/ir/split-program.ts";
import { changedStatements } from "../../src/run/changed-statements.ts";
import { config, node, program, reference, text } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";
import { registrationsOf } from "./registrations.ts";

const first = node("first", "sim:a:First", { inputs: [["word", config("word")]], comments: ["About the first."] });
const second = node("second", "sim:a:First", {
  inputs: [
    ["size", text("small")],
    ["of", reference("first", "arn")],
  ],
});
const third = node("third", "sim:a:Third", {
  inputs: [
    ["of", reference("second", "arn")],
    ["pass", config("pass")],
  ],
});
const other = node("other", "two:a:Other", {
  inputs: [
    ["of", reference("first", "arn")],
    ["by", reference("third", "arn")],
  ],
});

/** The printed program, and the program to print next. */
const before = program([first, second]);
const after = program([first, second, third, other]);

describe("a generated program that the user changed", () => {
  it("recognizes a program with named imports, and adds imports for new code", async () => {
    const { text: code, kinds } = await added((printed) =>
      printed.replace("import * as sim from", "import { a } from").replaceAll("new sim.a.", "new a."),
    );
    assert.deepEqual(kinds, []);
    assert.match(
      code,
      /import \{ a \} from "@pulumi\/sim";\nimport \* as sim from "@pulumi\/sim";\nimport \* as two from/,
    );
  });

  it("keeps the user's variable names, and chooses different names in new code", async () => {
    const { text: code } = await added(
      (printed) =>
        `${printed}\nconst third = 1;\nfunction two(pass: number) {\n    return pass + third;\n}\nvoid two;\n`,
    );
    assert.match(code, /import \* as two2 from/);
    assert.match(code, /const third2 = new sim\.a\.Third\([\s\S]*pass: pass2/);
    assert.match(code, /const pass2 = config\.requireSecret\("pass"\);/);
  });

  it("recognizes a program in CommonJS", async () => {
    const { text: code, kinds } = await added((printed) =>
      printed
        .replace(/import \* as (\w+) from ("[^"]+");/g, "const $1 = require($2);")
        .concat("\nmodule.exports = { arn: second.arn };\n"),
    );
    assert.deepEqual(kinds, []);
    assert.match(code, /of: second\.arn[\s\S]*module\.exports = \{ arn: second\.arn \};\n$/);
  });

  it("recognizes resources inside a function", async () => {
    const { text: code, kinds } = await added((printed) => {
      const at = printed.indexOf("const config");
      return `${printed.slice(0, at)}export = async () => {\n${printed.slice(at)}return { arn: second.arn };\n};\n`;
    });
    assert.deepEqual(kinds, []);
    assert.match(code, /\n {4}const third = new sim\.a\.Third\([\s\S]*\nreturn \{ arn: second\.arn \};\n\};\n$/);
  });

  it("keeps external resources that new code refers to, and reports their changes", async () => {
    const seen: ResourceNode = {
      ...node("seen", "sim:a:First", { kind: "external" }),
      read: { id: "first-1", takesState: true },
    };
    const inside = node("inside", "sim:a:Third", { inputs: [["of", reference("seen", "arn")]] });
    const [printed, wanted] = [program([seen, first]), program([seen, first, inside])];
    const commented = (text: string): string => text.replace("const seen", "// mine\nconst board");
    const grown = await changed(commented, wanted, printed);
    assert.deepEqual([grown.kinds, grown.stuck, [...grown.program.missing]], [[], [], []]);
    assert.match(grown.text, /\/\/ mine\nconst board = sim\.a\.First\.get\("seen", "first-1"\);/);
    assert.match(grown.text, /new sim\.a\.Third\("inside", \{ of: board\.arn \}\)/);
    const other = await changed((text) => text.replace('"first-1"', '"first-2"'), wanted, printed);
    assert.deepEqual(other.kinds, ["changed seen"]);
    const gone = await changed((text) => text.replace(/const seen = .*\n/, ""), printed, printed);
    assert.deepEqual([...gone.program.missing], [seen.urn]);
    const without = await changed((text) => text.replace("About", "All about"), program([first]), printed);
    assert.doesNotMatch(without.text, /\.get\(/);
  });

  it("recognizes resources in objects and lists", async () => {
    const { text: code, kinds } = await added((printed) =>
      printed.replace("const second = new", "const all = { second: new").replace(/\}\);\s*$/, "}) };\n"),
    );
    assert.deepEqual(kinds, []);
    assert.match(code, /of: all\.second\.arn/);
  });

  it("reports a resource that the user renamed or put into a condition", async () => {
    const renamed = await changed((printed) => printed.replace('"second"', '"later"'), before);
    assert.deepEqual(renamed.kinds, ["changed second"]);
    assert.ok(!renamed.program.variables.has(second.urn), "new code does not refer to the renamed resource");
    const moved = await changed(
      (printed) => printed.replace("const second", "if (first) {\nconst second").concat("}\n"),
      before,
    );
    assert.deepEqual(moved.kinds, ["moved second"]);
    assert.ok(!moved.program.variables.has(second.urn));
  });

  it("adds no code for resources that the user already constructs", async () => {
    const { text: code, kinds } = await changed(
      (printed) => `${printed}\nconst mine = new sim.a.Third("third", {});\n`,
      after,
    );
    assert.deepEqual(kinds, ["present third"]);
    assert.equal(code.match(/"third"/g)?.length, 1);
    assert.match(code, /new two\.a\.Other/);
  });

  it("reports both locations of a copied resource, even with another variable", async () => {
    for (const variable of ["second", "copy"]) {
      const copied = (printed: string): string => {
        const statement = printed.slice(printed.indexOf("const second")).trimEnd();
        return `${printed}\n${statement.replace("const second", `const ${variable}`)}\n`;
      };
      const lines = copied(await print(before)).split("\n");
      const places = lines.flatMap((line, at) =>
        line.includes('new sim.a.First("second"') ? [`index.ts:${at + 1}`] : [],
      );
      assert.equal(places.length, 2);
      const { kinds, statements, program: opened } = await changed(copied, before);
      assert.deepEqual(kinds, ["repeated second"]);
      const [statement] = statements;
      assert.deepEqual(statement?.kind === "repeated" && statement.places, places);
      assert.deepEqual([...opened.missing], []);
      const [warning] = changedStatements(statements, new Set([second.urn]));
      assert.equal(warning?.severity, "warning");
      assert.match(warning.message, /creates this resource more than once.* the same URN/);
      for (const place of places) assert.ok(warning.message.includes(place), warning.message);
      assert.doesNotMatch(warning.message, /delete/);
      const without = await changed(copied, program([first]));
      assert.deepEqual(without.stuck, [second.urn], "the removal is reported");
    }
  });

  it("adds no code for a new resource that the user constructs twice", async () => {
    const mine = 'new sim.a.Third("third", {});\n';
    const { text: code, kinds } = await changed(
      (printed) => `${printed}\n${mine}${mine}`,
      program([first, second, third]),
    );
    assert.deepEqual(kinds, ["repeated third"]);
    assert.equal(code.match(/"third"/g)?.length, 2);
  });

  it("keeps the user's code around imp's program if imp's statements are unchanged", async () => {
    const next = program([first, { ...second, inputs: [...second.inputs.slice(1), ...third.inputs.slice(1)] }]);
    const plain = await changed((printed) => printed.replace("const second", "// mine\nexport const second"), next);
    assert.deepEqual(plain.kinds, []);
    assert.match(
      plain.text,
      /\/\/ mine\nexport const second = new sim\.a\.First\("second", \{\n {4}of: first\.arn,\n {4}pass,?\n\}\);/,
    );
    const commented = await changed((printed) => printed.replace('size: "small"', '/* for now */ size: "small"'), next);
    assert.deepEqual(commented.kinds, ["changed second"]);
    assert.match(commented.text, /\/\* for now \*\/ size: "small"/);
    const [statement] = commented.statements;
    assert.ok(statement?.kind === "changed" && /pass/.test(statement.wanted ?? ""), JSON.stringify(statement));
  });

  it("removes a resource with its comment and configuration, unless they are used", async () => {
    const { text: printed } = await changed((code) => code, after);
    const gone = removeNodes(after, new Set([third.urn, other.urn]));
    const back = await changed(() => `${printed}// the end\n`, gone, after);
    assert.deepEqual(back.stuck, []);
    assert.equal(back.text, `${await print(before)}\n// the end\n`);
    const used = await changed(() => `${printed}void [two, pass];\n`, gone, after);
    assert.match(used.text, /import \* as two[\s\S]*const pass = [\s\S]*void \[two, pass\];\n$/);
    const needed = await changed(() => `${printed}void third.arn;\n`, gone, after);
    assert.deepEqual(needed.stuck, [third.urn]);
  });

  it("adds code to the main file, and exports what it needs from other files", async () => {
    const cut = (whole: Program): PrintedAs => ({ fileName: "index.ts", parts: splitProgram(whole, "per-type") });
    const printed = new Map((await printFiles(before, cut(before))).map(({ path, text: code }) => [path, code]));
    const edited = [...printed].find(([, code]) => /"second"/.test(code)) ?? assert.fail();
    printed.set(edited[0], `// mine\n${edited[1].replace(/\bsecond\b(?!")/g, "later")}`);
    const opened = await readFiles(printed, before, cut(before));
    assert.ok(opened.kind === "changed");
    const { files, stuck, statements } = await opened.updated(after, cut(after));
    assert.deepEqual([stuck, statements], [[], []]);
    const result = new Map([...printed, ...files.map(({ file, text: code }) => [file, code] as const)]);
    const all = (some: Iterable<readonly [string, string]>) => [...registrationsOf(Object.fromEntries(some))].sort();
    assert.deepEqual(
      all(result),
      all((await printFiles(after, cut(after))).map(({ path, text: code }) => [path, code])),
    );
    assert.match(result.get(edited[0]) ?? "", /^\/\/ mine\n[\s\S]*\nexport const later = /);
    assert.match(
      result.get("index.ts") ?? "",
      /import \{ later, first \} from "\.\/first";[\s\S]*\nconst third = [\s\S]*of: later\.arn/,
    );
    const again = await readFiles(result, after, cut(after));
    assert.ok(again.kind === "changed");
    const back = await again.updated(before, cut(before));
    assert.deepEqual(back.stuck, []);
    const left = new Map([...result, ...back.files.map(({ file, text: code }) => [file, code] as const)]);
    assert.deepEqual(all(left), all(printed));
  });

  it("rejects a program with a syntax error, and a program that imp did not write", async () => {
    const broken = await read((printed) => `${printed}const = 1;\n`, before);
    assert.ok(broken.kind === "unreadable");
    const line = (await print(before)).split("\n").length;
    assert.equal(broken.location, `index.ts:${line}:7`);
    const others = await read(() => 'import * as sim from "@pulumi/sim";\nnew sim.a.First("mine");\n', before);
    assert.ok(others.kind === "unreadable" && /--force/.test(others.hint));
  });
});

async function print(printed: Program): Promise<string> {
  const [file] = await (await loadGenerator("typescript")).print(printed, {});
  return file?.text ?? "";
}

async function printFiles(printed: Program, as: PrintedAs) {
  return await (await loadGenerator("typescript")).print(printed, as);
}

async function read(edit: (printed: string) => string, from: Program): Promise<ChangedProgram | UnreadableProgram> {
  return await readFiles(new Map([["index.ts", edit(await print(from))]]), from, { fileName: "index.ts" });
}

async function readFiles(
  files: ReadonlyMap<string, string>,
  printed: Program,
  as: PrintedAs,
): Promise<ChangedProgram | UnreadableProgram> {
  const { readChangedProgram } = await loadGenerator("typescript");
  const folder = {
    path: "/program",
    has: async (path: string) => files.has(path),
    text: async (path: string) => files.get(path),
    names: async () => [],
  };
  const input = { folder, project: "goldens", stack: "dev", resources: [], printed, needs: [] };
  return (await readChangedProgram?.({ ...input, as })) ?? assert.fail();
}

/** Returns the program after a run, and the reported changes as `kind name`. */
async function changed(edit: (printed: string) => string, to: Program, from: Program = before) {
  const opened = await read(edit, from);
  assert.ok(opened.kind === "changed", JSON.stringify(opened));
  const { files, statements, stuck } = await opened.updated(to, { fileName: "index.ts" });
  const kinds = statements.map(({ kind, urn }: ChangedStatement) => `${kind} ${urn.split("::").at(-1)}`);
  return { text: files[0]?.text ?? "", kinds, statements, stuck: stuck.map(({ urn }) => urn), program: opened };
}

/** Asserts that the run adds only the new resources, as imp prints them. Returns the program. */
async function added(edit: (printed: string) => string) {
  const result = await changed(edit, after);
  assert.deepEqual(result.stuck, []);
  assert.deepEqual(await registrations(result.text), await registrations(await print(after)));
  return result;
}

/** Runs a program, and its function if it exports a function. */
async function registrations(code: string): Promise<readonly (readonly [string, string])[]> {
  return [...registrationsOf({ "index.ts": code })].sort();
}
