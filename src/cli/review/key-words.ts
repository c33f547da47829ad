/** The keys of the list, with their commands on small terminals and the equivalent flags of `imp run`. */

export interface ListKey {
  /** The key as shown on the screen. `enter` is shown as a symbol. */
  readonly key: string;
  /** An example command, for row 3. Defaults to the key. */
  readonly command?: string;
  /** The text in the footer. */
  readonly short: string;
  /** The text in the help. */
  readonly long: string;
  /** The equivalent flag. Omitted if the key does not change anything. */
  readonly flag?: string;
}

export const listKeys: readonly ListKey[] = [
  {
    key: "space",
    command: "o 3",
    short: "leave out",
    long: "leave out the row, or put it back; on a group: all its rows",
    flag: "--leave-out URN",
  },
  {
    key: "r",
    command: "r 3 NAME",
    short: "rename",
    long: "rename the row and update references",
    flag: "--rename OLD=NEW",
  },
  {
    key: "enter",
    command: "3",
    short: "details",
    long: "show the details of a row; open or close a group",
    flag: "--plan-only --report FILE",
  },
  {
    key: "c",
    command: "c 3",
    short: "code",
    long: "show the code of the row, with the reason for each property",
    flag: "--plan-only --explain",
  },
  {
    key: "d",
    command: "d 3",
    short: "decide",
    long: "decide about a row, or all rows with the same reason: leave out, placeholder, ignoreChanges, not secret, defaults, replacement",
    flag: "--leave-out, --placeholder-for, --ignore-changes, --not-secret, --assume-defaults-for, --accept-replace",
  },
  {
    key: "p",
    command: "p 3",
    short: "value",
    long: "enter a value that the row requires",
    flag: 'pulumi config set, or "inputs" in the import file',
  },
  {
    key: "e",
    command: "e 3",
    short: "why",
    long: "explain why each property is or is not in the program",
    flag: "--explain",
  },
  { key: "R", short: "rename all", long: "rename by pattern", flag: "--rename s/PATTERN/REPLACEMENT/" },
  { key: "t", short: "tree", long: "show rows by parent, or in groups" },
  {
    key: "f",
    short: "filter",
    long: "show only the next verdict; also tab",
    flag: "--only FILTER, --exclude FILTER",
  },
  { key: "/", short: "search", long: "search type, name, and ID", flag: "--only FILTER" },
  {
    key: "o",
    short: "output",
    long: "choose language, layout, and directory of the program",
    flag: "--language, --layout, --out",
  },
  { key: "s", short: "strict", long: "import only resources with a clean preview, or all", flag: "--strict" },
  { key: "w", short: "report", long: "write a report", flag: "--report FILE" },
  {
    key: "x",
    short: "save the rest",
    long: "save the resources that are not imported to an import file",
    flag: "--rest FILE",
  },
  { key: "u", short: "undo", long: "undo the last edit" },
  { key: "?", short: "help", long: "show this page" },
  { key: "i", short: "import", long: "import, after confirmation", flag: "--yes" },
  { key: "q", short: "quit", long: "quit without writing anything", flag: "--plan-only" },
];
