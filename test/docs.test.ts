import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "./real/project-root.ts";

/** Folders whose comments must cite only documents of this repository. */
const rooms = [".ci", "commands", "fixtures", "generators", "src", "test"];

describe("documentation", () => {
  it("finds the cited section for every citation in a comment", () => {
    const missing = rooms.flatMap((room) =>
      readdirSync(join(projectRoot, room), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(ts|proto|md)$/.test(name))
        .flatMap((name) => citationsIn(`${room}/${name}`)),
    );
    assert.deepEqual(missing, []);
  });

  it("finds every section that a document links to", () => {
    const names = [
      "README.md",
      "ARCHITECTURE.md",
      "CONTRIBUTING.md",
      "CHANGELOG.md",
      "SECURITY.md",
      ".changeset/README.md",
      ...readdirSync(join(projectRoot, "docs")).map((name) => `docs/${name}`),
    ];
    assert.deepEqual(names.flatMap(citationsIn), []);
  });
});

/** Returns the invalid citations in a file. A path is relative to the project or the file. A comment that is only a path is not a citation. */
function citationsIn(path: string): readonly string[] {
  const text = readFileSync(join(projectRoot, path), "utf8");
  const cited = text.matchAll(/(?<![\w/."-])((?:[\w.-]+\/)*[\w.-]+\.md)(?:#([\w-]+))?/g);
  return [...cited].flatMap(([whole, document = "", section]) => {
    const found = [document, join(dirname(path), document)].find((name) => existsSync(join(projectRoot, name)));
    if (found === undefined) return [`${path}: ${whole}`];
    return section === undefined || sectionsOf(found).has(section) ? [] : [`${path}: ${whole}`];
  });
}

/** Returns the anchors of a document's headings. */
function sectionsOf(path: string): ReadonlySet<string> {
  const headings = readFileSync(join(projectRoot, path), "utf8").matchAll(/^#+ (.*)$/gm);
  return new Set([...headings].map(([, title = ""]) => slug(title)));
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
