/** Diagnostics for statements that the user changed in a program that imp wrote. */
import type { ChangedStatement } from "../../generators/index.ts";
import { diffLines } from "../cli/file-diff.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { Urn } from "../domain/graph.ts";

/** Returns a diagnostic for each changed statement. @param inState the resources of the state after the run */
export function changedStatements(
  statements: readonly ChangedStatement[],
  inState: ReadonlySet<Urn>,
): readonly Diagnostic[] {
  // Don't report a statement that the user removed if its resource is not in the state either.
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
        "The statement of this resource was moved into a function, a condition, or a loop, so imp did not change it. Run `pulumi preview` to see whether it runs. " +
        "New code does not refer to the resource."
      );
    case "repeated":
      return (
        `The program creates this resource more than once, at ${statement.places.join(" and ")}. Pulumi fails if two resources have the same URN. ` +
        "imp did not change these statements. Remove the duplicates, or change their names."
      );
    case "missing":
      return (
        "The program no longer has the statement that imp wrote for this resource, and imp did not add it again. The resource is still in the stack: " +
        "if the program does not register it, the next `pulumi up` deletes it from the cloud, unless it is protected. To keep it in the cloud, " +
        "remove it from the state with `pulumi state delete`."
      );
    case "present":
      return "The program already creates this resource, so no code was added. Run `pulumi preview` to see the differences.";
  }
}

function changed({ printed, found, wanted }: ChangedStatement & { readonly kind: "changed" }): string {
  const kept =
    printed === found
      ? "imp did not change the statement of this resource, because it contains a comment or is not in the main file."
      : `The statement of this resource was edited after imp wrote it. imp did not change it, and the next preview shows this difference:\n${differenceOf(printed, found)}`;
  return wanted === undefined ? kept : `${kept}\nimp would now write:\n${indentStatement(wanted)}`;
}

/** Returns the added and removed lines, without their common indentation. */
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
