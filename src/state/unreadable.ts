/**
 * What of a state Pulumi cannot read, whatever its rules say: values, dates, and who keeps its secrets (state-and-secrets.md §1.7, §2, §6.1).
 */
import { ImpError } from "../errors.ts";
import type { Deployment } from "./deployment.ts";
import type { StateResource } from "./state-resource.ts";
import type { IntegrityProblem } from "./verify.ts";

/** No rule of §3 is about these. */
export const unreadable = { manager: 101, value: 102 } as const;

/** In the order of the file. Nothing is decrypted: whether a secret opens, only its passphrase tells. */
export function unreadableParts(deployment: Deployment): readonly IntegrityProblem[] {
  const { secretsProvider, resources } = deployment;
  const values = resources.flatMap((resource, index) => {
    const why = whyUnreadable(resource, secretsProvider !== undefined);
    return why === undefined ? [] : [problem(unreadable.value, why, { resource: resource.urn, index })];
  });
  return [...checkManager(secretsProvider), ...values];
}

function checkManager(provider: Deployment["secretsProvider"]): readonly IntegrityProblem[] {
  if (provider === undefined) return [];
  const { type, salt } = provider;
  if (!["passphrase", "cloud", "service"].includes(type))
    return [problem(unreadable.manager, `its secrets are kept by ${JSON.stringify(type)}, which Pulumi does not know`)];
  if (type !== "passphrase" || /^v1:[A-Za-z0-9+/]*={0,2}:/.test(salt ?? "")) return [];
  return [problem(unreadable.manager, "the salt of its secrets is missing or damaged")];
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function whyUnreadable(resource: StateResource, isKept: boolean): string | undefined {
  for (const key of ["created", "modified"] as const) {
    const text = resource[key];
    if (text !== undefined && !time.test(text)) return `its \`${key}\` is no time`;
  }
  let sealed = false;
  const look = (): string => {
    sealed = true;
    return "null";
  };
  try {
    resource.inputs(look);
    resource.outputs(look);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    const { where, why } = error.explanation;
    return `${where?.replace(`${resource.urn}, `, "") ?? "a value"}: ${why.replace(/^The value cannot be read: |\.$/g, "")}`;
  }
  return sealed && !isKept ? "it has an encrypted secret, and nothing says who keeps the secrets" : undefined;
}

function problem(
  rule: number,
  why: string,
  place: Pick<IntegrityProblem, "resource" | "index"> = {},
): IntegrityProblem {
  return { severity: "error", rule, why, ...place };
}
