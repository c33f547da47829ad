/** `imp run` without arguments on a terminal opens the start screen. Its answers have the effect of a command line. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint } from "../support/cli-project.ts";
import { role } from "../support/quickstart-specs.ts";
import { requireTerminal } from "../support/run-in-terminal.ts";
import { down, makeStartProject, type StartArguments, stack, startOnTerminal, write } from "./start.ts";

describe("the start screen of imp run", () => {
  const python = requireTerminal();
  let project: CliProject;

  beforeEach(() => {
    project = makeStartProject();
  });
  afterEach(() => project.remove());

  const start = (...args: StartArguments) => startOnTerminal(python, project, ...args);

  it("imports one resource into the selected stack", async () => {
    const words = [
      { seen: "Type, for example", answer: `${role.type}\r` },
      { seen: "Name of the resource", answer: "runner\r" },
      { seen: "ID of the resource", answer: `${role.id}\r` },
    ];
    // The cursor starts at the import files. The up arrow moves it to the option for a single resource.
    const singleResource = { seen: "Where do the resources come from", answer: "\u001b[A\r" };
    const region = ["--config", "simcloud:region=us-east-1"];
    const { code, text } = await start([stack(`${down}\r`), singleResource, ...words, write("y\r")], region);
    assert.equal(code, 0, text);
    assert.match(
      text.replace(/\s+/g, " "),
      /Equivalent command: imp import simcloud:iam\/role:Role runner bookshop-order-runner --stack prod .*--config 'simcloud:region=…' .*\(The values of --config are hidden\.\)/,
    );
    assert.match(project.read(".pulumi/stacks/orchard/prod.json"), /role:Role::runner/);
    assert.doesNotMatch(project.read(checkpoint), /runner/);
  });
});
