/**
 * The changes that a person agrees to before a run writes: the stack and its backend, each file with what happens to it, and what the next
 * `pulumi up` does. Pure.
 */
import type { Leaves } from "./appended-screen.ts";
import { counted, harmless, type Screen, wrap } from "./render.ts";

export interface ConsentFacts {
  readonly stack: string;
  readonly project: string;
  /** A URL, or the path of a state file. */
  readonly backend: string;
  readonly isStateFile: boolean;
  /** The stack is made with what is written. */
  readonly isNewStack: boolean;
  readonly leaves: Leaves;
  /** Resources that are written; of the import file so many are not. */
  readonly written: number;
  readonly leftOut: number;
  /** Of the written ones, by what the next `pulumi up` does to them. */
  readonly next: { readonly unchanged: number; readonly updates: number; readonly replacements: number };
  readonly files: readonly ConsentFile[];
  /** A person has seen the reasons in a review. Absent: they stand above. */
  readonly isReviewed?: true;
  /** `--append-file`: the file that the program has to load. */
  readonly appended?: string;
}

export interface ConsentFile {
  /** Relative to where the command was run. */
  readonly path: string;
  readonly how: "new" | "changed" | "removed";
  /** For example `+3 lines`. */
  readonly amount: string;
}

const changeSigns = { new: "+", changed: "~", removed: "-" } as const;

/** Lines that stand above the question. */
export function renderConsent(facts: ConsentFacts, screen: Screen): string {
  const { backend, isStateFile, isNewStack, leftOut, files, isReviewed } = facts;
  const place = isStateFile ? `state file ${backend}` : `backend ${backend}`;
  const lines = [
    `in ${place}${isNewStack ? ", where the stack is made" : ""}`,
    ...files.map(({ path, how, amount }) => `${changeSigns[how]} ${path}${amount === "" ? "" : ` (${amount})`}`),
    nextUpdate(facts),
    ...untilLoaded(facts),
    ...(leftOut > 0 ? [`${counted(leftOut, "resource")} left out${isReviewed ? "" : ": the reasons are above"}`] : []),
  ];
  const wrapped = lines.map((line) => `  ${wrap(harmless(line), screen.width - 4, "    ")}`);
  return [wrap(`${harmless(consentHead(facts))}:`, screen.width - 2, "  "), ...wrapped].join("\n");
}

/** The question itself, on one line. */
export function consentQuestion({ leaves, written, stack, files }: ConsentFacts): string {
  const write = `rite ${counted(files.length, "file")}`;
  if (leaves === "code" || leaves === "imports" || written === 0) return `W${write}?`;
  return `Import ${counted(written, "resource")} into stack ${harmless(stack)} and w${write}?`;
}

function consentHead({ leaves, written, stack, project }: ConsentFacts): string {
  const resources = counted(written, "resource");
  const place = `stack ${stack} of project ${project}`;
  if (written === 0) return `To be written for ${place}`;
  switch (leaves) {
    case "all":
      return `To be imported: ${resources} into ${place}`;
    case "state":
      return `To be imported: ${resources} into ${place}, without a program`;
    case "code":
      return `To be written: a program for ${resources} of ${place}; the state stays as it is`;
    case "imports":
      return `To be written: a program by which \`pulumi up\` imports ${resources} into ${place}; the state stays as it is`;
  }
}

/** The danger between the run and the line that a person has to add. */
function untilLoaded({ leaves, appended }: ConsentFacts): readonly string[] {
  if (leaves !== "all" || appended === undefined) return [];
  return ["until then `pulumi up` deletes what is imported, and fails where that is protected"];
}

/** The effect of the next `pulumi up`, in one line. */
export function nextUpdate({
  leaves,
  written,
  next,
  appended,
}: Pick<ConsentFacts, "leaves" | "written" | "next" | "appended">): string {
  switch (leaves) {
    case "all": {
      const once = appended === undefined ? "" : `, once the program loads ${appended}`;
      const changes = `${counted(next.updates, "update")}, ${counted(next.replacements, "replacement")}`;
      return `next \`pulumi up\`${once}: ${next.unchanged} unchanged, ${changes}`;
    }
    case "state":
      return "next `pulumi up`: deletes those that the program does not register by then";
    case "code":
      return "next `pulumi up`: creates those that the state does not have by then";
    case "imports":
      return `next \`pulumi up\`: ${counted(written, "import")}`;
  }
}
