/** docs/session.svg, the picture in the README: three commands on a terminal with 80 columns. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { main, projectRoot } from "../support/imp-process.ts";
import { type Answer, findPython, runInTerminal } from "../support/run-in-terminal.ts";
import { type Row, rowText, screenOf } from "../support/terminal-screen.ts";
import { type Frame, rowsIn, svgOf } from "../support/terminal-svg.ts";

const picture = join(projectRoot, "docs", "session.svg");

interface Scene {
  readonly directory: string;
  readonly words: readonly string[];
  /** The answers that are typed at prompts. If `seconds` is set, the picture shows the screen before the answer for this time. */
  readonly answers?: readonly (Answer & { readonly seconds?: number })[];
}

const shop = "shop";
const down = "\u001b[B";

const scenes: readonly Scene[] = [
  { directory: "", words: ["quickstart", shop] },
  {
    directory: shop,
    words: ["run", "more.json"],
    answers: [
      { seen: "q quit", answer: down, seconds: 4 },
      { seen: "q quit", answer: "\r", seconds: 1.5 },
      { seen: "esc back", answer: "q", seconds: 5 },
      { seen: "q quit", answer: " " },
      { seen: "1 left out", answer: "i", seconds: 3 },
      { seen: "Import 2 resources", answer: down, seconds: 4 },
      { seen: "Import 2 resources", answer: "\r", seconds: 1.5 },
    ],
  },
  { directory: shop, words: ["undo", "--yes"] },
];

const [columns, rows] = [80, 24];

describe("the recorded session", () => {
  const python = findPython();
  let shown: string;
  let recorded: string;

  before(async function () {
    this.timeout(120_000);
    if (python === undefined) {
      process.stdout.write("SKIPPED: recorded session: python3, which provides the terminal, is not on the PATH\n");
      return this.skip();
    }
    recorded = svgOf({
      columns,
      rows,
      title: "imp on a terminal: an import, a review that leaves a resource out, and undo",
      frames: await record(python),
      still: 1,
    });
    if (process.env.UPDATE_GOLDENS === "1") writeFileSync(picture, recorded);
    shown = readFileSync(picture, "utf8");
  });

  it("matches the recorded session; `npm run session` records it again", () => {
    assert.deepEqual(rowsIn(shown), rowsIn(recorded));
    assert.ok(shown === recorded, "the style of the text changed. To record the session again: npm run session");
  });

  it("shows the first and last rows of each command, and fits them into the picture", () => {
    const frames = rowsIn(shown);
    for (const scene of scenes) {
      const typed = rowText(commandLine(scene));
      assert.ok(
        frames.some((frame) => frame.length === 1 && frame[0] === typed),
        typed,
      );
      assert.ok(
        frames.some((frame) => frame.length > 4 && frame[0] === typed),
        typed,
      );
    }
    for (const frame of frames) {
      assert.ok(frame.length <= rows);
      for (const row of frame) assert.ok(row.length <= columns, row);
    }
  });

  it("records the screen that docs/review.md shows", () => {
    const path = join(projectRoot, "docs", "review.md");
    const page = readFileSync(path, "utf8");
    const frame = rowsIn(shown).find(([first]) => first?.startsWith(" Import into"));
    const screen = frame?.filter((row) => row !== "").join("\n") ?? "";
    if (process.env.UPDATE_GOLDENS === "1") {
      writeFileSync(
        path,
        page.replace(/(?<=^```text\n).*?(?=\n```$)/ms, () => screen),
      );
    }
    assert.ok(screen !== "" && readFileSync(path, "utf8").includes(`\`\`\`text\n${screen}\n\`\`\`\n`), screen);
  });

  it("has no scripts, external files, or machine names", () => {
    assert.doesNotMatch(shown, /<script|<image|@import|url\(|href|@font-face|\son\w+=/);
    assert.deepEqual(shown.match(/https?:\/\/(?!www\.w3\.org\/2000\/svg"|queu…)\S+/g), null);
    assert.ok(!shown.includes(tmpdir()) && !shown.includes(projectRoot));
  });
});

describe("the recorded screen", () => {
  it("shows overwritten, erased, wrapped, and colored text like a terminal", () => {
    const output =
      "\x1b[?25l\x1b[36m⠋\x1b[39m 1/2\x1b[1G\x1b[0K\x1b[32m✔\x1b[39m done\r\nabcdefgh\x1b[2D\x1b[1mX\x1b[22m\r\n\r\n";
    assert.deepEqual(screenOf(output, 6), [
      [
        { text: "✔", style: { color: 2 } },
        { text: " done", style: {} },
      ],
      [{ text: "abcdef", style: {} }],
      [
        { text: "X", style: { bold: true } },
        { text: "h", style: {} },
      ],
    ]);
    assert.throws(() => screenOf("\x1b[5m", 6), /does not know the style 5/);
  });
});

/** Runs each command on a terminal. Returns the screens before its answers, its first rows, and its last rows. */
async function record(python: string): Promise<readonly Frame[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "imp-session-")));
  try {
    for (const name of ["home", "tmp", "bin"]) mkdirSync(join(root, name));
    const imp = join(root, "bin", "imp");
    symlinkSync(main, imp);
    const env = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: join(root, "home"),
      TMPDIR: join(root, "tmp"),
      TERM: "xterm-256color",
      PULUMI_STACK: "dev",
      PULUMI_CONFIG_PASSPHRASE: "quickstart",
    };
    const frames: Frame[] = [];
    for (const scene of scenes) {
      const { answers = [] } = scene;
      const options = { cwd: join(root, scene.directory), env, size: { columns, rows } };
      const command = [process.execPath, imp, ...scene.words];
      const { screen, untilAnswers } = await runInTerminal(python, command, answers, options);
      const typed = commandLine(scene);
      const rowsOf = (text: string): readonly Row[] => {
        const shownRows = screenOf(withoutPlace(text, root), columns);
        return isAlternate(text) ? shownRows : [typed, ...shownRows];
      };
      frames.push({ rows: [typed], seconds: 1.5 });
      for (const [index, { seconds }] of answers.entries())
        if (seconds !== undefined) frames.push({ rows: rowsOf(untilAnswers[index] ?? "").slice(-rows), seconds });
      const all = rowsOf(screen);
      frames.push({ rows: all.slice(0, rows), seconds: 5 });
      if (all.length > rows) frames.push({ rows: all.slice(-rows), seconds: 5 });
    }
    return frames;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Returns true if a full-screen program hides the command line. */
function isAlternate(screen: string): boolean {
  return screen.lastIndexOf("\u001b[?1049h") > screen.lastIndexOf("\u001b[?1049l");
}

/** Returns the command that was typed after the shell prompt. */
function commandLine({ directory, words }: Scene): Row {
  return [
    { text: `${join("~", directory)} $`, style: { color: 2 } },
    { text: ` imp ${words.join(" ")}`, style: { bold: true } },
  ];
}

/** Replaces paths, run IDs and times with constants of the same length. */
function withoutPlace(screen: string, root: string): string {
  return screen
    .replaceAll(projectRoot, "~/imp/")
    .replaceAll(root, "~")
    .replace(/\b\d{8}-\d{6}-\d{3}\b/g, "20260115-102030-123")
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, "2026-01-15 10:20:30 UTC");
}
