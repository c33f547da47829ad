/** Reads a fleet file: the targets of many imports, as a list, as a matrix, or both. */
import { LineCounter, parseDocument } from "yaml";
import { ImpError, type Problem } from "../domain/errors.ts";
import { isJsonObject } from "../value/json/object.ts";

/** One import: an ordinary `imp run` with its own stack. */
export interface FleetTarget {
  /** Unique in the fleet. Letters, digits, dots, hyphens, and underscores, because it names the result file. */
  readonly name: string;
  /** The project directory, relative to the fleet file. */
  readonly directory: string;
  readonly stack?: string;
  /** The arguments of `imp run`: import files and flags. */
  readonly run: readonly string[];
  readonly config: ReadonlyMap<string, string>;
  readonly env: ReadonlyMap<string, string>;
}

export interface Fleet {
  /** The directory of the results, relative to the fleet file. */
  readonly results: string;
  readonly targets: readonly FleetTarget[];
}

type Path = readonly (string | number)[];

/** Collects the problems of a file, with positions. */
interface ProblemReporter {
  readonly problem: (path: Path, message: string, hint: string) => void;
}

const rootKeys = ["results", "matrix", "exclude", "target", "targets"] as const;
const targetKeys = ["name", "directory", "stack", "run", "config", "env"] as const;

/** Reads the file. Throws FLEET_INVALID with all errors and their positions. */
export function readFleet(file: string, text: string): Fleet {
  const lines = new LineCounter();
  // All scalars are texts, so that account IDs keep their leading zeros.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "failsafe" });
  const problems: Problem[] = [];
  const report = (offset: number, message: string, hint: string): void => {
    const { line, col: column } = lines.linePos(offset);
    // Each combination of a matrix finds the same problems in the template.
    const isKnown = problems.some((other) => other.line === line && other.column === column);
    if (!isKnown) problems.push({ file, line, column, message, hint });
  };
  const reporter: ProblemReporter = {
    problem: (path, message, hint) => report(offsetAt(document, path), message, hint),
  };
  for (const { pos, message } of document.errors) report(pos[0], `${message}.`, "Correct the YAML.");
  const fleet = problems.length > 0 ? undefined : fleetOf(plainValue(document, reporter), reporter);
  if (fleet === undefined || problems.length > 0) throw ImpError.of("FLEET_INVALID", { problems, more: 0 });
  return fleet;
}

/** Returns the document as plain values. Reports aliases without an anchor, and too many aliases. */
function plainValue(document: ReturnType<typeof parseDocument>, reporter: ProblemReporter): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    reporter.problem([], `${error.message}.`, "Correct the aliases in the YAML.");
    return {};
  }
}

/** Returns the position of the value at the path, or of the innermost value around it. */
function offsetAt(document: ReturnType<typeof parseDocument>, path: Path): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const { range }: { readonly range?: unknown } = typeof node === "object" && node !== null ? node : {};
    if (Array.isArray(range) && typeof range[0] === "number") return range[0];
  }
  return 0;
}

function fleetOf(root: unknown, reporter: ProblemReporter): Fleet | undefined {
  if (!isJsonObject(root)) {
    reporter.problem([], "Expected a map.", "Add `targets`, or `matrix` and `target`.");
    return undefined;
  }
  refuseUnknownKeys(root, [], rootKeys, reporter);
  const { results, matrix, exclude, target = {}, targets = [] } = root;
  const rows = matrixRows(matrix, exclude, reporter);
  const listed = listAt(targets, ["targets"], reporter).map((entry, index) =>
    targetOf([target, entry], ["targets", index], new Map(), reporter),
  );
  const made = rows.map((row) => targetOf([target], ["target"], row, reporter));
  const all = [...made, ...listed].filter((entry) => entry !== undefined);
  if (made.length + listed.length === 0)
    reporter.problem([], "The file has no targets.", "Add `targets`, or `matrix` and `target`.");
  const names = new Set<string>();
  for (const { name } of all) {
    // Some file systems don't distinguish case in the names of results.
    if (names.has(name.toLowerCase())) {
      const hint = 'Use all keys of the matrix in `name`, as in "{account}-{region}".';
      reporter.problem(["target", "name"], `Several targets have the name ${JSON.stringify(name)}.`, hint);
      break;
    }
    names.add(name.toLowerCase());
  }
  return { results: textOr(results, ["results"], reporter) ?? "fleet-results", targets: all };
}

type Row = ReadonlyMap<string, string>;

const mostTargets = 10_000;

/** Returns all combinations of the matrix, in the order of its keys, without the excluded ones. */
function matrixRows(matrix: unknown, exclude: unknown, reporter: ProblemReporter): readonly Row[] {
  if (matrix === undefined || (isJsonObject(matrix) && Object.keys(matrix).length === 0)) return [];
  if (!isJsonObject(matrix)) {
    reporter.problem(["matrix"], "Expected a map of lists.", "For example: matrix: {region: [eu-west-1, us-east-1]}");
    return [];
  }
  const size = Object.values(matrix).reduce<number>(
    (all, values) => all * (Array.isArray(values) ? values.length : 1),
    1,
  );
  if (size > mostTargets) {
    reporter.problem(
      ["matrix"],
      `The matrix has ${size} combinations.`,
      `Split the fleet. A matrix can have up to ${mostTargets} combinations.`,
    );
    return [];
  }
  let rows: readonly Row[] = [new Map()];
  for (const [key, values] of Object.entries(matrix)) {
    const texts = listAt(values, ["matrix", key], reporter).flatMap((value, index) => {
      return textOr(value, ["matrix", key, index], reporter) ?? [];
    });
    rows = rows.flatMap((row) => texts.map((text) => new Map([...row, [key, text]])));
  }
  const excluded = listAt(exclude ?? [], ["exclude"], reporter).map((entry, index) =>
    textMapAt(entry, ["exclude", index], reporter),
  );
  for (const [index, entry] of excluded.entries()) refuseUselessExclude(entry, ["exclude", index], matrix, reporter);
  return rows.filter(
    (row) => !excluded.some((entry) => entry.size > 0 && [...entry].every(([k, v]) => row.get(k) === v)),
  );
}

/** Reports an entry of `exclude` that excludes nothing, because a typo would import the target. */
function refuseUselessExclude(entry: Row, path: Path, matrix: object, reporter: ProblemReporter): void {
  refuseUnknownKeys(Object.fromEntries(entry), path, Object.keys(matrix), reporter);
  if (entry.size === 0)
    reporter.problem(path, "The entry excludes nothing.", "Name the keys and values of the matrix to exclude.");
  const lists = new Map<string, unknown>(Object.entries(matrix));
  for (const [key, value] of entry) {
    const values = lists.get(key);
    if (Array.isArray(values) && !values.includes(value))
      reporter.problem([...path, key], `The matrix has no ${key} ${JSON.stringify(value)}.`, "Correct the value.");
  }
}

const nameForm = /^\w[\w.-]{0,99}$/;

/** Merges the layers of a target, and fills `{key}` with the values of the matrix. Returns undefined after a problem. */
function targetOf(
  layers: readonly unknown[],
  path: Path,
  row: Row,
  reporter: ProblemReporter,
): FleetTarget | undefined {
  const maps = layers.filter(isJsonObject);
  if (maps.length < layers.length) {
    reporter.problem(path, "Expected a map.", `A target has the keys ${targetKeys.join(", ")}.`);
    return undefined;
  }
  for (const map of maps) refuseUnknownKeys(map, path, targetKeys, reporter);
  const last = (key: string): unknown => maps.map((map) => map[key]).findLast((value) => value !== undefined);
  const filled = (text: string): string => text.replace(/\{([\w-]+)\}/g, (whole, key: string) => row.get(key) ?? whole);
  const text = (key: (typeof targetKeys)[number]): string | undefined => {
    const value = textOr(last(key), [...path, key], reporter);
    return value === undefined ? undefined : filled(value);
  };
  const pairs = (key: "config" | "env"): ReadonlyMap<string, string> => {
    const entries = maps.flatMap((map) => [...textMapAt(map[key] ?? {}, [...path, key], reporter)]);
    return new Map(entries.map(([name, value]) => [name, filled(value)]));
  };
  const run = listAt(last("run") ?? [], [...path, "run"], reporter).flatMap((word, index) => {
    const value = textOr(word, [...path, "run", index], reporter);
    return value === undefined ? [] : [filled(value)];
  });
  for (const key of ["name", "directory", "stack"] as const) {
    const unknown = row.size === 0 ? undefined : /\{([\w-]+)\}/.exec(text(key) ?? "")?.[1];
    if (unknown === undefined) continue;
    reporter.problem(
      [...path, key],
      `The matrix has no key ${JSON.stringify(unknown)}.`,
      `Its keys are ${[...row.keys()].join(", ")}.`,
    );
    return undefined;
  }
  const name = text("name");
  if (name === undefined || !nameForm.test(name)) {
    const shown = name === undefined ? "The target has no name." : `Invalid name ${JSON.stringify(name)}.`;
    reporter.problem([...path, "name"], shown, "A name has up to 100 letters, digits, dots, hyphens, and underscores.");
    return undefined;
  }
  if (last("run") === undefined) {
    const hint = "List the arguments of `imp run`, such as run: [specs.json] or run: [--from, inventory.json].";
    reporter.problem([...path, "run"], `Target ${name} has nothing to import.`, hint);
    return undefined;
  }
  const badVariable = [...pairs("env").keys()].some((key) => key === "" || key.includes("="));
  if (badVariable || text("stack") === "") {
    const [key, noun] = badVariable ? ["env", "name of an environment variable"] : ["stack", "stack"];
    reporter.problem([...path, key], `Invalid ${noun}.`, "Correct the name.");
    return undefined;
  }
  return {
    name,
    directory: text("directory") ?? ".",
    stack: text("stack"),
    run,
    config: pairs("config"),
    env: pairs("env"),
  };
}

function refuseUnknownKeys(map: object, path: Path, known: readonly string[], reporter: ProblemReporter): void {
  for (const key of Object.keys(map))
    if (!known.includes(key))
      reporter.problem([...path, key], `Unknown key ${JSON.stringify(key)}.`, `The keys are ${known.join(", ")}.`);
}

function listAt(value: unknown, path: Path, reporter: ProblemReporter): readonly unknown[] {
  if (Array.isArray(value)) return value;
  reporter.problem(path, "Expected a list.", "Write it in brackets, or with one `-` per line.");
  return [];
}

function textMapAt(value: unknown, path: Path, reporter: ProblemReporter): ReadonlyMap<string, string> {
  if (!isJsonObject(value)) {
    reporter.problem(path, "Expected a map of texts.", "For example: {AWS_PROFILE: shop}");
    return new Map();
  }
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const text = textOr(item, [...path, key], reporter);
    return text === undefined ? [] : [[key, text] as const];
  });
  return new Map(entries);
}

/** Returns a text. Returns undefined if it is missing, or after a problem. */
function textOr(value: unknown, path: Path, reporter: ProblemReporter): string | undefined {
  if (value === undefined) return value;
  if (typeof value === "string" && !value.includes("\0")) return value;
  reporter.problem(path, "Expected a text.", "Write a single value without null characters.");
  return undefined;
}
