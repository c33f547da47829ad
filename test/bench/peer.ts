/** The peer of the bench: the real CLI, and the language host with which its `import` prints a program. */
import { buildJudges } from "../real/judges.ts";
import { buildTools, type Tools } from "../real/tools.ts";

export interface Peer {
  readonly tools: Tools;
  /** Stands for `pulumi-language-nodejs`. */
  readonly nodejsHost: string;
}

/** A string is the reason why there is no peer. */
export async function findPeer(print: (line: string) => void): Promise<Peer | string> {
  const tools = await buildTools(print);
  if (typeof tools === "string") return tools;
  const judges = await buildJudges(print);
  return typeof judges === "string" ? judges : { tools, nodejsHost: judges.printNodejs };
}
