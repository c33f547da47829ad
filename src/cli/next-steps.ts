/**
 * What a person can do after a run, in a few lines.
 */
import { quote } from "./quote.ts";
import { type RemovalFacts, removalSteps } from "./removal-steps.ts";

export interface RunFacts {
  /** Shown paths, relative to where the command was run. */
  readonly files: readonly string[];
  readonly unchanged: number;
  readonly failed: number;
  /** Imported, but a preview will show an update or a replace. */
  readonly differing: number;
  readonly planOnly: boolean;
  /** What was written: all, only one of program and state, or a program that `pulumi up` imports by. */
  readonly leaves: "all" | "code" | "state" | "imports";
  /** `--config` values of a `--state` run: the proof holds with them. */
  readonly config: readonly (readonly [key: string, value: { readonly text: string; readonly secret: boolean }])[];
  /** Keys of the configuration that hold placeholders. */
  readonly placeholders: readonly string[];
  readonly stateFile?: string;
  /** `--append-file`: the file that the program has to load. */
  readonly appended?: string;
  /** Commands that install what the program needs (`sdkCommands`). */
  readonly install: readonly string[];
  /** The program file that is not there, where something is in the state already. */
  readonly noProgram?: string;
  /** What is left to do in the stack that resources came from. */
  readonly removal?: RemovalFacts;
}

/** Lines for the end of the screen. */
export function nextSteps(facts: RunFacts): string {
  const lines: string[] = [];
  if (facts.planOnly) lines.push("Nothing was written (--plan-only).");
  else if (facts.files.length === 0) lines.push(nothingWritten(facts));
  else {
    lines.push("Written:", ...facts.files.map((file) => `  ${file}`), "", "Next:");
    if (facts.appended !== undefined) lines.push(`  load ${facts.appended} from your program`);
    lines.push(...facts.install.map((command) => `  ${command}`));
    lines.push(...afterWriting(facts));
    if (facts.placeholders.length > 0) {
      lines.push("  give real values in place of the placeholders:");
      lines.push(...facts.placeholders.map((key) => `    pulumi config set --secret ${key}`));
    }
    if (facts.failed > 0) lines.push(`  mend what failed (${facts.failed}) and run the same command again`);
  }
  return [...lines, ...(facts.removal === undefined ? [] : removalSteps(facts.removal))].join("\n");
}

function nothingWritten({ unchanged, failed, noProgram }: RunFacts): string {
  if (unchanged === 0) return "Nothing was written.";
  const what =
    failed > 0 ? "Nothing was written." : "Nothing changed: everything that was asked for is in the state already.";
  if (noProgram === undefined) return what;
  const warning = `Warning: there is no ${noProgram} here. What the state has and no program registers,\n\`pulumi up\` would delete.`;
  return `${what}\n${warning}`;
}

/** What a person must know where program and state do not belong together yet. */
function afterPart(leaves: Exclude<RunFacts["leaves"], "all">): readonly string[] {
  switch (leaves) {
    case "imports":
      return [
        "  pulumi preview    shows imports and nothing else",
        "  pulumi up         imports them; after that the `import` options can go",
      ];
    case "code":
      return ["  bring them into the state before `pulumi up`: it would make anew what the state does not have"];
    case "state":
      return ["  add them to your program before `pulumi up`: it would delete what no program registers"];
  }
}

function afterWriting({ config, stateFile, differing, leaves }: RunFacts): readonly string[] {
  if (leaves === "imports" || leaves === "code") return afterPart(leaves);
  const preview = `  pulumi preview    ${differing > 0 ? "shows the differences above and no others" : "finds nothing to change"}`;
  const last = leaves === "state" ? afterPart(leaves) : [preview];
  if (stateFile === undefined) return last;
  // The real command asks for a secret that is not on its line.
  const settings = config.map(([key, { text, secret }]) =>
    secret ? `  pulumi config set --secret ${key}` : `  pulumi config set ${key} ${quote(text)}`,
  );
  return [
    `  pulumi stack import --file ${quote(stateFile)}`,
    ...(settings.length > 0 ? [...settings, "  (the proof holds with this configuration)"] : []),
    ...last,
  ];
}
