import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { cases } from "./cases.ts";
import { languageNames, languageOf } from "./generator-of.ts";
import { hardCases } from "./hard-cases.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("cases that are hard to print", () => {
  it("has a golden file of every hard case in every language, printed or rejected", () => {
    const files = languageNames.map((name) => basename(languageOf(name).fileName));
    const named = new Set(Object.values(hardCases).flatMap((hard) => ("shown" in hard ? hard.shown : [])));
    for (const name of named) {
      assert.ok(Object.hasOwn(cases, name), name);
      const written = readdirSync(`${root}fixtures/programs/${name}`);
      for (const file of files)
        assert.ok(written.includes(file) || written.includes(`${file}.refused`), `${name} ${file}`);
    }
    assert.ok(named.size > 30);
  });

  it("refers to existing tests for hard cases", () => {
    for (const [name, hard] of Object.entries(hardCases)) {
      if (!("proven" in hard)) continue;
      const [file, title] = hard.proven;
      assert.ok(existsSync(`${root}test/${file}`), `${name}: ${file}`);
      const titles =
        readFileSync(`${root}test/${file}`, "utf8").match(/(?:it|describe)\((?:"[^"\n]*"|`[^`\n]*`)/g) ?? [];
      assert.ok(
        titles.some((each) => each.includes(title)),
        `${name}: ${title}`,
      );
    }
  });
});
