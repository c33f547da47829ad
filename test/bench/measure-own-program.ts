/** Measures the search for an insertion point in a user's program, compared with the compiler's parse of the same files. */
import { languages } from "../../generators/index.ts";
import { folderOf, largeProgram } from "../support/large-program.ts";
import { median } from "./median.ts";

/** Times in seconds. */
export interface OwnProgramFigure {
  readonly lines: number;
  readonly files: number;
  /** The time of the first read in a process, which loads the parser. */
  readonly first: number;
  /** The median times of the other reads, and of parsing alone. */
  readonly read: number;
  readonly parse: number;
}

export async function measureOwnProgram(runs: number, print: (line: string) => void): Promise<OwnProgramFigure> {
  const { files, resources, lines } = largeProgram();
  const texts = Object.entries(files);
  print(`user's program with ${lines} lines`);
  const project = { folder: folderOf(files), project: "shop", stack: "dev", resources };
  const reading = async (): Promise<void> => {
    const typescript = languages.find(({ name }) => name === "typescript");
    const program = await (await typescript?.load())?.readUserProgram?.(project);
    const found = program?.insertionAt({ file: "index.ts", needs: [] });
    if (found?.kind !== "insertion" || found.variables.size < resources.length)
      throw new Error("Some resources of the program were not read");
  };
  const first = await seconds(reading);
  const { ts } = await import("ts-morph");
  const parsing = async (): Promise<void> => {
    for (const [path, text] of texts) ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  };
  const times = { read: [] as number[], parse: [] as number[] };
  for (let turn = 0; turn < runs; turn += 1) {
    times.parse.push(await seconds(parsing));
    times.read.push(await seconds(reading));
  }
  return { lines, files: texts.length, first, read: median(times.read), parse: median(times.parse) };
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
