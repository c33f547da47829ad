/**
 * Programs of several files, in languages where a file is a class or a function that is given what others made.
 */
import type { Part } from "../../src/ir/split-program.ts";

/** What a file is called in code. */
export interface FileNames {
  /** Its class: `VpcResources`. */
  readonly type: string;
  /** What holds one: `vpc`. */
  readonly variable: string;
}

export interface Beside {
  /** By names of parts. */
  readonly files: ReadonlyMap<string, FileNames>;
  /** Ids of nodes that other parts refer to -> the part that has them, and their name in its class. */
  readonly members: ReadonlyMap<string, { readonly part: string; readonly name: string }>;
}

/** Solves names in the order of the parts. */
export function besideNames(
  parts: readonly Part[],
  solve: {
    readonly type: (part: string) => string;
    readonly variable: (part: string) => string;
    readonly member: (id: string) => string;
  },
): Beside {
  return {
    files: new Map(parts.map(({ name }) => [name, { type: solve.type(name), variable: solve.variable(name) }])),
    members: new Map(
      parts.flatMap(({ name, exports }) => [...exports].map((id) => [id, { part: name, name: solve.member(id) }])),
    ),
  };
}

/** What a part is called; the names are those of its program. */
export function namesOf(part: string, { files }: Beside): FileNames {
  return files.get(part) ?? { type: part, variable: part };
}

/** `vpc.Main`: how a part, or the main file, calls what another one made; `undefined` for what is its own. */
export function outside(id: string, part: string | undefined, beside: Beside): string | undefined {
  const member = beside.members.get(id);
  return member === undefined || member.part === part
    ? undefined
    : `${namesOf(member.part, beside).variable}.${member.name}`;
}
