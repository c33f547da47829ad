/** The text of remarks about resources. */
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { Outcome, Remark } from "../domain/graph.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import type { SecretClue } from "../value/secret-clue.ts";

/** Returns a diagnostic for each remark, in the order of the resources. */
export function remarkDiagnostics(outcomes: readonly Outcome[]): readonly Diagnostic[] {
  return outcomes.flatMap(({ urn, remarks }) =>
    remarks.map((remark) => {
      const details = detailsOf(remark);
      return { severity: severityOf(remark), resource: urn, message: remarkText(remark), details };
    }),
  );
}

/** Returns "warning" if the user should check or do something. */
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
      return "The search reached its limit. The program is the best one that imp found, and may not be the smallest";
    case "adopted": {
      const paths = remark.differences.map(({ path }) => path || "a property that the provider did not report");
      return `The preview is clean, although Read returned a different value from the one that the program sets for ${paths.join(", ")}. The state contains the value of the program`;
    }
    case "unowned":
      return `The program does not set ${remark.paths.join(", ")}, because ${remark.besides.map(nameOf).join(", ")} set the rest of the list. To add this element to the program, import it as ${[...new Set(remark.besides.map(typeOf))].join(" or ")}`;
    case "managed-twice":
      return `The program sets ${remark.paths.join(", ")} both here and in ${remark.owners.map(nameOf).join(", ")}, because the preview is not clean otherwise. In a new deployment, the provider may reject one of the two`;
    case "assumable":
      return `Read does not return the provider settings ${remark.paths.join(", ")}. With --assume-defaults, the state contains their defaults and the preview is clean`;
    case "not-creatable":
      return `The provider would not create the resource from this program: ${remark.reasons.join("; ")}`;
    case "no-preview":
      return `The provider could not preview the creation of the resource (${remark.reason}), so the program also sets default values`;
    case "placeholder":
      return `The required input ${remark.paths.join(", ")} cannot be read, so it has a placeholder. The ignoreChanges option keeps the placeholder out of the cloud`;
    case "not-reproduced":
      return `The program sets ${remark.paths.join(", ")} as returned by Read, but the provider reports a change. Read may return a hash of the value. Set the real value in "inputs"`;
    case "given-not-reproduced":
      return `The program sets ${remark.paths.join(", ")} as set in the import file, but the provider reports a change, although Read returned the same value. The next \`pulumi up\` sends the value`;
    case "not-returned":
      return `"properties" lists ${remark.paths.join(", ")}, which Read did not return. To add the property to the program, set its value in "inputs"`;
    case "given-ignored":
      return `${remark.paths.join(", ")} is in both "inputs" and "ignoreChanges". The state keeps the value that Read returned, and \`pulumi up\` never sends the value in "inputs". Remove the property from "inputs" or "ignoreChanges"`;
    case "empty":
      return 'Read returned only the ID. The provider may not check whether the resource exists. Make sure that the resource exists, and set its properties in "inputs"';
    case "replaced": {
      const gone = `With --replace-entry, the state no longer contains the resource with this URN and the ID ${JSON.stringify(remark.id)}. Nothing is deleted in the cloud`;
      if (remark.dependents.length === 0) return gone;
      return `${gone}. The next \`pulumi up\` passes the outputs of the new object to the resources that refer to it: ${remark.dependents.map(nameOf).join(", ")}`;
    }
    case "declared":
      return declaredText(remark);
    case "constructed":
      return `The plugin of the component ${nameOf(remark.by)} creates this resource, so it is not in the program. imp cannot prove that the plugin would set the same inputs again, because only Construct shows this`;
    case "no-password":
      return `Imported without ${remark.paths.join(", ")}, which Read does not return. The existing login keeps its password, but a new deployment would create one without it. To add the password to the program, set it in "inputs" or "inputsFrom"`;
    case "hash":
      return `Read returns a hash of ${remark.paths.join(", ")}, so the program does not set the property. A new deployment would not have it. To add the property to the program, set its real value in "inputs"`;
    case "no-content":
      return `Read does not return the content (${remark.paths.join(", ")}), so the program does not set the content. A new deployment would create an empty object. To add the content to the program, set one of these properties in "inputs"`;
    case "pending-create":
      return remark.cleared
        ? "Removed the pending create operation of this resource (`pending_operations`) from the state. If the interrupted update created another object, that object is in the cloud but not in a state"
        : "The state has a pending create operation for this resource (`pending_operations`) from an interrupted update. imp keeps this operation, and the next `pulumi up` warns about it. If that update created the object that you import, remove the operation with --clear-pending-creates in this run, or with `pulumi refresh --clear-pending-creates` later";
    case "order":
      return "The schema documentation requires other resources to exist first, but no input refers to them. If a new deployment needs this order, add `dependsOn` to the import file";
    case "likely-secret":
      return "The value is encrypted, because it looks like a secret. If it is not a secret, use --not-secret NAME=PATH";
    case "managed-elsewhere":
      return `Also managed by ${remark.stacks.map((stack) => `stack ${stack}`).join(" and ")}, if the account and region are the same. Two stacks would then change and delete the same resource. To move the resource to this stack, use --from-stack`;
  }
}

/** Returns the part of a remark that differs between resources with the same text. */
function detailsOf(remark: Remark): string | undefined {
  if (remark.kind === "order")
    return `"dependsOn": [${remark.after.map((urn) => JSON.stringify(nameOf(urn))).join(", ")}]`;
  if (remark.kind === "declared" && remark.runs === "once" && remark.places.length > 0) return remark.places.join(", ");
  return remark.kind === "likely-secret" ? remark.secrets.map(secretText).join(", ") : undefined;
}

function secretText(secret: { readonly path: string } & SecretClue): string {
  const { path } = secret;
  switch (secret.by) {
    case "name":
      return path.endsWith(secret.of) || path.endsWith(`["${secret.of}"]`) ? path : `${path} (named ${secret.of})`;
    case "form":
      return `${path} (${secret.of})`;
    case "copy":
      return `${path} (same value as another secret)`;
  }
}

/** Returns true if a preview may show changes beyond the verdict: to other resources, or because a declaration could not be fully compared. */
export function mayShowMore(remark: Remark): boolean {
  return (
    (remark.kind === "replaced" && remark.dependents.length > 0) || (remark.kind === "declared" && isUncertain(remark))
  );
}

/** Returns true if imp could not determine the inputs of a declaration, or how many resources it creates. */
function isUncertain({ unseen, runs }: Remark & { readonly kind: "declared" }): boolean {
  return unseen.length > 0 || runs !== "once";
}

function declaredText({ places, unseen, failures, runs }: Remark & { readonly kind: "declared" }): string {
  const sentences = [
    "Your program already declares this resource, so imp added no code. The verdict applies to your declaration",
  ];
  if (runs === "unsure")
    sentences.push(
      `The statement of this resource (${places.join(", ")}) is in a function, a condition, or a loop, so it may not run. ` +
        "If the statement does not run, the next `pulumi up` deletes the resource from the cloud, unless it is protected",
    );
  if (runs === "perhaps twice")
    sentences.push(
      `Several statements may create the resource (${places.join(", ")}). If more than one of them runs, Pulumi fails because of the duplicate URN`,
    );
  if (failures.length > 0) sentences.push(`The provider rejects the declaration: ${failures.join("; ")}`);
  else if (unseen.length > 0)
    sentences.push(
      `imp did not compare these inputs, because their values in your program are not literals: ${unseen.join(", ")}`,
    );
  return sentences.join(". ");
}
