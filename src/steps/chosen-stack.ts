/**
 * The flags of a command with the stack that a person chose, where none is given or selected.
 */
import type { RunIo } from "../cli/run-io.ts";
import { stacksToChoose } from "../workspace/backend/stacks-to-choose.ts";
import { isName } from "../workspace/settings/names.ts";
import { makesStack, namesOf, type StackFlags } from "./workspace-of-flags.ts";

/** As they were where nobody is there to be asked, and where there is nothing to choose. Throws as `stacksToChoose`. */
export async function withChosenStack<F extends StackFlags>(flags: F, io: RunIo): Promise<F> {
  if (io.askStack === undefined || flags.stack !== undefined || flags.state !== undefined) return flags;
  const names = await stacksToChoose(namesOf(flags, io), io);
  const offersNew = makesStack(flags);
  if (names === undefined || (names.length === 0 && !offersNew)) return flags;
  const { name, isNew } = await io.askStack(names, offersNew ? isName : undefined);
  return { ...flags, stack: name, ...(isNew && { "create-stack": true }) };
}
