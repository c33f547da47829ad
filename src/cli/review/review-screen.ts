/** The review screen on the terminal of the process. Uses the alternate screen and restores the original one. */
import type { ReviewScreen } from "../../domain/review.ts";
import { hasColour, isUnicode } from "../terminal-abilities.ts";
import { type Canvas, cutText } from "./canvas.ts";
import { type Model, openedModel, withView } from "./model.ts";
import { askReview } from "./prompt.ts";

const enter = "\u001b[?1049h\u001b[?25l";
const leave = "\u001b[?25h\u001b[?1049l";
const cleared = "\u001b[?25l\u001b[2J\u001b[H";

/** Returns the screen, which opens with the first question. Aborting the signal closes it and rejects the question. */
export function openReviewScreen(signal: AbortSignal): ReviewScreen {
  const terminal = process.stdout;
  let model: Model | undefined;
  let isOpen = false;

  const canvas = (): Canvas => ({
    columns: terminal.columns ?? 80,
    // The last row is reserved for `busy`.
    rows: Math.max(1, (terminal.rows ?? 24) - 1),
    colour: hasColour(terminal.isTTY === true, process.env),
    isUnicode: isUnicode(process.env),
  });
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    signal.removeEventListener("abort", close);
    terminal.write(leave);
  };
  const open = (): void => {
    if (!isOpen) {
      isOpen = true;
      signal.addEventListener("abort", close);
      terminal.write(enter);
    }
    terminal.write(cleared);
  };
  const onResize = (resized: () => void): (() => void) => {
    const listener = (): void => {
      terminal.write(cleared);
      resized();
    };
    terminal.on("resize", listener);
    return () => terminal.off("resize", listener);
  };

  return {
    ask: async (view) => {
      signal.throwIfAborted();
      open();
      const shown = model === undefined ? openedModel(view) : withView(model, view);
      try {
        const reply = await askReview({ model: shown, view, canvas, onResize }, signal);
        model = reply.model;
        return reply.answer;
      } catch (error) {
        close();
        throw error;
      }
    },
    busy: (text) => {
      if (!isOpen) return;
      const { rows, columns } = canvas();
      terminal.write(`\u001b[?25l\u001b[${rows + 1};1H\u001b[2K${cutText(` ${text}`, columns - 1, canvas())}`);
    },
    close,
  };
}
