/** A terminal emulator. Returns the styled characters of each row after a text with control sequences. */

/** The style of a character. Colors are ANSI: 0 to 7, and bright colors 8 to 15. */
export interface Style {
  readonly color?: number | undefined;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
}

/** Adjacent characters of one style. */
interface StyledText {
  readonly text: string;
  readonly style: Style;
}

export type Row = readonly StyledText[];

interface Cell {
  readonly char: string;
  readonly style: Style;
}

const plain: Style = {};

// An unfinished sequence at the end is dropped, because a terminal waits for the rest.
const piece =
  /\x1b\[([?<=>]?)([\d;]*)([A-Za-z])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b[=>78]|[\s\S]/gu;

/**
 * Returns all rows up to the last one that is not empty, including rows that have scrolled away. While the alternate screen is active, returns only
 * its rows.
 */
export function screenOf(output: string, columns: number): readonly Row[] {
  let rows: Cell[][] = [[]];
  let [line, column, style] = [0, 0, plain];
  /** The normal screen while the alternate screen is active. */
  let usual: { readonly rows: Cell[][]; readonly line: number; readonly column: number } | undefined;
  const alternate = (isShown: boolean): void => {
    if (isShown && usual === undefined) {
      usual = { rows, line, column };
      [rows, line, column] = [[[]], 0, 0];
    } else if (!isShown && usual !== undefined) {
      ({ rows, line, column } = usual);
      usual = undefined;
    }
  };
  const rowAt = (index: number): Cell[] => {
    for (let last = rows.length; last <= index; last += 1) rows.push([]);
    return rows[index] as Cell[];
  };
  const put = (char: string): void => {
    if (column >= columns) [line, column] = [line + 1, 0];
    const row = rowAt(line);
    while (row.length < column) row.push({ char: " ", style: plain });
    row[column] = { char, style };
    column += 1;
  };
  const control = (mark: string, parameters: string, letter: string): void => {
    if (mark === "?" && parameters === "1049") alternate(letter === "h");
    if (mark !== "") return;
    const parameter = Number(parameters.split(";")[0]);
    const by = Math.max(1, parameter);
    switch (letter) {
      case "A":
        line = Math.max(0, line - by);
        return;
      case "B":
        line += by;
        return;
      case "C":
        column = Math.min(columns - 1, column + by);
        return;
      case "D":
        column = Math.max(0, column - by);
        return;
      case "G":
        column = by - 1;
        return;
      case "H": {
        const [down = 1, across = 1] = parameters.split(";").map((text) => Math.max(1, Number(text)));
        [line, column] = [down - 1, across - 1];
        return;
      }
      case "J":
        if (parameter === 0) rows.length = line + 1;
        if (parameter === 2) rows.length = 0;
        erase(rowAt(line), column, parameter);
        return;
      case "K":
        erase(rowAt(line), column, parameter);
        return;
      case "m":
        style = styled(style, parameters === "" ? [0] : parameters.split(";").map(Number));
        return;
      default:
        throw new Error(`the screen does not know the control sequence ${parameters}${letter}`);
    }
  };
  for (const [found, mark = "", parameters = "", letter] of output.matchAll(piece)) {
    if (letter !== undefined) control(mark, parameters, letter);
    else if (found === "\n") line += 1;
    else if (found === "\r") column = 0;
    else if (found === "\b") column = Math.max(0, column - 1);
    else if (!/^[\x00-\x1f]/.test(found)) put(found);
  }
  const shown = rows.map(joined);
  return shown.slice(0, shown.findLastIndex((row) => row.length > 0) + 1);
}

/** Returns the characters of a row without styles. */
export function rowText(row: Row): string {
  return row.map(({ text }) => text).join("");
}

/** 0: from the cursor to the end. 1: up to the cursor. 2: the whole row. */
function erase(row: Cell[], column: number, which: number): void {
  if (which === 0) row.length = Math.min(row.length, column);
  else row.fill({ char: " ", style: plain }, 0, which === 1 ? column + 1 : row.length);
}

function joined(cells: readonly Cell[]): Row {
  const row: { text: string; style: Style }[] = [];
  for (const { char, style } of cells) {
    const last = row.at(-1);
    if (last !== undefined && JSON.stringify(last.style) === JSON.stringify(style)) last.text += char;
    else row.push({ text: char, style });
  }
  const last = row.at(-1);
  if (last !== undefined && last.style === plain) last.text = last.text.trimEnd();
  return row.filter(({ text }) => text !== "");
}

const switches: Readonly<Record<number, Style>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
};

function styled(before: Style, codes: readonly number[]): Style {
  let style = before;
  for (const code of codes) style = code === 0 ? plain : { ...style, ...changeOf(code) };
  const set = Object.entries(style).filter(([, value]) => value !== undefined && value !== false);
  return set.length === 0 ? plain : Object.fromEntries(set);
}

function changeOf(code: number): Style {
  const change = switches[code];
  if (change !== undefined) return change;
  if (code === 39) return { color: undefined };
  if (code >= 30 && code < 38) return { color: code - 30 };
  if (code >= 90 && code < 98) return { color: code - 82 };
  throw new Error(`the screen does not know the style ${code}`);
}
