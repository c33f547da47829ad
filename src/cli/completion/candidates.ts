/** Completion of command lines. */

export interface KnownFlag {
  readonly name: string;
  readonly char?: string;
  readonly takesValue: boolean;
  /** The flag also has the form `--no-NAME`. */
  readonly allowsNo: boolean;
  /** The valid values. Omitted if any value is valid. */
  readonly options?: readonly string[];
}

export interface KnownCommand {
  /** For example, `["schema", "show"]`. */
  readonly words: readonly string[];
  readonly flags: readonly KnownFlag[];
  /** The argument names, in order. */
  readonly args: readonly string[];
}

/** The kind of word that can complete a command line. `start` is the part that is already typed. */
export type Completion = { readonly start: string } & (
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "type" | "stack" | "language" }
  /** A resource, function, or type of a package, as for `imp schema show`. */
  | { readonly kind: "token"; readonly package: string }
  | { readonly kind: "package" }
  /** A file name, which the shell completes itself. */
  | { readonly kind: "file" }
);

/** Returns the kind of word to complete. @param line the command line up to the cursor, including the name of the program */
export function completionAt(line: string, commands: readonly KnownCommand[]): Completion {
  const words = shellWords(line).slice(1);
  const start = words.at(-1) ?? "";
  const typed = words.slice(0, -1);
  const command = knownCommand(typed, commands);
  if (command === undefined) return { kind: "words", start, words: nextWords(typed, commands) };
  const rest = typed.slice(command.words.length);
  const previousFlag = flagBeforeWord(rest.at(-1), command);
  if (previousFlag !== undefined) return { start, ...flagValues(previousFlag) };
  const [, flag = "", value = ""] = /^(--[^=]+)=(.*)$/.exec(start) ?? [];
  const assigned = flag === "" ? undefined : flagBeforeWord(flag, command);
  if (assigned !== undefined) return { start: value, ...flagValues(assigned) };
  if (start.startsWith("-")) return { kind: "words", start, words: flagNames(command) };
  return { start, ...argumentOf(rest, command) };
}

/** Splits a line into words like a shell. The last word is empty after a space. */
function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  let [word, quote] = ["", ""];
  for (const character of line.trimStart()) {
    if (quote !== "") {
      if (character === quote) quote = "";
      else word += character;
    } else if (character === "'" || character === '"') quote = character;
    else if (/\s/.test(character)) {
      if (word !== "") words.push(word);
      word = "";
    } else word += character;
  }
  return [...words, word];
}

/** Returns the longest command at the start of the words. */
function knownCommand(words: readonly string[], commands: readonly KnownCommand[]): KnownCommand | undefined {
  const fitting = commands.filter((command) => command.words.every((word, index) => words[index] === word));
  return fitting.toSorted((a, b) => b.words.length - a.words.length)[0];
}

/** Returns the next words of the commands that start with these words. */
function nextWords(typed: readonly string[], commands: readonly KnownCommand[]): readonly string[] {
  const fitting = commands.filter(({ words }) => typed.every((word, index) => words[index] === word));
  return [...new Set(fitting.flatMap(({ words }) => words[typed.length] ?? []))].toSorted();
}

/** Returns the flag if the word is a flag that takes a value. */
function flagBeforeWord(word: string | undefined, { flags }: KnownCommand): KnownFlag | undefined {
  return flags.find(
    ({ name, char, takesValue }) => takesValue && (word === `--${name}` || (char !== undefined && word === `-${char}`)),
  );
}

type Kind<W = Completion> = W extends Completion ? Omit<W, "start"> : never;

function flagValues({ name, options }: KnownFlag): Kind {
  if (options !== undefined) return { kind: "words", words: options };
  switch (name) {
    case "stack":
    case "from-stack":
    case "stack-reference":
      return { kind: "stack" };
    case "language":
      return { kind: "language" };
    case "discover":
    case "type":
      return { kind: "type" };
    default:
      return { kind: "file" };
  }
}

function flagNames({ flags }: KnownCommand): readonly string[] {
  return flags.flatMap(({ name, allowsNo }) => (allowsNo ? [`--${name}`, `--no-${name}`] : [`--${name}`])).toSorted();
}

function argumentOf(rest: readonly string[], command: KnownCommand): Kind {
  const values = rest.filter(
    (word, index) => !word.startsWith("-") && flagBeforeWord(rest[index - 1], command) === undefined,
  );
  switch (command.args[Math.min(values.length, command.args.length - 1)]) {
    case "type":
      return values.length === 0 ? { kind: "type" } : { kind: "file" };
    case "types":
      return { kind: "type" };
    case "schema":
    case "old":
    case "new":
      return { kind: "package" };
    case "token":
      return { kind: "token", package: values[0] ?? "" };
    case "shell":
      return { kind: "words", words: ["bash", "fish", "zsh"] };
    default:
      return { kind: "file" };
  }
}
