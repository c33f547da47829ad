/** A pressed key: a typed character or a control key. */

export type Key = { readonly kind: "text"; readonly text: string } | { readonly kind: ControlKey };

export type ControlKey =
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "page-up"
  | "page-down"
  | "tab"
  | "back-tab"
  | "enter"
  | "escape"
  | "backspace"
  | "delete"
  /** Ctrl-U: clears the field. */
  | "clear";

/** A key press, as reported by readline in Node.js. */
export interface Pressed {
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly shift?: boolean | undefined;
}

const controls: Readonly<Record<string, ControlKey>> = {
  up: "up",
  down: "down",
  left: "left",
  right: "right",
  home: "home",
  end: "end",
  pageup: "page-up",
  pagedown: "page-down",
  return: "enter",
  enter: "enter",
  escape: "escape",
  backspace: "backspace",
  delete: "delete",
};

/** Converts a key press. Returns undefined for keys that the review ignores. @param typed the typed characters, or "" */
export function readKey({ name = "", ctrl = false, shift = false }: Pressed, typed: string): Key | undefined {
  if (ctrl) return name === "u" ? { kind: "clear" } : undefined;
  if (name === "tab") return { kind: shift ? "back-tab" : "tab" };
  const control = controls[name];
  if (control !== undefined) return { kind: control };
  return typed === "" || /[\u0000-\u001f\u007f]/.test(typed) ? undefined : { kind: "text", text: typed };
}
