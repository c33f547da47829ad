/** The review as an inquirer prompt: draws frames, handles keys, and loads the code for the code page. */
import type { ReviewAnswer, ReviewView } from "../../domain/review.ts";
import type { Canvas } from "./canvas.ts";
import { type CodeText, codeProblem, codeText } from "./code-page.ts";
import { type Frame, reviewFrame } from "./frame.ts";
import { readKey } from "./key.ts";
import { currentPage, type Model } from "./model.ts";
import { pressed } from "./pressed.ts";

export interface ReviewQuestion {
  readonly model: Model;
  readonly view: ReviewView;
  /** Returns the current terminal. */
  readonly canvas: () => Canvas;
  /** Calls back when the terminal is resized. Returns a function that unsubscribes. */
  readonly onResize: (resized: () => void) => () => void;
}

export interface ReviewReply {
  readonly answer: ReviewAnswer;
  /** The model at the time of the answer. */
  readonly model: Model;
}

interface LoadedCode {
  readonly key: string;
  readonly text: CodeText;
}

/** Shows the review until the user gives an answer. Loads `@inquirer/core` on demand. */
export async function askReview(question: ReviewQuestion, signal: AbortSignal): Promise<ReviewReply> {
  const { createPrompt, useEffect, useKeypress, useRef, useState } = await import("@inquirer/core");
  const prompt = createPrompt<ReviewReply, ReviewQuestion>(({ model: first, view, canvas, onResize }, done) => {
    const [model, setModel] = useState(first);
    const [size, setSize] = useState(canvas);
    const [code, setCode] = useState<LoadedCode | undefined>(undefined);
    const page = currentPage(model);
    const key = page?.kind === "code" ? page.key : undefined;
    const shown = useRef<Frame | undefined>(undefined);
    shown.current = reviewFrame(model, view, size, code !== undefined && code.key === key ? code.text : undefined);

    useEffect(() => onResize(() => setSize(canvas())), []);
    useEffect(() => {
      if (key === undefined) return;
      void loadCode(key, view, size).then((text) => setCode({ key, text }));
    }, [key, size]);
    // Ctrl-D closes the input, so there can be no more answers.
    useEffect((line) => {
      const closed = (): void => done({ answer: { kind: "quit" }, model });
      line.on("close", closed);
      line.on("SIGTSTP", ignoreSuspend);
      return () => line.removeListener("close", closed);
    }, []);
    useKeypress((event, line) => {
      const press = readKey(event, line.line);
      line.clearLine(0);
      if (press === undefined || shown.current === undefined) return;
      const step = pressed(model, press, view, shown.current);
      if (step.answer === undefined) setModel(step.model);
      else done({ answer: step.answer, model: step.model });
    });
    return shown.current.lines.join("\n");
  });
  return await prompt(question, { signal });
}

/** Ignores Ctrl-Z, because the prompt of the shell would overwrite the list. */
function ignoreSuspend(): void {}

async function loadCode(key: string, view: ReviewView, canvas: Canvas): Promise<CodeText> {
  try {
    return await codeText(await view.codeOf(key), view.grammar, canvas);
  } catch (error) {
    return codeProblem(error);
  }
}
