/** The next steps after a run. */
import type { OtherLocation } from "../domain/other-location.ts";
import { type AppendedFile, appendedStep, type Leaves, unloaded } from "./appended-screen.ts";
import { shellQuote } from "./quote.ts";
import { type RestReport, restLines, savedLines } from "./rest-screen.ts";

export interface RunFacts {
  /** Display paths of the written files, relative to the working directory. */
  readonly files: readonly string[];
  readonly unchanged: number;
  readonly failed: number;
  /** Number of imported resources that the next `pulumi up` will update or replace. */
  readonly differing: number;
  /** The state has resources that the run did not compare, or the next update changes resources that are not imported. */
  readonly hasOthers: boolean;
  /** True if there are warnings about the program. */
  readonly warned: boolean;
  readonly planOnly: boolean;
  readonly leaves: Leaves;
  /** `--stack`, which may differ from the selected stack. */
  readonly stack?: string;
  /** The stacks of `--stack-reference`. */
  readonly stackReferences: readonly string[];
  /** Set if the program is not in the project's program directory. */
  readonly otherLocation?: OtherLocation;
  /** The stack to select before importing a state file. */
  readonly select?: string;
  /** `--config` values of a run on a state file. The verdicts depend on them. */
  readonly config: readonly (readonly [key: string, value: { readonly text: string; readonly secret: boolean }])[];
  /** Configuration keys with placeholders. */
  readonly placeholders: readonly string[];
  readonly stateFile?: string;
  /** `--append-file`: the files that the program must load. */
  readonly appended: readonly AppendedFile[];
  /** Commands that install packages for the program. */
  readonly install: readonly string[];
  /** The missing program file, if resources are already in the state. */
  readonly noProgram?: string;
  /** The import file of the remaining resources. Omitted if it was not written. */
  readonly rest?: RestReport;
  /** The saved plan. Omitted if the plan was not saved. */
  readonly saved?: Pick<RestReport, "file" | "toGive">;
  /** Why the import file of the remaining resources was not written. */
  readonly noRest?: string;
  /** A message for each report file that could not be written. */
  readonly unreported?: readonly string[];
  /** Steps that the user must still do in the source of the resources, for example in a Terraform project. */
  readonly afterwards: readonly string[];
}

/** Returns the last part of a run's report: the written files, the next steps, and the resources that were not imported. */
export function nextSteps(run: RunFacts): string {
  const lines: string[] = [];
  if (run.planOnly) lines.push("Nothing was written (--plan-only).");
  else if (run.files.length === 0) lines.push(nothingWritten(run));
  else {
    lines.push("Wrote:", ...run.files.map((file) => `  ${file}`), "", "Next steps:");
    lines.push(...unloaded(run.appended).map(appendedStep));
    lines.push(...run.install.map((command) => `  ${command}`));
    if (run.otherLocation !== undefined) lines.push(otherLocationStep(run.otherLocation));
    lines.push(...afterWriting(run));
    if (run.placeholders.length > 0) {
      lines.push("  replace the placeholders with real values:");
      lines.push(...run.placeholders.map((key) => `    pulumi config set --secret ${key}${stackFlag(run)}`));
    }
    if (run.failed > 0 && run.rest === undefined)
      lines.push(
        `  fix the ${run.failed} failed resource${run.failed === 1 ? "" : "s"} and run the same command again`,
      );
  }
  return [
    ...lines,
    ...(run.saved === undefined ? [] : savedLines(run.saved)),
    ...(run.rest === undefined ? [] : restLines(run.rest, stackFlag(run) + referenceFlags(run))),
    ...(run.noRest === undefined ? [] : [`Warning: ${run.noRest}`]),
    ...(run.unreported ?? []).map((sentence) => `Error: ${sentence}`),
    ...run.afterwards,
  ].join("\n");
}

function nothingWritten({ unchanged, failed, noProgram }: RunFacts): string {
  if (unchanged === 0) return "Nothing was written.";
  const result = failed > 0 ? "Nothing was written." : "No changes: all selected resources are already in the state.";
  if (noProgram === undefined) return result;
  const warning = `Warning: ${noProgram} does not exist. \`pulumi up\` would delete the\nresources that are in the state but not in a program.`;
  return `${result}\n${warning}`;
}

/** Returns the step that makes Pulumi run a program outside the project's program directory. */
export function otherLocationStep({ shown, main }: OtherLocation): string {
  if (main === undefined) return `  create a project for ${shown} (see --new): this project uses another runtime`;
  return `  load ${shown} from your program, or set \`main: ${main}\` in Pulumi.yaml`;
}

function stackFlag({ stack }: Pick<RunFacts, "stack">): string {
  return stack === undefined ? "" : ` --stack ${shellQuote(stack)}`;
}

function referenceFlags({ stackReferences }: Pick<RunFacts, "stackReferences">): string {
  return stackReferences.map((stack) => ` --stack-reference ${shellQuote(stack)}`).join("");
}

/** Width of the lines, for terminals of 80 columns. */
const stepColumns = 80;

/** Returns a command with a remark, on two lines if a single line is too long. */
export function commandWithRemark(command: string, remark: string): readonly string[] {
  const line = `  ${command}    ${remark}`;
  return line.length <= stepColumns ? [line] : [`  ${command}`, `      ${remark}`];
}

/** Returns the steps that follow after the packages are installed and the program loads the code. */
function afterWriting(run: RunFacts): readonly string[] {
  const flag = stackFlag(run);
  switch (run.leaves) {
    case "imports":
      return [
        ...ownSettings(run),
        ...commandWithRemark(`pulumi preview${flag}`, "should only show imports"),
        ...commandWithRemark(`pulumi up${flag}`, "imports them; then remove the `import` options"),
      ];
    case "code":
      return [...ownSettings(run), "  import the resources before `pulumi up`, which would create them again"];
    case "state":
      return [...importSteps(run), "  add the resources to your program before `pulumi up` deletes them"];
    case "all": {
      return [...importSteps(run), ...commandWithRemark(`pulumi preview${flag}`, previewResult(run))];
    }
  }
}

/** Describes what the preview will show. Other resources may show any change, for example if an earlier run left differences. */
function previewResult({ differing, warned, hasOthers }: RunFacts): string {
  if (differing > 0 && warned) return "shows the differences above; see also the warnings";
  if (differing > 0) return `shows only the differences above${hasOthers ? " for these resources" : ""}`;
  if (warned) return "may show changes; see the warnings above";
  return hasOthers ? "shows no changes to these resources" : "shows no changes";
}

/** Returns the steps that import a state file into the backend. */
function importSteps(facts: RunFacts): readonly string[] {
  const { stateFile } = facts;
  if (stateFile === undefined) return [];
  return [...selectStep(facts), `  pulumi stack import --file ${shellQuote(stateFile)}`, ...settingSteps(facts)];
}

/** Returns the configuration steps for a run that does not write the state. */
function ownSettings(facts: RunFacts): readonly string[] {
  const settings = settingSteps(facts);
  return settings.length === 0 ? [] : [...selectStep(facts), ...settings];
}

function selectStep({ select }: RunFacts): readonly string[] {
  return select === undefined ? [] : [`  pulumi stack select --create ${shellQuote(select)}`];
}

/** Returns the commands that set the configuration of a run on a state file. */
function settingSteps({ stateFile, config }: RunFacts): readonly string[] {
  if (stateFile === undefined || config.length === 0) return [];
  // `pulumi config set` prompts for a secret that is not on the command line.
  const settings = config.map(([key, { text, secret }]) =>
    secret ? `  pulumi config set --secret ${key}` : `  pulumi config set ${key} ${shellQuote(text)}`,
  );
  return [...settings, "  (the program was proven with this configuration)"];
}
