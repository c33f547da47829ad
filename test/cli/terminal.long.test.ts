import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { type CliProject, checkpoint } from "../support/cli-project.ts";
import { type Answer, requireTerminal } from "../support/run-in-terminal.ts";
import { databaseEntries, makeDatabaseProject, password, runOnTerminal, typed, write } from "./terminal.ts";

const passwordPrompt = (use: string, word: string): Answer => ({
  seen: `Enter your passphrase to ${use} config/secrets of Pulumi\\.dev\\.yaml`,
  answer: `${word}\r`,
});

describe("imp run on a terminal", () => {
  const python = requireTerminal();
  let project: CliProject;

  beforeEach(() => {
    project = makeDatabaseProject();
  });
  afterEach(() => project.remove());

  const run = (answers: readonly Answer[], options: Parameters<typeof runOnTerminal>[3] = {}) =>
    runOnTerminal(python, project, answers, options);

  it("masks a typed password; after no, writes nothing and exits with 1", async () => {
    const untouched = project.files();
    const { code, screen } = await run([password(`${typed}\r`), write("n\r")]);
    const text = stripVTControlCharacters(screen);
    assert.equal(code, 1, text);
    assert.ok(text.includes("*".repeat(typed.length)), text);
    assert.match(
      text,
      /ignored +\d+\/\d+[\s\S]*To import: [\s\S]*Import 1 resource into stack dev and write 3 files\? No\s+Nothing was written\.\s*$/,
    );
    const consent = text.slice(text.indexOf("To import"), text.indexOf("?", text.indexOf("To import")));
    assert.deepEqual(consent.trim().split(/\r?\n/), [
      "To import: 1 resource into stack dev of project orchard:",
      "  in backend file://.",
      "  + index.ts (31 lines)",
      "  ~ Pulumi.dev.yaml (+3 lines)",
      "  ~ .pulumi/stacks/orchard/dev.json (+1 resource, +1 default provider)",
      "  next `pulumi up`: 1 unchanged, 0 updates, 0 replacements",
    ]);
    assert.doesNotMatch(text, /Error/);
    assert.match(screen, /\u001b\[36mignored/);
    const lines = text.slice(text.lastIndexOf("Printing programs")).split(/[\r\n]+/);
    for (const line of lines.filter((line) => !line.includes("?"))) assert.ok(line.length <= 80, line);
    assert.deepEqual(project.files(), untouched);
  });

  const plainScreens: readonly Readonly<Record<string, string>>[] = [{ TERM: "dumb" }, { NO_COLOR: "1" }];
  for (const env of plainScreens) {
    it(`shows a plan without colors and cursor movement with ${Object.entries(env).join().replace(",", "=")}`, async () => {
      const { code, screen } = await run([], { env, flags: ["--plan-only", "--placeholder", "--yes"] });
      assert.equal(code, 0, screen);
      assert.match(screen, /Reading resources \(1\)[\s\S]*ignored/);
      assert.ok(!screen.includes("\u001b"), JSON.stringify(screen));
    });
  }

  it("prompts for nothing with --plan-only; after no, names only the saved plan as written", async () => {
    const untouched = project.files();
    const planned = await run([], { flags: ["--plan-only"] });
    assert.equal(planned.code, 1, planned.screen);
    assert.match(stripVTControlCharacters(planned.screen), /INPUTS_MISSING|password/);
    assert.deepEqual(project.files(), untouched);
    const saved = await run([write("n\r")], { flags: ["--placeholder", "--save", "plan.json"] });
    assert.equal(saved.code, 1, saved.screen);
    assert.match(
      stripVTControlCharacters(saved.screen),
      /Nothing was written except the plan\.\s+Saved the plan\. To run it: imp run plan\.json/,
    );
    assert.notEqual(project.files()["plan.json"], undefined);
  });
  it("prompts where to put code in a user's program; inserts it by default", async () => {
    const userProgram = 'import * as simcloud from "@pulumi/simcloud";\n\nexport const region = "us-east-1";\n';
    project.write("index.ts", userProgram);
    const location = {
      seen: "imp did not write index\\.ts[\\s\\S]*Insert into index\\.ts[\\s\\S]*Quit",
      answer: "\r",
    };
    const { code, screen } = await run([location, password(`${typed}\r`), write("y\r")]);
    const text = stripVTControlCharacters(screen);
    assert.equal(code, 0, text);
    assert.match(text, /In index\.ts:\s+import \* as simcloud/);
    assert.match(project.read("index.ts"), /new simcloud\.db\.Instance/);
    assert.ok(project.read("index.ts").endsWith('\nexport const region = "us-east-1";\n'), project.read("index.ts"));
    const untouched = project.files();
    project.write(
      "specs.json",
      JSON.stringify({ resources: databaseEntries.map((entry) => ({ ...entry, name: "other" })) }),
    );
    const last = { seen: location.seen, answer: "\u001b[A\r" };
    const stopped = await run([last]);
    assert.equal(stopped.code, 1, stopped.screen);
    assert.match(stripVTControlCharacters(stopped.screen), /Nothing was written\./);
    const { "specs.json": _, ...after } = project.files();
    const { "specs.json": __, ...before } = untouched;
    assert.deepEqual(after, before);
  });

  it("fails the resource after an empty answer, and prints no colors with NO_COLOR", async () => {
    const untouched = project.files();
    const { code, screen } = await run([password("\r")], { env: { NO_COLOR: "1" } });
    assert.equal(code, 1, screen);
    assert.match(stripVTControlCharacters(screen), /password of orders-0-database \(leave empty to skip\)/);
    assert.match(stripVTControlCharacters(screen), /failed[\s\S]*\(VALUE_DEMANDED\)[\s\S]*Nothing was written\./);
    assert.doesNotMatch(screen, /\u001b\[(3\d|9\d)m/);
    assert.deepEqual(project.files(), untouched);
  });

  it("prompts for a missing passphrase until it is correct, and never shows it", async () => {
    assert.equal((await project.run(["specs.json", "--placeholder", "--yes"])).code, 0);
    const salt = /^encryptionsalt: .*$/m.exec(project.read("Pulumi.dev.yaml"))?.[0];
    assert.equal((await project.plain(["undo", "--yes"])).code, 0);
    const { PULUMI_CONFIG_PASSPHRASE: word = "", ...env } = project.env;
    const protect = [passwordPrompt("protect", word), { seen: "Re-enter", answer: "another\r" }];
    const again = [
      { seen: "The passphrases do not match[\\s\\S]*Enter your passphrase", answer: `${word}\r` },
      { seen: "Re-enter", answer: `${word}\r` },
    ];
    const made = await run([...protect, ...again, password(`${typed}\r`), write("n\r")], { environment: env });
    assert.equal(made.code, 1, made.screen);
    project.write("Pulumi.dev.yaml", `${salt}\n${project.read("Pulumi.dev.yaml")}`);
    const unlock = [
      passwordPrompt("unlock", "wrong-0815"),
      { seen: "Incorrect passphrase[\\s\\S]*Enter your passphrase", answer: `${word}\r` },
    ];
    const { code, screen } = await run([...unlock, password(`${typed}\r`), write("y\r")], { environment: env });
    const text = stripVTControlCharacters(screen);
    assert.equal(code, 0, text);
    assert.match(text, /✖ Enter your passphrase to unlock [^✔?]*Incorrect passphrase\./);
    assert.equal(text.match(/✔ (Enter|Re-enter|That)/g)?.length, 1, "only the correct passphrase has a check mark");
    assert.match(stripVTControlCharacters(made.screen), /✖ Re-enter [^✔?]*The passphrases do not match\./);
    for (const shown of [word, "wrong-0815"]) assert.ok(!text.includes(shown), text);
    assert.match(project.read("Pulumi.dev.yaml"), /secure: v1:/);
  });

  for (const [title, answer] of [
    ["Ctrl-C", "\u0003"],
    ["SIGTERM", "SIGTERM"],
  ] as const) {
    it(`ends the run after ${title} at a prompt`, async () => {
      const untouched = project.files();
      const { code, screen } = await run([password(answer)]);
      const text = stripVTControlCharacters(screen);
      assert.equal(code, 130, text);
      assert.match(text, new RegExp(`Interrupted \\(INTERRUPTED\\)[\\s\\S]*received ${title}`));
      assert.deepEqual(project.files(), untouched);
    });
  }

  it("shows the resource that it waits for, and the number of reads after Ctrl-C", async () => {
    const untouched = project.files();
    const stop = { seen: "waiting: orders-0-database \\([2-9] s\\)", answer: "\u0003" };
    const { code, screen } = await run([stop], { env: { SIMCLOUD_LATENCY_MS: "600000" } });
    const text = stripVTControlCharacters(screen);
    assert.equal(code, 130, text);
    assert.match(
      text,
      /Reading resources: stopped after 0 of 1\s+Error: Interrupted \(INTERRUPTED\)[\s\S]*Nothing was written/,
    );
    assert.doesNotMatch(text, /✔ Reading resources|\n +at /);
    assert.deepEqual(project.files(), untouched);
  });

  it("prompts for a stack if none is selected, and uses it in the next steps", async () => {
    project.write(".pulumi/stacks/orchard/prod.json", project.read(".pulumi/stacks/orchard/dev.json"));
    project.write(".pulumi/stacks/pear/other.json", "{}");
    const { PULUMI_STACK: _, ...env } = project.env;
    const choose = { seen: "Please choose a stack", answer: "\r" };
    const { code, screen } = await run([choose, password(`${typed}\r`), write("y\r")], { environment: env });
    const text = stripVTControlCharacters(screen);
    assert.equal(code, 0, text);
    assert.match(text, /❯ dev\s+prod\s+<create a new stack>/);
    assert.doesNotMatch(text, /^[❯ ]*other$/m, "stacks of other projects are not listed");
    assert.match(text, /pulumi preview --stack dev/);
  });

  it("prompts for the name of a new stack until it is valid; creates none after no", async () => {
    rmSync(project.path(checkpoint));
    rmSync(project.path("Pulumi.dev.yaml"));
    const { PULUMI_STACK: _, ...env } = project.env;
    const untouched = project.files();
    const name = { seen: "The project has no stacks yet", answer: "a b\r" };
    const again = { seen: "letters, digits", answer: `${"\u007f".repeat(3)}fresh\r` };
    const region = ["--config", "simcloud:region=us-east-1"];
    const declined = await run([name, again, password(`${typed}\r`), write("n\r")], {
      environment: env,
      flags: region,
    });
    assert.equal(declined.code, 1, declined.screen);
    assert.match(stripVTControlCharacters(declined.screen), /into stack fresh of project orchard/);
    assert.deepEqual(project.files(), untouched);
    const usual = { seen: "The project has no stacks yet.*\\(dev\\)", answer: "\r" };
    const made = await run([usual, password(`${typed}\r`), write("y\r")], { environment: env, flags: region });
    assert.equal(made.code, 0, made.screen);
    assert.match(project.read(checkpoint), /orders-0-database/);
    const another = { seen: "create a new stack", answer: "\u001b[B\r" };
    const third = { seen: "Stack name.*\\(dev\\)", answer: "qa\r" };
    const more = await run([another, third, password(`${typed}\r`), write("n\r")], {
      environment: env,
      flags: [...region, "--out", "qa"],
    });
    assert.match(stripVTControlCharacters(more.screen), /into stack qa of project orchard/);
  });

  it("creates a project and a stack in an empty directory; after no, creates nothing", async () => {
    for (const name of ["Pulumi.yaml", "Pulumi.dev.yaml", ".pulumi"]) rmSync(project.path(name), { recursive: true });
    const { PULUMI_STACK: _, ...others } = project.env;
    const env = { ...others, PULUMI_BACKEND_URL: "file://." };
    const untouched = readdirSync(project.directory);
    const flags = ["--new", "--config", "simcloud:region=us-east-1"];
    const stack = { seen: "The project has no stacks yet.*\\(dev\\)", answer: "first\r" };
    const writing = (answer: string): Answer => ({ seen: "write 7 files", answer });
    const passwordAnswers = [stack, password(`${typed}\r`)];
    const silent = await run([], { environment: env, flags: [...flags, "--json", "--yes"] });
    assert.equal(silent.code, 2, silent.screen);
    assert.match(silent.screen, /STACK_NOT_SELECTED/);
    for (const [answers, code] of [
      [[{ ...stack, answer: "SIGTERM" }], 130],
      [[...passwordAnswers, writing("n\r")], 1],
    ] as const) {
      const ended = await run(answers, { environment: env, flags });
      assert.equal(ended.code, code, ended.screen);
      assert.deepEqual(readdirSync(project.directory), untouched);
    }
    const made = await run([...passwordAnswers, writing("y\r")], { environment: env, flags });
    const text = stripVTControlCharacters(made.screen);
    assert.equal(made.code, 0, text);
    assert.match(
      text,
      /into stack first of project project[\s\S]*creates the stack[\s\S]*\+ \.pulumi\/stacks\/project\/first\.json/,
    );
    assert.match(project.read("Pulumi.yaml"), /^name: project\n/);
    assert.match(project.read(".pulumi/stacks/project/first.json"), /orders-0-database/);
  });
});
