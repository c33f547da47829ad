/** Imports from another stack (`--from-stack`). Does not change that stack, but reports how to remove the resources from it. */
import { Flags } from "@oclif/core";
import { visible } from "../cli/quote.ts";
import { removalSteps } from "../cli/removal-steps.ts";
import { urnsFlag } from "../cli/urns-flag.ts";
import { openFromStack } from "../from-state/open-from-stack.ts";
import { openOtherStack } from "../workspace/open-other-stack.ts";
import type { ImportSource } from "./import-source.ts";

export const otherStack: ImportSource = {
  invitation: "another stack with --from-stack",
  flags: {
    "from-stack": Flags.string({
      description:
        "Import resources from another stack: `name`, `project/name`, or `organization/project/name` in the same backend, or a " +
        "file (./NAME or NAME.json) written by `pulumi stack export`. The other stack is not changed. imp prints the steps to remove the " +
        "resources from the other stack",
      helpValue: "NAME|FILE",
    }),
    target: urnsFlag("The URN of a resource of the other stack to import", { dependsOn: ["from-stack"] }),
  },
  select: ({ flags: { "from-stack": name, target: urns } }) => {
    if (typeof name !== "string") return undefined;
    return {
      reads: "workspace",
      paths: [name],
      moves: "--from-stack",
      open: async (io, workspace) => {
        const stack = await openOtherStack(name, io.cwd, workspace, io, io);
        const { specs, leftOut, removal } = await openFromStack(stack, Array.isArray(urns) ? urns.map(String) : []);
        return {
          specs,
          notes: leftOut.map(({ urn, why }) => `Excluded: ${visible(urn)}: ${why}.`),
          stack: stack.name,
          afterwards: (request, plan, written) => {
            const steps = removal(request, plan, written);
            return [{ field: "from", document: steps, lines: removalSteps(steps) }];
          },
        };
      },
    };
  },
};
