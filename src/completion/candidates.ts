/**
 * From a command line that is being typed to the kind of word that may stand at its end. Pure.
 */

export interface KnownFlag {
  readonly name: string;
  readonly char?: string;
  readonly takesValue: boolean;
  /** `--no-NAME` is a flag too. */
  readonly allowsNo: boolean;
  /** The values that it may have; absent: any. */
  readonly options?: readonly string[];
}

export interface KnownCommand {
  /** `["schema", "show"]`. */
  readonly words: readonly string[];
  readonly flags: readonly KnownFlag[];
  /** The names of its arguments, in their order. */
  readonly args: readonly string[];
}

/** The kind of word that may stand at the end of a command line. `start` is the part of it that is typed already. */
export type Wanted = { readonly start: string } & (
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "type" | "stack" | "language" }
  /** A resource, function or type of a package, as `imp schema show` takes it. */
  | { readonly kind: "token"; readonly package: string }
  | { readonly kind: "package" }
  /** The shell knows files itself. */
  | { readonly kind: "file" }
);

/** @param line the command line up to the cursor; its first word is that of the command itself */
export function wantedAt(line: string, commands: readonly KnownCommand[]): Wanted {
  const words = shellWords(line).slice(1);
  const start = words.at(-1) ?? "";
  const typed = words.slice(0, -1);
  const command = knownCommand(typed, commands);
  if (command === undefined) return { kind: "words", start, words: nextWords(typed, commands) };
  const rest = typed.slice(command.words.length);
  const asked = flagBeforeWord(rest.at(-1), command);
  if (asked !== undefined) return { start, ...flagValues(asked) };
  const [, flag = "", value = ""] = /^(--[^=]+)=(.*)$/.exec(start) ?? [];
  const assigned = flag === "" ? undefined : flagBeforeWord(flag, command);
  if (assigned !== undefined) return { start: value, ...flagValues(assigned) };
  if (start.startsWith("-")) return { kind: "words", start, words: flagNames(command) };
  return { start, ...argumentOf(rest, command) };
}

/** The words of a line as a shell splits it; the last one is empty behind a blank. */
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

/** The longest command that the words begin with. */
function knownCommand(words: readonly string[], commands: readonly KnownCommand[]): KnownCommand | undefined {
  const fitting = commands.filter((command) => command.words.every((word, index) => words[index] === word));
  return fitting.toSorted((a, b) => b.words.length - a.words.length)[0];
}

/** The words that continue to a command. */
function nextWords(typed: readonly string[], commands: readonly KnownCommand[]): readonly string[] {
  const fitting = commands.filter(({ words }) => typed.every((word, index) => words[index] === word));
  return [...new Set(fitting.flatMap(({ words }) => words[typed.length] ?? []))].toSorted();
}

/** The flag whose value follows a word; `undefined`: the word is none that takes a value. */
function flagBeforeWord(word: string | undefined, { flags }: KnownCommand): KnownFlag | undefined {
  return flags.find(
    ({ name, char, takesValue }) => takesValue && (word === `--${name}` || (char !== undefined && word === `-${char}`)),
  );
}

type Kind<W = Wanted> = W extends Wanted ? Omit<W, "start"> : never;

function flagValues({ name, options }: KnownFlag): Kind {
  if (options !== undefined) return { kind: "words", words: options };
  switch (name) {
    case "stack":
    case "from-stack":
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

/** The argument that follows the words behind a command. */
function argumentOf(rest: readonly string[], command: KnownCommand): Kind {
  const given = rest.filter(
    (word, index) => !word.startsWith("-") && flagBeforeWord(rest[index - 1], command) === undefined,
  );
  switch (command.args[Math.min(given.length, command.args.length - 1)]) {
    case "type":
      return given.length === 0 ? { kind: "type" } : { kind: "file" };
    case "types":
      return { kind: "type" };
    case "schema":
    case "old":
    case "new":
      return { kind: "package" };
    case "token":
      return { kind: "token", package: given[0] ?? "" };
    case "shell":
      return { kind: "words", words: ["bash", "fish", "zsh"] };
    default:
      return { kind: "file" };
  }
}
