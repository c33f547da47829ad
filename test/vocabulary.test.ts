/** Retired words stay out of names, titles of tests, and texts for people; sentences open with their subject. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findOpenings } from "./vocabulary/find-openings.ts";
import { findWords } from "./vocabulary/find-words.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const rooms = ["src", "commands", "generators", "fixtures", "test"];
/** Sources, documents, and the files whose comments and descriptions a person reads. */
const readable = /\.(ts|mjs|md|yaml|go|java|cs|py|proto)$|^\.ci\/run$|requirements\.txt$|^src\/.*\.schema\.json$/;

describe("the vocabulary", () => {
  const files = rooms.flatMap((room) => filesIn(room, /\.ts$/));

  it("has no retired word in an identifier, a file name, a title of a test or a text", () =>
    assert.deepEqual(
      files.flatMap((path) => findWords(path, readFileSync(join(root, path), "utf8"))),
      [],
    ));

  it('opens no sentence with "What" as a noun', () => {
    const all = [".ci", "docs", ...rooms].flatMap((room) => filesIn(room, readable));
    const found = ["README.md", "ARCHITECTURE.md", ...all].flatMap((path) =>
      findOpenings(path, readFileSync(join(root, path), "utf8")),
    );
    assert.deepEqual(found, []);
  });
});

describe("the search for sentences that open with What", () => {
  const linesOf = (path: string, ...lines: readonly string[]): readonly string[] =>
    findOpenings(path, lines.join("\n")).map((found) => /^[^:]+:(\d+): "/.exec(found)?.[1] ?? found);

  it("finds them in comments, texts and documents, also in the middle and over several lines", () => {
    const source = [
      "/** What a prompt asks. */",
      `const asked = \`Nothing. What \${name} needs is missing.\`;`,
      "/**",
      " * Writes everything. What another",
      " * process wrote stays.",
      " */",
      `const why = [\`It failed: \${isDone ? "What is written stays." : "Nothing is."}\`, "First.\\nWhat is left?"];`,
      "// It waits (src/a.ts). What is",
      "// listed stays. What else?",
    ];
    assert.deepEqual(linesOf("src/a.ts", ...source), ["1", "2", "4", "7", "8"]);
    assert.deepEqual(linesOf("docs/a.md", "## What is missing", "", "| Step | What |", "Is it? What is, stays."), [
      "1",
      "3",
      "4",
    ]);
    assert.deepEqual(linesOf("fixtures/a.yaml", "a: 1 # What runs.", "# What keeps"), ["1", "2"]);
  });

  it("passes questions, other words and code", () => {
    const source = [
      "// What did you",
      "// do?",
      `const What = [\`What is \${a.b(1)} for?\`]; // Whatever: what it is.`,
    ];
    assert.deepEqual(linesOf("src/a.ts", ...source), []);
    assert.deepEqual(linesOf("README.md", "- What does `imp run` do?", "> What about 1.2.3?", "So what."), []);
  });
});

describe("the search for retired words", () => {
  it("finds one in every kind of text", () => {
    const source = `const isToldTwice = \`nothing is \${isToldTwice} mended\`;\nfunction f(demandOf: string) { return "no demand"; }\n`;
    const kinds = findWords("src/state/settle-all.ts", source).map((line) => /: (\w+) "/.exec(line)?.[1]);
    assert.deepEqual(kinds, ["file", "identifier", "text", "identifier", "text"]);
    const titles = `describe("a scout", () => { it(\`is \${1} told\`, () => {}); const text = "is told"; });\n`;
    assert.equal(findWords("test/import/scan.test.ts", titles).length, 2);
  });

  it("passes words that only look like retired ones, and those with another meaning", () => {
    const source = [
      'import { x } from "../told apart/x.ts";',
      'const outsider = { kind: "adopted", recommended: 1, retarget: 2 };',
      'const text = "the flag --target and `pulumi state settle` of ALREADY_TOLD at src/told/x.ts";',
      'const shell = "a shell";',
    ].join("\n");
    assert.deepEqual(findWords("src/plugin/x.ts", source), []);
    assert.deepEqual(findWords("src/from-stack/x.ts", "const targets = 1;"), []);
    assert.equal(findWords("src/links/x.ts", "const targets = 1;").length, 1);
  });
});

function filesIn(folder: string, names: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => names.test(path) && !/(^|\/)(node_modules|gen|goldens)\//.test(path))
    .filter((path) => !path.startsWith("test/vocabulary"))
    .sort();
}
