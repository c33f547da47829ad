/** Programs next to a user's program, in languages where such a program is a function or a class. */
import type { Program } from "../../src/ir/program.ts";
import { type Part, programParts } from "../../src/ir/split-program.ts";

/** Returns the whole program as one part, named after its file. */
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
