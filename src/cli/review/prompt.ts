/**
 * The review as a prompt: it draws frames, hands key presses to the model, and loads the code that a page shows.
 */
import type { ReviewAnswer, ReviewView } from "../../domain/review.ts";
import type { Canvas } from "./canvas.ts";
import { type CodeText, codeProblem, codeText } from "./code-page.ts";
import { type Frame, reviewFrame } from "./frame.ts";
import { readKey } from "./key.ts";
import { type Model, pageOf } from "./model.ts";
import { pressed } from "./pressed.ts";

export interface ReviewQuestion {
  readonly model: Model;
  readonly view: ReviewView;
  /** The terminal as it is now. */
  readonly canvas: () => Canvas;
  /** Calls back whenever the terminal gets another size; returns what ends that. */
  readonly onResize: (resized: () => void) => () => void;
}

export interface ReviewReply {
  readonly answer: ReviewAnswer;
  /** The screen as the person left it. */
  readonly model: Model;
}

interface LoadedCode {
  readonly key: string;
  readonly text: CodeText;
}

/** Asks once; `@inquirer/core` is loaded here and nowhere else. */
export async function askReview(question: ReviewQuestion, signal: AbortSignal): Promise<ReviewReply> {
  const { createPrompt, useEffect, useKeypress, useRef, useState } = await import("@inquirer/core");
  const prompt = createPrompt<ReviewReply, ReviewQuestion>(({ model: first, view, canvas, onResize }, done) => {
    const [model, setModel] = useState(first);
    const [size, setSize] = useState(canvas);
    const [code, setCode] = useState<LoadedCode | undefined>(undefined);
    const page = pageOf(model);
    const key = page?.kind === "code" ? page.key : undefined;
    const shown = useRef<Frame | undefined>(undefined);
    shown.current = reviewFrame(model, view, size, code !== undefined && code.key === key ? code.text : undefined);

    useEffect(() => onResize(() => setSize(canvas())), []);
    useEffect(() => {
      if (key === undefined) return;
      void loadCode(key, view, size).then((text) => setCode({ key, text }));
    }, [key, size]);
    // Ctrl-D closes the input: nobody can answer any more.
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

/** Ctrl-Z does nothing: the command line of the shell would stand over the list. */
function ignoreSuspend(): void {}

async function loadCode(key: string, view: ReviewView, canvas: Canvas): Promise<CodeText> {
  try {
    return await codeText(await view.codeOf(key), view.grammar, canvas);
  } catch (error) {
    return codeProblem(error);
  }
}
