/**
 * Words what a person changed in a program that imp printed: each changed statement is a diagnostic. Pure.
 */
import type { ChangedStatement } from "../../generators/index.ts";
import { diffLines } from "../cli/file-diff.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Urn } from "../graph.ts";

/** @param inState the resources of the state after the run */
export function changedStatements(
  statements: readonly ChangedStatement[],
  inState: ReadonlySet<Urn>,
): readonly Diagnostic[] {
  // A resource that the stack does not have either is none of this run's business.
  const concerned = statements.filter(({ kind, urn }) => kind !== "missing" || inState.has(urn));
  return concerned.map((statement) => ({
    severity: statement.kind === "present" ? "note" : "warning",
    resource: statement.urn,
    file: statement.kind !== "missing" ? `${statement.file}:${statement.line}` : undefined,
    message: statementMessage(statement),
  }));
}

function statementMessage(statement: ChangedStatement): string {
  switch (statement.kind) {
    case "changed":
      return changed(statement);
    case "moved":
      return (
        "The statement stands in a function, a condition or a loop now, and it stays there: the next preview shows whether it runs. " +
        "New code does not refer to it."
      );
    case "repeated":
      return (
        `The program constructs this resource more than once, at ${statement.places.join(" and ")}, and Pulumi refuses a second resource ` +
        "with the same URN where more than one of them runs. All stay as they are: keep one, or give the others names of their own."
      );
    case "missing":
      return (
        "The text of the program does not show the statement that imp printed for this resource, and it is not printed again. The " +
        "stack still has the resource: if nothing in the program constructs it, the next `pulumi up` deletes it in the cloud, unless " +
        "it is protected. To keep it there, take it out of the state with `pulumi state delete`."
      );
    case "present":
      return "The program constructs this resource already, so no code was written for it. The next preview shows what differs.";
  }
}

function changed({ printed, found, wanted }: ChangedStatement & { readonly kind: "changed" }): string {
  const kept =
    printed === found
      ? "The statement stays as it is, because a comment stands in it, or because it is not in the main file."
      : `A person changed the statement since imp printed it. It stays, and the next preview shows this change:\n${differenceOf(printed, found)}`;
  return wanted === undefined ? kept : `${kept}\nimp would print it now as:\n${indentStatement(wanted)}`;
}

/** The lines that differ, with a sign in front, as far out as the outermost of them. */
function differenceOf(before: string, after: string): string {
  const lines = diffLines(before, after)
    .filter(({ sign }) => sign !== " ")
    .map(({ sign, text }) => ({ sign, text: text.replace(/\r$/, "") }));
  const depth = Math.min(...lines.map(({ text }) => /^\s*/.exec(text)?.[0].length ?? 0));
  return lines.map(({ sign, text }) => `  ${sign} ${text.slice(depth)}`).join("\n");
}

function indentStatement(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `  ${line}`)
    .join("\n");
}
