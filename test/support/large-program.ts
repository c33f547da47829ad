/** A user program with 5,000 lines in 40 files, in a folder in memory. */
import { posix } from "node:path";
import type { ProgramFolder } from "../../generators/program-folder.ts";
import type { StackResource } from "../../generators/user-program.ts";

/** Creates a folder in memory. */
export function folderOf(files: Readonly<Record<string, string>>): ProgramFolder {
  const at = (path: string): string => posix.normalize(path);
  return {
    path: "/program",
    has: async (path) => files[at(path)] !== undefined,
    text: async (path) => files[at(path)],
    names: async () => [],
  };
}

export interface LargeProgram {
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The resources of stack `dev` of project `shop` that the program registers. */
  readonly resources: readonly StackResource[];
  readonly lines: number;
}

export function largeProgram(): LargeProgram {
  const names = Array.from({ length: 40 }, (_, at) => `part${at}`);
  const resources: StackResource[] = [];
  const files: Record<string, string> = {
    "index.ts": names.map((name) => `import * as ${name} from "./${name}";\n`).join(""),
  };
  for (const name of names) {
    const things = Array.from({ length: 20 }, (_, at) => `${name}-${at}`);
    resources.push(...things.map(resourceOf));
    const statements = things.map((thing, at) => statementOf(thing, at));
    files[`${name}.ts`] = `import * as sim from "@pulumi/sim";\n${statements.join("")}`;
  }
  return { files, resources, lines: Object.values(files).join("").split("\n").length };
}

function resourceOf(name: string): StackResource {
  const type = "sim:a:Thing";
  return { urn: `urn:pulumi:dev::shop::${type}::${name}`, type, name };
}

function statementOf(name: string, at: number): string {
  return `export const thing${at} = new sim.a.Thing("${name}", {
    one: "1",
    two: [1, 2, 3],
    // Of the plan.
    three: { four: true },
}, { protect: true });

`;
}
