/**
 * The rules of the house as functions from facts about files to complaints; each complaint is one line.
 */
import { posix } from "node:path";
import type { SourceFacts } from "./read-source.ts";

/** The imports of a room apart from its own files: rooms or single files of ours, and modules of others. */
export interface Row {
  readonly ours: readonly string[];
  readonly modules: readonly string[];
}

export type Table = Readonly<Record<string, Row>>;

/** A folder of which others import one module alone. */
export interface Entry {
  readonly folder: string;
  readonly entry: string;
}

/** Things that only the named files or folders may touch. */
export type Touches = Readonly<Record<string, readonly string[]>>;

/** Arguments for what is over a budget: `file` or `file#function` -> why. */
export type Arguments = Readonly<Record<string, string>>;

/** The room of a file: the longest row that it lies under. */
export function roomOf(path: string, table: Table): string | undefined {
  const rooms = Object.keys(table).filter((room) => isUnder(path, room));
  return rooms.sort((a, b) => b.length - a.length)[0];
}

/** Every file has a room, and every import is in the room's row. */
export function checkArrows(files: readonly SourceFacts[], table: Table): readonly string[] {
  return files.flatMap(({ path, imports }) => {
    const room = roomOf(path, table);
    const row = room === undefined ? undefined : table[room];
    if (room === undefined || row === undefined) return [`${path}: no row of the table has its folder`];
    return imports.flatMap(({ target }) =>
      mayImport(target, room, row, table) ? [] : [`${path}: ${room} may not import ${target}`],
    );
  });
}

function mayImport(target: string, room: string, row: Row, table: Table): boolean {
  if (!isOurs(target)) return row.modules.some((name) => target === name || target.startsWith(`${name}/`));
  return roomOf(target, table) === room || row.ours.some((allowed) => isUnder(target, allowed));
}

/** Every import from outside of such a folder is of its entry. */
export function checkEntries(files: readonly SourceFacts[], entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ folder, entry }) => {
    const inside = files.filter(({ path }) => isUnder(path, folder));
    if (!inside.some(({ path }) => path === entry)) return [`${folder}: has no ${entry}`];
    const outside = files.filter(({ path }) => !isUnder(path, folder));
    return outside.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => isUnder(target, folder) && target !== entry)
        .map(({ target }) => `${path}: imports ${target}; import ${entry} instead`),
    );
  });
}

/** Rows and permissions that nothing needs any more. */
export function checkTableIsTight(files: readonly SourceFacts[], table: Table): readonly string[] {
  return Object.entries(table).flatMap(([room, { ours, modules }]) => {
    const here = files.filter(({ path }) => roomOf(path, table) === room);
    if (here.length === 0) return [`${room}: no file is left`];
    const targets = here.flatMap(({ imports }) => imports.map(({ target }) => target));
    const idle = [
      ...ours.filter((allowed) => !targets.some((target) => isUnder(target, allowed))),
      ...modules.filter((name) => !targets.some((target) => target === name || target.startsWith(`${name}/`))),
    ];
    return idle.map((allowed) => `${room}: nothing imports ${allowed} any more`);
  });
}

/** Files that import each other in a cycle, types too: such files are one thing. */
export function checkCycles(files: readonly SourceFacts[]): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  const needs = files.map(
    ({ path, imports }) => [path, imports.flatMap(({ target }) => (paths.has(target) ? [target] : []))] as const,
  );
  return circlesIn(new Map(needs));
}

/** Rooms that need each other in a cycle: then there is no order in which a stranger could read them. */
export function checkRooms(files: readonly SourceFacts[], table: Table): readonly string[] {
  const needs = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const room = roomOf(path, table) ?? path;
    const known = needs.get(room) ?? new Set();
    needs.set(room, known);
    for (const other of imports.flatMap(({ target }) => roomOf(target, table) ?? [])) {
      if (other !== room) known.add(other);
    }
  }
  return circlesIn(needs);
}

function circlesIn(needs: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const done = new Set<string>();
  const trail: string[] = [];
  const found: string[] = [];
  const visit = (place: string): void => {
    const at = trail.indexOf(place);
    if (at >= 0) found.push(`a cycle: ${[...trail.slice(at), place].join(" -> ")}`);
    if (at >= 0 || done.has(place)) return;
    trail.push(place);
    for (const target of needs.get(place) ?? []) visit(target);
    trail.pop();
    done.add(place);
  };
  for (const place of needs.keys()) visit(place);
  return found;
}

/** Who touches the outside, and who loads what is heavy at the start. */
export function checkTouches(files: readonly SourceFacts[], allowed: Touches): readonly string[] {
  return files.flatMap(({ path, touches, imports }) => {
    const modules = imports
      .filter(({ kind, target }) => kind !== "type" && !isOurs(target))
      .map(({ target }) => target);
    return [...touches, ...new Set(modules)].flatMap((thing) => {
      const rule = Object.keys(allowed).find((key) => thing === key || thing.startsWith(`${key}/`));
      const owners = rule === undefined ? undefined : allowed[rule];
      if (owners === undefined)
        return thing.startsWith("process.") ? [`${path}: no rule lets anyone touch ${thing}`] : [];
      return owners.some((owner) => isUnder(path, owner)) ? [] : [`${path}: may not touch ${thing}`];
    });
  });
}

/** Heavy modules are loaded when they are needed, never by a static import, except in the named files, which are loaded lazily. */
export function checkLazy(files: readonly SourceFacts[], heavy: Touches): readonly string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, kind }) => {
      const name = Object.keys(heavy).find((key) => target === key || target.startsWith(`${key}/`));
      if (kind !== "static" || name === undefined || heavy[name]?.includes(path)) return [];
      return [`${path}: ${target} is loaded at the start; use await import()`];
    }),
  );
}

export interface Budgets {
  readonly file: number;
  readonly function: number;
}

/** Files and functions over the budget without an argument, and arguments that are not needed any more. */
export function checkBudgets(files: readonly SourceFacts[], budgets: Budgets, reasons: Arguments): readonly string[] {
  const over = new Map<string, string>();
  for (const { path, lines, functions } of files) {
    if (lines > budgets.file) over.set(path, `${path}: ${lines} lines (at most ${budgets.file})`);
    for (const { name, lines: length } of functions) {
      const key = `${path}#${name}`;
      if (length > budgets.function) over.set(key, `${key}: ${length} lines (at most ${budgets.function})`);
    }
  }
  const unargued = [...over].filter(([key]) => reasons[key] === undefined).map(([, complaint]) => complaint);
  const idle = Object.keys(reasons).filter((key) => !over.has(key));
  return [...unargued, ...idle.map((key) => `${key}: is not over the budget any more; take its argument out`)];
}

/** Interfaces of three members or more that are declared twice. Two members may be alike by chance. */
export function checkTwins(files: readonly SourceFacts[]): readonly string[] {
  const byMembers = new Map<string, string[]>();
  for (const { path, interfaces } of files) {
    for (const { name, members } of interfaces) {
      if (members.length < 3) continue;
      const key = members.join(" ");
      byMembers.set(key, [...(byMembers.get(key) ?? []), `${path}#${name}`]);
    }
  }
  const twins = [...byMembers.values()].filter((places) => places.length > 1);
  return twins.map(
    (places) => `${places.join(" and ")}: have the same members; declare one of them, in src/domain or lower`,
  );
}

/** Literals that are spread into literals: each member stands for itself. */
export function checkPacked(files: readonly SourceFacts[]): readonly string[] {
  return files.flatMap(({ path, packed }) =>
    packed.map((line) => `${path}:${line}: a literal is spread into a literal; write it out`),
  );
}

/** Names, opening comments, `any` and marks for later. */
export function checkStyle(files: readonly SourceFacts[]): readonly string[] {
  return files.flatMap(({ path, opensWithDoc, anys, marks }) => [
    ...(opensWithDoc ? [] : [`${path}: does not open with a doc comment`]),
    ...(namePattern.test(posix.basename(path)) ? [] : [`${path}: is not named in kebab-case`]),
    ...(emptyNames.test(path) ? [`${path}: has a name without meaning`] : []),
    ...anys.map((line) => `${path}:${line}: any`),
    ...marks.map((line) => `${path}:${line}: an open task, or a comment that silences a checker`),
  ]);
}

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\.ts$/;
const emptyNames = /(^|[/-])(utils?|helpers?|managers?|misc|common)([-./]|$)/;

function isOurs(target: string): boolean {
  return /^(src|commands|generators|fixtures|test)\//.test(target);
}

function isUnder(path: string, place: string): boolean {
  return path === place || path === `${place}.ts` || path.startsWith(`${place}/`);
}
