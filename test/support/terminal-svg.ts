/** Prints terminal screens as an animated SVG. It works with any monospace font, in light and dark mode, and without network access. */
import { type Row, rowText, type Style } from "./terminal-screen.ts";

/** A screen with its duration. */
export interface Frame {
  readonly rows: readonly Row[];
  readonly seconds: number;
}

export interface Picture {
  readonly columns: number;
  readonly rows: number;
  /** A description of the frames for screen readers. */
  readonly title: string;
  readonly frames: readonly Frame[];
  /** The frame without animation. */
  readonly still: number;
}

const [width, height, size, margin, bar] = [8.4, 18, 14, 16, 28];

// ANSI colors that are legible in light and dark mode.
const light = ["24292f", "b42318", "1a7f37", "8a6100", "0550ae", "8250df", "0b6e78", "57606a"];
const dark = ["8b949e", "ff7b72", "56d364", "e3b341", "79c0ff", "d2a8ff", "56d4dd", "c9d1d9"];

export function svgOf({ columns, rows, title, frames, still }: Picture): string {
  const [across, down] = [Math.round(columns * width) + 2 * margin, rows * height + bar + margin];
  const whole = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  let start = 0;
  const moves = frames.map(({ seconds }, index) => {
    const [from, to] = [percent(start / whole), percent((start + seconds) / whole)];
    start += seconds;
    const before = from === "0%" ? "" : "0%{opacity:0}";
    const after = to === "100%" ? "" : `${to}{opacity:0}`;
    return `@keyframes k${index}{${before}${from}{opacity:1}${after}}.f${index}{animation:k${index} ${whole}s step-end infinite}`;
  });
  return `${[
    // `xml:space` preserves spaces in viewers without CSS `white-space`.
    `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${across} ${down}" width="${across}" height="${down}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    "<style>",
    `text{font:${size}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;white-space:pre}`,
    colours("#f6f8fa", "#d0d7de", "#24292f", light),
    `@media(prefers-color-scheme:dark){${colours("#0d1117", "#30363d", "#c9d1d9", dark)}}`,
    ".b{font-weight:bold}.d{fill-opacity:.65}.i{font-style:italic}.u{text-decoration:underline}",
    `.f{opacity:0}.f${still}{opacity:1}`,
    `@media(prefers-reduced-motion:no-preference){${moves.join("")}}`,
    "</style>",
    `<rect class="g" x=".5" y=".5" width="${across - 1}" height="${down - 1}" rx="8"/>`,
    ...["c1", "c3", "c2"].map(
      (name, index) => `<circle class="${name}" cx="${margin + 4 + index * 18}" cy="14" r="5"/>`,
    ),
    ...frames.map(({ rows: shown }, index) => `<g class="f f${index}">\n${shown.flatMap(lineOf).join("\n")}\n</g>`),
    "</svg>",
  ].join("\n")}\n`;
}

/** Returns the rows of each frame in the picture. */
export function rowsIn(svg: string): readonly (readonly string[])[] {
  return [...svg.matchAll(/<g class="f f\d+">\n(.*?)\n?<\/g>/gs)].map(([, frame = ""]) => {
    const rows: string[] = [];
    for (const [, y, text = ""] of frame.matchAll(/<text y="(\d+)">(.*)<\/text>/g)) {
      const row = [...text.matchAll(/<tspan x="([\d.]+)"[^>]*>([^<]*)<\/tspan>/g)].reduce(
        (line, [, x, part = ""]) => line.padEnd(Math.round((Number(x) - margin) / width)) + unescaped(part),
        "",
      );
      rows[(Number(y) - bar - size) / height] = row;
    }
    return Array.from(rows, (row) => row ?? "");
  });
}

function lineOf(row: Row, index: number): readonly string[] {
  if (rowText(row).trim() === "") return [];
  let column = 0;
  const parts = row.flatMap(({ text, style }) => {
    const words = text.trim();
    const start = column + text.indexOf(words);
    column += [...text].length;
    return words === "" ? [] : [part(words, start, style)];
  });
  return [`<text y="${bar + size + index * height}">${parts.join("")}</text>`];
}

/** Returns a part with explicit position and length, so columns align in a font of any width. */
function part(text: string, column: number, style: Style): string {
  const names = classesOf(style);
  const look = names === "" ? "" : ` class="${names}"`;
  const length = Number(([...text].length * width).toFixed(1));
  return `<tspan x="${Number((margin + column * width).toFixed(1))}" textLength="${length}"${look}>${escaped(text)}</tspan>`;
}

function classesOf({ color, bold, dim, italic, underline }: Style): string {
  return [
    color === undefined ? "" : `c${color % 8}`,
    bold === true ? "b" : "",
    dim === true ? "d" : "",
    italic === true ? "i" : "",
    underline === true ? "u" : "",
  ]
    .filter((name) => name !== "")
    .join(" ");
}

function colours(ground: string, edge: string, text: string, palette: readonly string[]): string {
  const rules = palette.map((colour, index) => `.c${index}{fill:#${colour}}`);
  return `.g{fill:${ground};stroke:${edge}}text{fill:${text}}${rules.join("")}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

function unescaped(text: string): string {
  return Object.entries(entities).reduceRight((rest, [sign, entity]) => rest.replaceAll(entity, sign), text);
}
