import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { type Answer, findPython, runInTerminal, type Session, type Size } from "../support/run-in-terminal.ts";

const script = fileURLToPath(new URL("../support/review-in-terminal.ts", import.meta.url));
const [left, shown] = ["\u001b[?1049l", "\u001b[?25h"];

describe("the review on a terminal", () => {
  const python = findPython();

  before(function () {
    if (python !== undefined) return;
    process.stderr.write("    skipped: there is no python3 to make a terminal with\n");
    this.skip();
  });

  async function review(
    answers: readonly Answer[],
    size: Size = { columns: 80, rows: 24 },
    env: NodeJS.ProcessEnv = {},
  ): Promise<Session> {
    const { NO_COLOR: _, FORCE_COLOR: __, LC_ALL: ___, LC_CTYPE: ____, ...inherited } = process.env;
    // Without these variables, the Python interpreter would change the locale.
    const terminal = { TERM: "xterm-256color", LANG: "C.UTF-8", PYTHONCOERCECLOCALE: "0", ...env };
    const session = await runInTerminal(python ?? "", [process.execPath, "--import", "tsx", script], answers, {
      cwd: process.cwd(),
      env: { ...inherited, ...terminal },
      size,
    });
    assert.doesNotMatch(session.screen, /\n +at /);
    assert.ok(session.screen.lastIndexOf(left) > session.screen.lastIndexOf("\u001b[?1049h"), "the screen is left");
    assert.ok(session.screen.lastIndexOf(shown) > session.screen.lastIndexOf("\u001b[?25l"), "the cursor is shown");
    return session;
  }

  for (const [title, answer, name] of [
    ["Ctrl-C", "\u0003", "ExitPromptError"],
    ["SIGTERM", "SIGTERM", "AbortPromptError"],
  ] as const) {
    it(`restores the terminal after ${title}`, async () => {
      const { code, screen } = await review([{ seen: "q quit", answer }]);
      assert.equal(code, 130, screen);
      assert.match(screen.slice(screen.lastIndexOf(left)), new RegExp(`ended: ${name}`));
    });
  }
});
