/**
 * The keys of the list: what each does, the command that does it under a numbered list, and the flag of `imp run` that does the same without a terminal. Data.
 */

export interface ListKey {
  /** As it is written on the screen; `enter` stands for its sign. */
  readonly key: string;
  /** The command about row 3, as an example. Absent: the letter of the key, alone. */
  readonly command?: string;
  /** A few words for the foot of the screen. */
  readonly short: string;
  /** A sentence for the help. */
  readonly long: string;
  /** Absent: the key only looks, or moves. */
  readonly flag?: string;
}

export const listKeys: readonly ListKey[] = [
  {
    key: "space",
    command: "o 3",
    short: "in/out",
    long: "take the row out, or in again; on a head: all its rows",
    flag: "--leave-out URN",
  },
  {
    key: "r",
    command: "r 3 NAME",
    short: "rename",
    long: "rename the row; what refers to it follows",
    flag: "--rename OLD=NEW",
  },
  {
    key: "enter",
    command: "3",
    short: "details",
    long: "show the details of a row; fold or unfold a head",
    flag: "--plan-only --report FILE",
  },
  {
    key: "c",
    command: "c 3",
    short: "code",
    long: "show the code of the row, and why it has each property",
    flag: "--plan-only --explain",
  },
  {
    key: "d",
    command: "d 3",
    short: "decide",
    long: "decide about a row, or all with its reason: leave out, placeholder, ignoreChanges, not secret, defaults, replacement",
    flag: "--leave-out, --placeholder-for, --ignore-changes, --not-secret, --assume-defaults-for, --accept-replace",
  },
  {
    key: "p",
    command: "p 3",
    short: "provide",
    long: "give a value that the row needs",
    flag: "pulumi config set, or inputs of the import file",
  },
  {
    key: "e",
    command: "e 3",
    short: "why",
    long: "explain why each property is in the program, or is not",
    flag: "--explain",
  },
  { key: "R", short: "rename all", long: "rename by a pattern", flag: "--rename s/PATTERN/REPLACEMENT/" },
  { key: "t", short: "tree", long: "show rows under their parents, or in groups" },
  {
    key: "f",
    short: "filter",
    long: "show the next verdict only; also tab",
    flag: "--only FILTER, --exclude FILTER",
  },
  { key: "/", short: "search", long: "show rows whose type, name or id has a text", flag: "--only FILTER" },
  {
    key: "o",
    short: "output",
    long: "choose language, layout and directory of the program",
    flag: "--language, --layout, --out",
  },
  {
    key: "s",
    short: "strict",
    long: "import only what a preview finds nothing to change in, or all",
    flag: "--strict",
  },
  { key: "w", short: "report", long: "write a report", flag: "--report FILE" },
  { key: "x", short: "save the rest", long: "save what is not imported as an import file", flag: "--rest FILE" },
  { key: "u", short: "undo", long: "take the last edit back" },
  { key: "?", short: "help", long: "show this page" },
  { key: "i", short: "import", long: "import what is ready, after a question", flag: "--yes" },
  { key: "q", short: "quit", long: "end, and write nothing", flag: "--plan-only" },
];
