/** Names of the parts of a program, in languages where each file is a class or function that takes resources as arguments. */
import type { Part } from "../../src/ir/split-program.ts";

export interface FileNames {
  /** The class of a part: `VpcResources`. */
  readonly type: string;
  /** The variable for the instance of a part: `vpc`. */
  readonly variable: string;
}

export interface PartNames {
  readonly files: ReadonlyMap<string, FileNames>;
  /** Nodes that other parts use, by id: the part that declares the node, and the name of the member. */
  readonly members: ReadonlyMap<string, { readonly part: string; readonly name: string }>;
}

/** Chooses names in the order of the parts. */
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

/** Returns the type and variable names of a part. Both default to the part's name. */
export function fileNamesOf(part: string, { files }: PartNames): FileNames {
  return files.get(part) ?? { type: part, variable: part };
}

/** Returns the code that refers to a node of another part: `vpc.Main`. Returns undefined for a node of the part itself. */
export function codeAcrossParts(id: string, part: string | undefined, partNames: PartNames): string | undefined {
  const member = partNames.members.get(id);
  return member === undefined || member.part === part
    ? undefined
    : `${fileNamesOf(member.part, partNames).variable}.${member.name}`;
}
