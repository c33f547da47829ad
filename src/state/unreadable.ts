/**
 * Finds parts of a state that Pulumi cannot read although it keeps the rules: values, and the secrets manager
 * (docs/state.md#values-in-the-state).
 */
import { ImpError } from "../errors.ts";
import type { Path } from "../ir/path.ts";
import { secretsManagers } from "../secrets/index.ts";
import type { Deployment } from "./deployment.ts";
import type { StateResource } from "./state-resource.ts";
import type { IntegrityProblem } from "./verify.ts";

/** Numbers that are no numbers of docs/state.md#integrity-rules. */
export const unreadableRules = { manager: 101, value: 102 } as const;

/** The types of secrets managers that Pulumi has. */
const typesOfPulumi: readonly string[] = ["passphrase", "cloud", "service"];

/** Returns them in the order of the file. Decrypts nothing: only the passphrase shows whether a secret opens. */
export function unreadableParts(deployment: Deployment): readonly IntegrityProblem[] {
  const { secretsProvider, resources, pendingOperations } = deployment;
  const isKept = secretsProvider !== undefined;
  const values = [
    ...resources.flatMap((resource, index) => unreadableValues(resource, isKept, ["resources", index])),
    ...pendingOperations.flatMap(({ resource }, index) =>
      unreadableValues(resource, isKept, ["pending_operations", index]),
    ),
  ];
  return [...checkManager(secretsProvider), ...values];
}

function unreadableValues(resource: StateResource, isKept: boolean, at: Path): readonly IntegrityProblem[] {
  const why = whyUnreadable(resource, isKept);
  return why === undefined ? [] : [{ severity: "error", rule: unreadableRules.value, why, resource: resource.urn, at }];
}

function checkManager(provider: Deployment["secretsProvider"]): readonly IntegrityProblem[] {
  if (provider === undefined) return [];
  if (!typesOfPulumi.includes(provider.type))
    return [managerProblem(`its secrets are kept by ${JSON.stringify(provider.type)}, which Pulumi does not know`)];
  const manager = secretsManagers.find(({ keyInState }) => keyInState(provider) !== undefined);
  const fault = manager?.faultOf(provider);
  return fault === undefined ? [] : [managerProblem(fault)];
}

function whyUnreadable(resource: StateResource, isKept: boolean): string | undefined {
  let sealed = false;
  const look = (): string => {
    sealed = true;
    return "null";
  };
  try {
    resource.inputs(look);
    resource.outputs(look);
    resource.replacementTrigger(look);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    const { where, why } = error.explanation;
    return `${where?.replace(`${resource.urn}, `, "") ?? "a value"}: ${why.replace(/^The value cannot be read: |\.$/g, "")}`;
  }
  return sealed && !isKept ? "it has an encrypted secret, and nothing names the secrets manager" : undefined;
}

function managerProblem(why: string): IntegrityProblem {
  return { severity: "error", rule: unreadableRules.manager, why, at: ["secrets_providers"] };
}
