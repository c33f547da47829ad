/**
 * The plan of the house, enforced: who may import whom, who touches the outside, how long things may get.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatorRooms } from "./architecture/generator-rooms.ts";
import { importRooms } from "./architecture/import-rooms.ts";
import { argued, budgets, entries } from "./architecture/limits.ts";
import { heavy, outside } from "./architecture/outside.ts";
import { readSource, type SourceFacts } from "./architecture/read-source.ts";
import { rooms } from "./architecture/rooms.ts";
import {
  checkArrows,
  checkBudgets,
  checkCycles,
  checkEntries,
  checkLazy,
  checkPacked,
  checkRooms,
  checkStyle,
  checkTableIsTight,
  checkTouches,
  checkTwins,
  type Table,
} from "./architecture/rules.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const table: Table = { ...rooms, ...importRooms, ...generatorRooms };

describe("the source code", () => {
  const files = readTree(["src", "commands", "generators"]);

  it("imports only as the table allows", () => assert.deepEqual(checkArrows(files, table), []));
  it("needs every permission of the table", () => assert.deepEqual(checkTableIsTight(files, table), []));
  it("imports the entry of a folder that has one, and nothing behind it", () =>
    assert.deepEqual(checkEntries(files, entries), []));
  it("has no cycles between files", () => assert.deepEqual(checkCycles(files), []));
  it("has no cycles between rooms", () => assert.deepEqual(checkRooms(files, table), []));
  it("touches the outside in named places only", () => assert.deepEqual(checkTouches(files, outside), []));
  it("loads heavy modules when they are needed", () => assert.deepEqual(checkLazy(files, heavy), []));
  it("has short files and functions, or an argument for a long one", () =>
    assert.deepEqual(checkBudgets(files, budgets, argued), []));
  it("has plain names, opening comments, no any, and no open tasks", () => assert.deepEqual(checkStyle(files), []));
  it("writes literals out", () => {
    const others = readTree(["test", "fixtures"]);
    assert.deepEqual(checkPacked([...files, ...others]), []);
  });
  it("declares no interface twice", () => assert.deepEqual(checkTwins(files), []));
  it("has one file for each command, and no other next to them", () => {
    const loose = readTree(["commands"]).filter(({ path }) => !/^commands\/([a-z-]+\/)?[a-z-]+\.ts$/.test(path));
    assert.deepEqual(
      loose.map(({ path }) => path),
      [],
    );
  });
});

/** All TypeScript under the folders, without what a compiler generated. */
function readTree(folders: readonly string[]): readonly SourceFacts[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith(".ts") && !/(^|\/)(node_modules|gen|goldens)\//.test(path))
      .sort()
      .map((path) => readSource(path, readFileSync(join(root, path), "utf8"))),
  );
}
