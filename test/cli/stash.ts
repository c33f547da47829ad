/** A stash is a value that a program stores in the state. imp prints no code for it, so it reports that the next `pulumi up` deletes it. */
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { specsOf, vpc } from "../support/quickstart-specs.ts";

interface Entry {
  readonly urn: string;
  readonly type: string;
}

/** Creates a project whose state has one imported resource and a stash. */
export async function withStash(test: (project: CliProject, state: string) => Promise<void>): Promise<void> {
  const project = makeProject({ specs: JSON.parse(specsOf(vpc)) });
  try {
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const state = project.json(checkpoint) as { readonly checkpoint: { readonly latest: { resources: Entry[] } } };
    const { latest } = state.checkpoint;
    const stash = {
      urn: "urn:pulumi:dev::orchard::pulumi:pulumi:Stash::kept",
      custom: true,
      id: "kept",
      type: "pulumi:pulumi:Stash",
      inputs: { input: "a" },
      outputs: { input: "a", output: "a" },
      parent: latest.resources[0]?.urn,
    };
    latest.resources.push(stash);
    await test(project, JSON.stringify(state));
  } finally {
    await project.remove();
  }
}
