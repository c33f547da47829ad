/**
 * Programs that are appended to a person's program, in languages where an appended program is a function or a class that the person's
 * program calls.
 */
import type { Program } from "../../src/ir/program.ts";
import { type Part, programParts } from "../../src/ir/split-program.ts";

/** Returns the whole program as one part, with the name of its file. */
export function appendedPart(program: Program, fileName: string): Part {
  const words = fileName
    .replace(/^.*\//, "")
    .replace(/\.[^.]*$/, "")
    .split(/[^A-Za-z0-9]+/);
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  const name = joined.replace(/^\d+/, "");
  const camel = name === "" ? "appended" : name.slice(0, 1).toLowerCase() + name.slice(1);
  const [part] = programParts(program, [{ name: camel, resources: program.resources }]);
  return part ?? { name: camel, resources: [], config: [], imports: new Map(), exports: new Set() };
}
