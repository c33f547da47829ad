/**
 * Names of the parts of a program, in languages where each file is a class or a function that takes the resources of other files as
 * arguments.
 */
import type { Part } from "../../src/ir/split-program.ts";

/** The names of a file in code. */
export interface FileNames {
  /** Its class: `VpcResources`. */
  readonly type: string;
  /** The variable that holds an object of the class: `vpc`. */
  readonly variable: string;
}

export interface PartNames {
  /** By the name of the part. */
  readonly files: ReadonlyMap<string, FileNames>;
  /** The nodes that other parts refer to, by id: the part that has the node, and the name of the member. */
  readonly members: ReadonlyMap<string, { readonly part: string; readonly name: string }>;
}

/** Solves names in the order of the parts. */
export function choosePartNames(
  parts: readonly Part[],
  solve: {
    readonly type: (part: string) => string;
    readonly variable: (part: string) => string;
    readonly member: (id: string) => string;
  },
): PartNames {
  return {
    files: new Map(parts.map(({ name }) => [name, { type: solve.type(name), variable: solve.variable(name) }])),
    members: new Map(
      parts.flatMap(({ name, exports }) => [...exports].map((id) => [id, { part: name, name: solve.member(id) }])),
    ),
  };
}

/** Returns the names of a part. */
export function fileNamesOf(part: string, { files }: PartNames): FileNames {
  return files.get(part) ?? { type: part, variable: part };
}

/**
 * Returns the code by which a part, or the main file, refers to a node of another part: `vpc.Main`; `undefined`: the part has the node
 * itself.
 */
export function codeAcrossParts(id: string, part: string | undefined, partNames: PartNames): string | undefined {
  const member = partNames.members.get(id);
  return member === undefined || member.part === part
    ? undefined
    : `${fileNamesOf(member.part, partNames).variable}.${member.name}`;
}
