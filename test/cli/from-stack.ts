/** `imp run --from-stack` imports from another stack, which it only reads. */
import { rmSync } from "node:fs";
import { type CliProject, makeProject, stackFile } from "../support/cli-project.ts";

export const moved = ".pulumi/stacks/orchard/qa.json";
const emptyStack = '{"version":0,"checkpoint":{"stack":"organization/orchard/qa"}}';
export const into = ["--stack", "qa", "--out", "qa", "--yes"];
export const salt = "v1:FUswDgghXMk=:v1:hypf/NfnU4tP2iX0:t/caSA5W/Tdn1MoTL31lbYjLJ9P+yg==";
type Resource = Record<string, unknown> & { urn: string; inputs?: Record<string, unknown> };
export interface Stored {
  checkpoint: { latest: { resources: Resource[]; pending_operations?: unknown[]; secrets_providers?: unknown } };
}

export function projectWith(more: Parameters<typeof makeProject>[0] = {}): CliProject {
  const empty = { [moved]: emptyStack, "Pulumi.qa.yaml": stackFile };
  return makeProject({ ...more, files: { ...empty, ...more.files } });
}

/** Restores stack qa as it was before any import. */
export function reset(project: CliProject): void {
  rmSync(project.path("qa"), { recursive: true, force: true });
  project.write(moved, emptyStack);
  project.write("Pulumi.qa.yaml", stackFile);
}
