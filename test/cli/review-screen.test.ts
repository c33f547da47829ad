import assert from "node:assert/strict";
import { requireTerminal } from "../support/run-in-terminal.ts";
import { left, review } from "./review-screen.ts";

describe("the review on a terminal", () => {
  const python = requireTerminal();

  for (const [title, answer, name] of [
    ["Ctrl-C", "\u0003", "ExitPromptError"],
    ["SIGTERM", "SIGTERM", "AbortPromptError"],
  ] as const) {
    it(`restores the terminal after ${title}`, async () => {
      const { code, screen } = await review(python, [{ seen: "q quit", answer }]);
      assert.equal(code, 130, screen);
      assert.match(screen.slice(screen.lastIndexOf(left)), new RegExp(`ended: ${name}`));
    });
  }
});
