/**
 * Words the remarks about resources: each is a diagnostic. Pure.
 */
import type { Diagnostic } from "../diagnostic.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import type { Outcome, Remark } from "../graph.ts";
import type { SecretClue } from "../value/secret-clue.ts";

/** In the order of the resources. */
export function remarkDiagnostics(outcomes: readonly Outcome[]): readonly Diagnostic[] {
  return outcomes.flatMap(({ urn, remarks }) =>
    remarks.map((remark) => {
      const details = detailsOf(remark);
      return {
        severity: severityOf(remark),
        resource: urn,
        message: remarkText(remark),
        details,
      };
    }),
  );
}

/** A warning wants that somebody looks or does something. */
function severityOf(remark: Remark): Diagnostic["severity"] {
  switch (remark.kind) {
    case "placeholder":
    case "assumable":
    case "unowned":
    case "managed-twice":
    case "not-creatable":
    case "no-preview":
    case "not-reproduced":
    case "given-not-reproduced":
    case "not-returned":
    case "no-password":
    case "hash":
    case "no-content":
    case "given-ignored":
    case "empty":
    case "managed-elsewhere":
    case "order":
    case "replaced":
      return "warning";
    case "budget":
    case "adopted":
    case "constructed":
    case "likely-secret":
      return "note";
    case "pending-create":
      return remark.cleared ? "note" : "warning";
    case "declared":
      return remark.failures.length > 0 || isUncertain(remark) ? "warning" : "note";
  }
}

function remarkText(remark: Remark): string {
  switch (remark.kind) {
    case "budget":
      return "The search ended at its limit: this is the best program that was found, not always the smallest";
    case "adopted": {
      const paths = remark.differences.map(({ path }) => path || "a property that the provider does not name");
      return `A preview is clean, though Read returned another value than the program sets in ${paths.join(", ")}: the state takes the program's`;
    }
    case "unowned":
      return `Nothing in the program sets ${remark.paths.join(", ")}: ${remark.besides.map(nameOf).join(", ")} set the rest of the list. To have it in the program, import it as ${[...new Set(remark.besides.map(typeOf))].join(" or ")}`;
    case "managed-twice":
      return `The program sets ${remark.paths.join(", ")} here and in ${remark.owners.map(nameOf).join(", ")}: without it the preview is not clean. A new deployment may refuse one of them`;
    case "assumable":
      return `Read returns nothing for ${remark.paths.join(", ")}, settings of the provider only: with --assume-defaults the state takes their defaults, and the preview is clean`;
    case "not-creatable":
      return `The provider would not create the resource from this program: ${remark.reasons.join("; ")}`;
    case "no-preview":
      return `The provider did not answer a preview of its creation (${remark.reason}): the program also sets defaults that a new deployment would give`;
    case "placeholder":
      return `A placeholder stands for ${remark.paths.join(", ")}, a required input that cannot be read; ignoreChanges keeps it from the cloud`;
    case "not-reproduced":
      return `The program sets ${remark.paths.join(", ")} as Read returned it, and the provider still reports a change: Read may return a hash of the value. Give the real value in "inputs"`;
    case "given-not-reproduced":
      return `The program sets ${remark.paths.join(", ")} as the import file gives it, and the provider reports a change, though Read returned the same value. The next \`pulumi up\` sends it`;
    case "not-returned":
      return `"properties" names ${remark.paths.join(", ")}, which Read did not return. Give a value in "inputs" to set it in the program`;
    case "given-ignored":
      return `"inputs" gives ${remark.paths.join(", ")}, which "ignoreChanges" names too: the state keeps what Read returned, and \`pulumi up\` never sends the given value. Take it out of one of the two`;
    case "empty":
      return 'Read returned nothing but the id: such a provider may take any id without looking. Make sure that the object exists, and give what the program is to set in "inputs"';
    case "replaced": {
      const gone = `The state forgets the object ${JSON.stringify(remark.id)} that it has under this name (--replace-entry). Nothing is deleted in the cloud`;
      if (remark.dependents.length === 0) return gone;
      return `${gone}. The next \`pulumi up\` gives the outputs of the new object to what refers to it: ${remark.dependents.map(nameOf).join(", ")}`;
    }
    case "declared":
      return declaredText(remark);
    case "constructed":
      return `The plugin of the component ${nameOf(remark.by)} makes it, so it stands in no program. That the plugin gives it the inputs of the other stack again is not proven: only Construct, which makes things, shows that`;
    case "no-password":
      return `Imported without ${remark.paths.join(", ")}, which Read does not return: the login in the cloud keeps its password, and a new deployment makes one without. Give it in "inputs" or "inputsFrom" to have it in the program`;
    case "hash":
      return `Read returns a hash of ${remark.paths.join(", ")}, not the value, so the program sets none: a new deployment would be made without it. Give the real value in "inputs" to have it in the program`;
    case "no-content":
      return `Read returns no content (${remark.paths.join(", ")}), so the program sets none: a new deployment would make the object empty. Give one of them in "inputs" to have it in the program`;
    case "pending-create":
      return remark.cleared
        ? "The state had a pending operation that was creating it (`pending_operations`): it is removed. If that update made another object, it is in the cloud and in no state"
        : "The state has a pending operation that was creating it (`pending_operations`), from an update that was interrupted: it stays, and the next `pulumi up` warns of it. If the object that you import is the one it made, clear it: --clear-pending-creates in this run, or `pulumi refresh --clear-pending-creates` later";
    case "order":
      return "No input refers to what the schema's description wants to come first. If a new deployment needs that order, add it to the import spec";
    case "likely-secret":
      return "Encrypted, though no schema marks it as a secret (if it is none: --not-secret NAME=PATH)";
    case "managed-elsewhere":
      return `Also managed by ${remark.stacks.map((stack) => `stack ${stack}`).join(" and ")}, if that is the same account and region: two stacks would change and delete one object. --from-stack moves it`;
  }
}

/** Returns the part of a remark that differs between resources, if its text is the same for all of them. */
function detailsOf(remark: Remark): string | undefined {
  if (remark.kind === "order")
    return `"dependsOn": [${remark.after.map((urn) => JSON.stringify(nameOf(urn))).join(", ")}]`;
  return remark.kind === "likely-secret" ? remark.secrets.map(secretText).join(", ") : undefined;
}

function secretText(secret: { readonly path: string } & SecretClue): string {
  const { path } = secret;
  switch (secret.by) {
    case "name":
      return path.endsWith(secret.of) || path.endsWith(`["${secret.of}"]`) ? path : `${path} (the name ${secret.of})`;
    case "form":
      return `${path} (${secret.of})`;
    case "copy":
      return `${path} (it repeats another secret)`;
  }
}

/** True where a preview may show what the verdict does not: other resources get other values, or not all of a declaration was compared. */
export function mayShowMore(remark: Remark): boolean {
  return (
    (remark.kind === "replaced" && remark.dependents.length > 0) || (remark.kind === "declared" && isUncertain(remark))
  );
}

/** The text does not show all inputs of a declaration, or not how often it runs. */
function isUncertain({ unseen, runs }: Remark & { readonly kind: "declared" }): boolean {
  return unseen.length > 0 || runs !== "once";
}

function declaredText({ places, unseen, failures, runs }: Remark & { readonly kind: "declared" }): string {
  const sentences = [
    "Your program declares it already: no code is written, and the verdict is that of the declaration",
  ];
  if (runs === "unsure")
    sentences.push(
      `The statement (${places.join(", ")}) stands in a function, a condition or a loop: the text does not show whether it runs. ` +
        "If it does not run, the next `pulumi up` deletes the resource in the cloud, unless it is protected",
    );
  if (runs === "perhaps twice")
    sentences.push(
      `Several statements may construct it (${places.join(", ")}): if more than one of them runs, Pulumi refuses the second resource with the same URN`,
    );
  if (failures.length > 0) sentences.push(`The provider refuses the declaration: ${failures.join("; ")}`);
  else if (unseen.length > 0)
    sentences.push(`The text of the program does not show ${unseen.join(", ")}: not compared`);
  return sentences.join(". ");
}
