/** The tool to compare with: the real Pulumi CLI with its language host for `pulumi import`. */
import { buildJudges } from "../real/judges.ts";
import { buildTools, type Tools } from "../real/tools.ts";

export interface Peer {
  readonly tools: Tools;
  /** A program that replaces `pulumi-language-nodejs`. */
  readonly nodejsHost: string;
}

/** Returns the Pulumi CLI to compare with, or the reason why there is none. */
export async function findPeer(print: (line: string) => void): Promise<Peer | string> {
  const tools = await buildTools(print);
  if (typeof tools === "string") return tools;
  const judges = await buildJudges(print);
  return typeof judges === "string" ? judges : { tools, nodejsHost: judges.printNodejs };
}
