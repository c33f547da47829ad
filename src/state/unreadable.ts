/**
 * Finds parts that Pulumi cannot read although the state passes the integrity rules: property values and the secrets provider
 * (docs/state.md#values-in-the-state).
 */
import { ImpError } from "../errors.ts";
import type { Path } from "../ir/path.ts";
import { secretsManagers } from "../secrets/index.ts";
import type { Deployment } from "./deployment.ts";
import type { StateResource } from "./state-resource.ts";
import type { IntegrityProblem } from "./verify.ts";

/** Numbers that docs/state.md#integrity-rules does not use. */
export const unreadableRules = { manager: 101, value: 102 } as const;

/** The types of Pulumi's secrets providers. */
const secretsProviderTypes: readonly string[] = ["passphrase", "cloud", "service"];

/** Returns the unreadable parts in file order. Does not decrypt secrets. */
export function unreadableParts(deployment: Deployment): readonly IntegrityProblem[] {
  const { secretsProvider, resources, pendingOperations } = deployment;
  const hasManager = secretsProvider !== undefined;
  const values = [
    ...resources.flatMap((resource, index) => unreadableValues(resource, hasManager, ["resources", index])),
    ...pendingOperations.flatMap(({ resource }, index) =>
      unreadableValues(resource, hasManager, ["pending_operations", index]),
    ),
  ];
  return [...checkManager(secretsProvider), ...values];
}

function unreadableValues(resource: StateResource, hasManager: boolean, at: Path): readonly IntegrityProblem[] {
  const why = unreadableReason(resource, hasManager);
  return why === undefined ? [] : [{ severity: "error", rule: unreadableRules.value, why, resource: resource.urn, at }];
}

function checkManager(provider: Deployment["secretsProvider"]): readonly IntegrityProblem[] {
  if (provider === undefined) return [];
  if (!secretsProviderTypes.includes(provider.type))
    return [managerProblem(`Pulumi has no secrets provider of type ${JSON.stringify(provider.type)}`)];
  const manager = secretsManagers.find(({ keyInState }) => keyInState(provider) !== undefined);
  const fault = manager?.faultOf(provider);
  return fault === undefined ? [] : [managerProblem(fault)];
}

function unreadableReason(resource: StateResource, hasManager: boolean): string | undefined {
  let isEncrypted = false;
  const decrypt = (): string => {
    isEncrypted = true;
    return "null";
  };
  try {
    resource.inputs(decrypt);
    resource.outputs(decrypt);
    resource.replacementTrigger(decrypt);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    const { where, why } = error.explanation;
    return `${where?.replace(`${resource.urn}, `, "") ?? "a value"}: ${why.replace(/^The value cannot be read: |\.$/g, "")}`;
  }
  return isEncrypted && !hasManager
    ? "it has an encrypted secret, but the state does not name a secrets provider"
    : undefined;
}

function managerProblem(why: string): IntegrityProblem {
  return { severity: "error", rule: unreadableRules.manager, why, at: ["secrets_providers"] };
}
