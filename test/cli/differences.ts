import assert from "node:assert/strict";
import { makeProject, showRun } from "../support/cli-project.ts";

interface Reported {
  readonly resources: readonly { readonly verdict: string; readonly differences: readonly object[] }[];
}

/** Runs `imp run --plan-only`. Returns the differences as lines of the screen, and as entries of the JSON document. */
export async function differencesOf(specs: unknown, cloud?: unknown) {
  const project = makeProject({ specs, ...(cloud !== undefined && { cloud }) });
  const screen = await project.run(["specs.json", "--plan-only"]);
  const json = await project.run(["specs.json", "--plan-only", "--json"]);
  await project.remove();
  const lines = screen.stdout.split("\n").filter((line) => / [~+-] /.test(line));
  const [resource] = (JSON.parse(json.stdout) as Reported).resources;
  assert.ok(resource !== undefined, showRun(json));
  for (const line of screen.stdout.split("\n")) assert.ok(line.length <= 80, line);
  return { lines, ...resource, all: showRun(screen) + showRun(json) };
}
