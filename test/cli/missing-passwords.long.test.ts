import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { findPython, runInTerminal } from "../support/run-in-terminal.ts";
import { database } from "./missing-passwords.ts";

const loginType = "simcloud:iam/login:Login";
const password = "canary-given-71c0a4f2";
describe("required passwords that Read returns as empty secrets", () => {
  const env = { SIMCLOUD_NULL_SECRETS: "password" };
  let project: CliProject;
  beforeEach(() => {
    project = makeProject(database());
  });
  afterEach(() => project.remove());

  it("are reported as missing, with a command that sets them", async () => {
    const refused = await exitsWith(1, project.run(["specs.json", "--yes"], env));
    const text = refused.stdout.replace(/\s+/g, " ");
    assert.match(text, /\(VALUE_DEMANDED\).*password/);
    assert.match(text, /pulumi config set --secret orchard:shopPassword/);
    const configured = await exitsWith(
      0,
      project.run(["specs.json", "--yes", "--config", `shopPassword=${password}`], env),
    );
    assert.match(project.read("index.ts"), /requireSecret\("shopPassword"\)/);
    assert.match(project.read(checkpoint), /"password":\s*\{\s*"4dabf18193072939515e22adb298388d"/);
    const texts = new Map([["output", configured.stdout + configured.stderr]]);
    assert.deepEqual(findLeaks([project.directory], [password], texts), []);
  });
  it("are prompted for with masked input on a terminal", async function () {
    const python = findPython();
    if (python === undefined) this.skip();
    const command = [process.execPath, main, "run", "specs.json", "--no-review", "--provider", `simcloud=${simcloud}`];
    const answers = [
      { seen: "password", answer: `${password}\r` },
      { seen: "\\(y/N\\)", answer: "y\r" },
    ];
    const env = { ...project.env, SIMCLOUD_NULL_SECRETS: "password", TERM: "xterm-256color" };
    const session = await runInTerminal(python, command, answers, { cwd: project.directory, env });
    const text = stripVTControlCharacters(session.screen);
    assert.equal(session.code, 0, text);
    assert.doesNotMatch(text, new RegExp(password));
    assert.match(project.read("index.ts"), /requireSecret\("shopPassword"\)/);
  });
});

describe("logins whose passwords Read does not return", () => {
  const cloud = { version: 1, objects: { [`us-east-1|${loginType}|ann`]: { name: "ann", password } } };
  const entry = { type: loginType, name: "ann", id: "ann" };

  for (const [how, env] of [
    ["missing in Read", {}],
    ["read as an empty secret", { SIMCLOUD_NULL_SECRETS: "password" }],
  ] as const)
    it(`are imported without the password, with a remark: ${how}`, async () => {
      const project = makeProject({ cloud, specs: { resources: [entry] } });
      const ran = await exitsWith(0, project.run(["specs.json", "--yes"], env));
      assert.match(
        ran.stdout.replace(/\s+/g, " "),
        /Imported without password, which Read does not return\. The existing login keeps its password/,
      );
      assert.doesNotMatch(project.read("index.ts"), /password/);
      await project.remove();
    });

  it("are imported without a remark if the import file has the password", async () => {
    const project = makeProject({ cloud, specs: { resources: [{ ...entry, inputs: { password } }] } });
    const ran = await project.run(["specs.json", "--plan-only", "--json"]);
    const { resources } = JSON.parse(ran.stdout) as { readonly resources: readonly { readonly remarks?: unknown[] }[] };
    assert.deepEqual(JSON.stringify(resources[0]?.remarks ?? []).includes("no-password"), false, showRun(ran));
    await project.remove();
  });
});
