import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { type PluginLogs, pluginLogs } from "../../src/cli/plugin-logs.ts";
import { makeProject, showRun, simcloud } from "../support/cli-project.ts";

describe("plugin logs", () => {
  const lines: string[] = [];
  const log = (logs: PluginLogs, severity: string, message: string): void =>
    logs.add({ plugin: "p", severity, message, urn: "" });
  beforeEach(() => {
    lines.length = 0;
  });

  it("shows warnings immediately, and each error once at the end", () => {
    const logs = pluginLogs((line) => lines.push(line), false);
    log(logs, "debug", "checking");
    log(logs, "warning", "an old API");
    log(logs, "error", "reading subnet:\n  rate exceeded");
    log(logs, "error", "the disk is full");
    log(logs, "error", "the disk is full");
    assert.deepEqual(lines, ["p: warning: an old API"]);
    logs.showErrors(["Reading subnet: rate exceeded."]);
    logs.showErrors([]);
    assert.deepEqual(lines, ["p: warning: an old API", "p: error: the disk is full"]);
  });

  it("shows a warning for several resources once, and counts the others at the end", () => {
    const logs = pluginLogs((line) => lines.push(line), false);
    const urnOf = (name: string): string => `urn:pulumi:dev::shop::aws:s3/bucket:Bucket::${name}`;
    const warn = (name: string): void => {
      const urn = urnOf(name);
      logs.add({ plugin: "aws", severity: "warning", message: `${urn} verification warning: use another`, urn });
    };
    for (let call = 0; call < 6; call += 1) warn("a");
    log(logs, "warning", "an old API");
    log(logs, "warning", "an old API");
    warn("b");
    // A logical name can contain `::`.
    warn("c::d");
    const first = `aws: warning: ${urnOf("a")} verification warning: use another`;
    assert.deepEqual(lines, [first, "p: warning: an old API"]);
    logs.showErrors([]);
    logs.showErrors([]);
    assert.deepEqual(lines.slice(2), ["aws: warning: verification warning: use another (also for b, c::d)"]);
    assert.deepEqual(logs.warnings(), [
      {
        severity: "warning",
        plugin: "aws",
        message: `${urnOf("a")} verification warning: use another`,
        resources: [urnOf("a"), urnOf("b"), urnOf("c::d")],
      },
      { severity: "warning", plugin: "p", message: "an old API", resources: [] },
    ]);
  });

  it("escapes control characters", () => {
    const lines: string[] = [];
    const logs = pluginLogs((line) => lines.push(line), false);
    logs.add({ plugin: "aws", severity: "warning", message: "\u001b[2J\u001b]0;title\u0007slow\rdown", urn: "" });
    assert.deepEqual(lines.join("").match(/[\u0000-\u0009\u000b-\u001f]/g), null);
    assert.match(lines.join(""), /^aws: warning: .*slow/);
  });

  it("shows all logs immediately with --verbose", () => {
    const logs = pluginLogs((line) => lines.push(line), true);
    log(logs, "debug", "checking");
    log(logs, "error", "the disk is full");
    assert.deepEqual(lines, ["p: debug: checking", "p: error: the disk is full"]);
    logs.showErrors([]);
    assert.equal(lines.length, 2);
  });
});

describe("output of a plugin process on the terminal", () => {
  // Escape sequences that clear the screen, set the title, ring the bell, and hide the text that follows.
  const orders = "\\033[2J\\033]0;owned\\007\\033[8mhidden\\r\\302\\2332J";
  const endings: Readonly<Record<string, string>> = {
    "that serves": `exec '${simcloud}' "$@"`,
    "that exits before it serves": "exit 3",
  };
  for (const [title, ending] of Object.entries(endings))
    it(`removes control characters from the output of a plugin ${title}`, async () => {
      const project = makeProject();
      try {
        const plugin = project.path("pulumi-resource-loud");
        writeFileSync(plugin, `#!/bin/sh\nprintf 'warning: ${orders} slow\\n' >&2\n${ending}\n`, { mode: 0o755 });
        for (const words of [["-v"], [], ["--json"]]) {
          const ran = await project.plain([
            "run",
            "specs.json",
            "--plan-only",
            ...words,
            "--provider",
            `simcloud=${plugin}`,
          ]);
          assert.doesNotMatch(ran.stdout + ran.stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/, showRun(ran));
          if (words.includes("-v")) assert.match(ran.stdout + ran.stderr, /slow/);
        }
      } finally {
        await project.remove();
      }
    });
});
