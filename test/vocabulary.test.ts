/** Retired words stay out of names, titles of tests, and texts for people. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findWords } from "./vocabulary/find-words.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

describe("the vocabulary", () => {
  const files = ["src", "commands", "generators", "fixtures", "test"].flatMap(sourcesIn);

  it("has no retired word in an identifier, a file name, a title of a test or a text", () =>
    assert.deepEqual(
      files.flatMap((path) => findWords(path, readFileSync(join(root, path), "utf8"))),
      [],
    ));
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

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !/(^|\/)(node_modules|gen|goldens)\//.test(path))
    .filter((path) => !path.startsWith("test/vocabulary"))
    .sort();
}
