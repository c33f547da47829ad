/**
 * The next steps of a person after a run, in a few lines.
 */

import type { OtherLocation } from "../domain/other-location.ts";
import { type AppendedFile, appendedStep, type Leaves, unloaded } from "./appended-screen.ts";
import { shellQuote } from "./quote.ts";
import { type RestReport, restLines, savedLines } from "./rest-screen.ts";

export interface RunFacts {
  /** Shown paths, relative to where the command was run. */
  readonly files: readonly string[];
  readonly unchanged: number;
  readonly failed: number;
  /** Imported, but a preview will show an update or a replace. */
  readonly differing: number;
  /** The state has resources that the run did not compare. */
  readonly hasOthers: boolean;
  /** A language of the program cannot express something. */
  readonly warned: boolean;
  readonly planOnly: boolean;
  readonly leaves: Leaves;
  /** `--stack`: it need not be the one that is selected. */
  readonly stack?: string;
  /** The folder of a program that is not where the project's is. */
  readonly otherLocation?: OtherLocation;
  /** The stack that a state file is for, where no other step selects it. */
  readonly select?: string;
  /** `--config` values of a `--state` run: the proof holds with them. */
  readonly config: readonly (readonly [key: string, value: { readonly text: string; readonly secret: boolean }])[];
  /** Keys of the configuration that hold placeholders. */
  readonly placeholders: readonly string[];
  readonly stateFile?: string;
  /** `--append-file`: the files that the program has to load. */
  readonly appended: readonly AppendedFile[];
  /** Commands that install what the program needs (`sdkCommands`). */
  readonly install: readonly string[];
  /** The program file that is not there, where something is in the state already. */
  readonly noProgram?: string;
  /** The import file with what is left over; absent: none was written. */
  readonly rest?: RestReport;
  /** The plan that was saved. Absent: none. */
  readonly saved?: Pick<RestReport, "file" | "toGive">;
  /** Why there is none. */
  readonly noRest?: string;
  /** A sentence for each report file that could not be written; absent: all are. */
  readonly unreported?: readonly string[];
  /** Lines about what is left to do at the sources. */
  readonly afterwards: readonly string[];
}

/** Lines for the end of the screen. */
export function nextSteps(facts: RunFacts): string {
  const lines: string[] = [];
  if (facts.planOnly) lines.push("Nothing was written (--plan-only).");
  else if (facts.files.length === 0) lines.push(nothingWritten(facts));
  else {
    lines.push("Written:", ...facts.files.map((file) => `  ${file}`), "", "Next:");
    lines.push(...unloaded(facts.appended).map(appendedStep));
    lines.push(...facts.install.map((command) => `  ${command}`));
    if (facts.otherLocation !== undefined) lines.push(otherLocationStep(facts.otherLocation));
    lines.push(...afterWriting(facts));
    if (facts.placeholders.length > 0) {
      lines.push("  give real values in place of the placeholders:");
      lines.push(...facts.placeholders.map((key) => `    pulumi config set --secret ${key}${atStack(facts)}`));
    }
    if (facts.failed > 0 && facts.rest === undefined)
      lines.push(`  fix what failed (${facts.failed}) and run the same command again`);
  }
  return [
    ...lines,
    ...(facts.saved === undefined ? [] : savedLines(facts.saved)),
    ...(facts.rest === undefined ? [] : restLines(facts.rest)),
    ...(facts.noRest === undefined ? [] : [`Warning: ${facts.noRest}`]),
    ...(facts.unreported ?? []).map((sentence) => `Error: ${sentence}`),
    ...facts.afterwards,
  ].join("\n");
}

function nothingWritten({ unchanged, failed, noProgram }: RunFacts): string {
  if (unchanged === 0) return "Nothing was written.";
  const what =
    failed > 0 ? "Nothing was written." : "Nothing changed: everything that was asked for is in the state already.";
  if (noProgram === undefined) return what;
  const warning = `Warning: there is no ${noProgram} here. \`pulumi up\` would delete\nthe resources that the state has and no program registers.`;
  return `${what}\n${warning}`;
}

/** Pulumi runs the project's program, wherever another one was written. */
export function otherLocationStep({ shown, main }: OtherLocation): string {
  if (main === undefined)
    return `  give ${shown} a project of its own, as --new makes it: the runtime of this one does not run it`;
  return `  load ${shown} from your program, or make it the program: \`main: ${main}\` in Pulumi.yaml`;
}

function atStack({ stack }: Pick<RunFacts, "stack">): string {
  return stack === undefined ? "" : ` --stack ${shellQuote(stack)}`;
}

/** The steps of a person once the program can run. */
function afterWriting(facts: RunFacts): readonly string[] {
  const at = atStack(facts);
  switch (facts.leaves) {
    case "imports":
      return [
        ...ownSettings(facts),
        `  pulumi preview${at}    shows imports and nothing else`,
        `  pulumi up${at}         imports them; after that the \`import\` options can go`,
      ];
    case "code":
      return [...ownSettings(facts), "  bring them into the state before `pulumi up`, which makes anew what it lacks"];
    case "state":
      return [...importSteps(facts), "  add them to your program before `pulumi up`, which deletes what it lacks"];
    case "all": {
      return [...importSteps(facts), `  pulumi preview${at}    ${previewResult(facts)}`];
    }
  }
}

/** Of resources that the run did not compare, a preview may show anything: differences that an earlier run left, for example. */
function previewResult({ differing, warned, hasOthers }: RunFacts): string {
  if (differing > 0 && warned) return "shows the differences above, and may show what the warnings name";
  if (differing > 0) return `shows the differences above and no others${hasOthers ? " of these resources" : ""}`;
  if (warned) return "may show what the warnings above name";
  return hasOthers ? "finds nothing to change in these resources" : "finds nothing to change";
}

/** How the state in a file gets to where Pulumi has it. */
function importSteps(facts: RunFacts): readonly string[] {
  const { stateFile } = facts;
  if (stateFile === undefined) return [];
  return [...selectStep(facts), `  pulumi stack import --file ${shellQuote(stateFile)}`, ...settingSteps(facts)];
}

/** The stack gets no state, but it needs what the proof needed. */
function ownSettings(facts: RunFacts): readonly string[] {
  const settings = settingSteps(facts);
  return settings.length === 0 ? [] : [...selectStep(facts), ...settings];
}

function selectStep({ select }: RunFacts): readonly string[] {
  return select === undefined ? [] : [`  pulumi stack select --create ${shellQuote(select)}`];
}

/** The configuration of a run on a file, which no stack has. */
function settingSteps({ stateFile, config }: RunFacts): readonly string[] {
  if (stateFile === undefined || config.length === 0) return [];
  // The real command asks for a secret that is not on its line.
  const settings = config.map(([key, { text, secret }]) =>
    secret ? `  pulumi config set --secret ${key}` : `  pulumi config set ${key} ${shellQuote(text)}`,
  );
  return [...settings, "  (the proof holds with this configuration)"];
}
