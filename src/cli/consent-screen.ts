/** The summary that the user confirms before a run writes: stack, backend, changed files, and the effect of the next `pulumi up`. */
import type { Leaves } from "./appended-screen.ts";
import { counted, harmless, type Screen, wrap } from "./render.ts";

export interface ConsentFacts {
  readonly stack: string;
  readonly project: string;
  /** A URL, or the path of a state file. */
  readonly backend: string;
  readonly isStateFile: boolean;
  readonly isNewStack: boolean;
  readonly leaves: Leaves;
  /** Number of resources to write. */
  readonly written: number;
  readonly leftOut: number;
  /** Number of written resources, by the effect of the next `pulumi up`. */
  readonly next: { readonly unchanged: number; readonly updates: number; readonly replacements: number };
  readonly files: readonly ConsentFile[];
  /** True if the user already saw the reasons in a review. If not, they are printed above the prompt. */
  readonly isReviewed?: true;
  /** The file of `--append-file`, if the program does not load the file yet. */
  readonly appended?: string;
}

export interface ConsentFile {
  /** Relative to the working directory. */
  readonly path: string;
  readonly how: "new" | "changed" | "removed";
  /** For example, `+3 lines`. */
  readonly amount: string;
}

const changeSigns = { new: "+", changed: "~", removed: "-" } as const;

/** Renders the lines above the prompt. */
export function renderConsent(summary: ConsentFacts, screen: Screen): string {
  const { backend, isStateFile, isNewStack, leftOut, files, isReviewed } = summary;
  const target = isStateFile ? `state file ${backend}` : `backend ${backend}`;
  const lines = [
    `in ${target}${isNewStack ? " (creates the stack)" : ""}`,
    ...files.map(({ path, how, amount }) => `${changeSigns[how]} ${path}${amount === "" ? "" : ` (${amount})`}`),
    nextUpdate(summary),
    ...untilLoaded(summary),
    ...(leftOut > 0 ? [`${counted(leftOut, "resource")} left out${isReviewed ? "" : " (see the reasons above)"}`] : []),
  ];
  const wrapped = lines.map((line) => `  ${wrap(harmless(line), screen.width - 4, "    ")}`);
  return [wrap(`${harmless(consentHead(summary))}:`, screen.width - 2, "  "), ...wrapped].join("\n");
}

/** Returns the prompt, on a single line. */
export function consentQuestion({ leaves, written, stack, files }: ConsentFacts): string {
  const write = `write ${counted(files.length, "file")}`;
  if (leaves === "code" || leaves === "imports" || written === 0) return `W${write.slice(1)}?`;
  return `Import ${counted(written, "resource")} into stack ${harmless(stack)} and ${write}?`;
}

function consentHead({ leaves, written, stack, project }: ConsentFacts): string {
  const resources = counted(written, "resource");
  const target = `stack ${stack} of project ${project}`;
  if (written === 0) return `To write for ${target}`;
  switch (leaves) {
    case "all":
      return `To import: ${resources} into ${target}`;
    case "state":
      return `To import: ${resources} into ${target}, without a program`;
    case "code":
      return `To write: a program for ${resources} of ${target}, without changing the state`;
    case "imports":
      return `To write: a program with which \`pulumi up\` imports ${resources} into ${target}, without changing the state`;
  }
}

/** Warns about the next `pulumi up` if the program does not load the appended file yet. */
function untilLoaded({ leaves, appended }: ConsentFacts): readonly string[] {
  if (leaves !== "all" || appended === undefined) return [];
  return ["until then, `pulumi up` deletes the imported resources, or fails if they are protected"];
}

/** Describes the effect of the next `pulumi up` in one line. */
export function nextUpdate({
  leaves,
  written,
  next,
  appended,
}: Pick<ConsentFacts, "leaves" | "written" | "next" | "appended">): string {
  switch (leaves) {
    case "all": {
      const once = appended === undefined ? "" : `, after the program loads ${appended}`;
      const changes = `${counted(next.updates, "update")}, ${counted(next.replacements, "replacement")}`;
      return `next \`pulumi up\`${once}: ${next.unchanged} unchanged, ${changes}`;
    }
    case "state":
      return "next `pulumi up`: deletes the resources that the program does not register by then";
    case "code":
      return "next `pulumi up`: creates the resources that the state does not have by then";
    case "imports":
      return `next \`pulumi up\`: ${counted(written, "import")}`;
  }
}
