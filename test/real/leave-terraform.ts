/** Runs the commands that imp prints to remove imported resources from Terraform, with the real Terraform. */
import assert from "node:assert/strict";
import { shellQuote } from "../../src/cli/quote.ts";
import { terraformSteps } from "../../src/cli/terraform-steps.ts";
import { removalOf, type TerraformSpecs, type TerraformState } from "../../src/terraform/index.ts";
import type { TerraformWorkspace } from "./terraform.ts";

export interface Leaving {
  /** The configuration with all resources, and the part that remains. */
  readonly whole: string;
  readonly rest: string;
  /** The remaining resources, as `terraform state list` prints them. */
  readonly stays: readonly string[];
}

/** Removes all imported resources from Terraform. Fails if Terraform would then destroy a remaining resource without replacing it. */
export async function leaveTerraform(
  workspace: TerraformWorkspace,
  state: TerraformState,
  { specs, leftOut }: TerraformSpecs,
  how: "commands" | "blocks",
  { whole, rest, stays }: Leaving,
): Promise<void> {
  const moved = new Set(specs.resources.map(({ name }) => name));
  const removal = removalOf(state, moved, leftOut, shellQuote);
  const printed = terraformSteps(removal);
  for (const line of printed) assert.ok(line.length <= 80 || /^ {5}/.test(line), line);
  workspace.write("main.tf", whole);
  const changes = await planned(workspace);
  assert.deepEqual(removal.first, []);
  if (removal.deposed.length > 0) await workspace.run("apply", "-auto-approve");
  else assert.ok(changes.every(({ deposed }) => deposed === undefined));
  const [commands, others] = sections(printed);
  if (how === "commands") {
    for (const command of commands) await workspace.paste(command);
    workspace.write("main.tf", rest);
  } else {
    for (const command of others.commands) await workspace.paste(command);
    workspace.write("main.tf", `${rest}\n${others.blocks}`);
    const forgotten = (await planned(workspace)).filter(({ actions }) => actions.includes("forget"));
    assert.ok(forgotten.length > 0);
    assertKept(await planned(workspace), moved);
    await workspace.run("apply", "-auto-approve");
    workspace.write("main.tf", rest);
  }
  assertKept(await planned(workspace), moved);
  const listed = (await workspace.run("state", "list")).split("\n").filter((line) => !/^$|^data\./.test(line));
  assert.deepEqual(listed, stays);
}

interface Change {
  readonly address: string;
  readonly deposed?: string;
  readonly actions: readonly string[];
}

/** Returns the changes of `terraform plan` to managed resources. */
async function planned(workspace: TerraformWorkspace): Promise<readonly Change[]> {
  await workspace.run("plan", "-out=plan");
  const plan = JSON.parse(await workspace.run("show", "-json", "plan")) as {
    resource_changes?: readonly {
      readonly address: string;
      readonly mode: string;
      readonly deposed?: string;
      readonly change: { readonly actions: readonly string[] };
    }[];
  };
  return (plan.resource_changes ?? [])
    .filter(({ mode }) => mode === "managed")
    .map(({ change, ...rest }) => ({ ...rest, actions: change.actions }));
}

/** Asserts that no moved resource is destroyed or created again. */
function assertKept(changes: readonly Change[], moved: ReadonlySet<string>): void {
  const touched = changes.filter(({ actions }) => actions.some((action) => action === "delete" || action === "create"));
  assert.deepEqual(
    touched.filter(({ address }) => moved.has(address)),
    [],
  );
  for (const { actions } of touched)
    assert.equal(actions.length, 2, "Terraform destroys no object except to replace a tainted one");
}

/** Splits the printed steps into the commands, the `removed` blocks that replace them, and the commands for these blocks. */
function sections(printed: readonly string[]) {
  const index = printed.findIndex((line) => line.includes("with these blocks"));
  const end = index < 0 ? printed.length : index;
  const after = printed.slice(end);
  const alone = after.findIndex((line) => line.includes("No block can remove"));
  const commandsIn = (lines: readonly string[]) =>
    lines.map((line) => line.trim()).filter((line) => line.startsWith("terraform state rm "));
  const blocks = after.slice(0, alone < 0 ? after.length : alone).filter((line) => line.startsWith("     "));
  return [
    commandsIn(printed.slice(0, end)),
    { blocks: blocks.join("\n"), commands: alone < 0 ? [] : commandsIn(after.slice(alone)) },
  ] as const;
}
