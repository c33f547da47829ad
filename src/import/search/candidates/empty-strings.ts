/**
 * Rejects empty strings that Read returns for inputs that were never set. If one of several inputs is required, Check of a bridged provider accepts
 * an empty string for it, but a deployment would fail. Empty lists and maps are accepted, because they can be intended.
 */
import type { CheckFailure } from "../../../plugin/provider.ts";
import { openSecret } from "../../../value/open-value.ts";
import type { PropertyMap, Value } from "../../../value/value.ts";
import { mentioned } from "./mentions.ts";
import type { Subject } from "./subject.ts";

/** Returns the resource with a stricter Check. If one of several inputs is required, an empty string is not sufficient. */
export function rejectingEmptyStrings(subject: Subject): Subject {
  const { resource, cloud } = subject;
  const mayBeEmpty = new Set([...resource.requiredInputs, ...(cloud.request.inputs?.keys() ?? [])]);
  return {
    ...subject,
    check: async (olds, news) => {
      const answer = await subject.check(olds, news);
      const filled = new Map([...news].filter(([name, value]) => mayBeEmpty.has(name) || !isEmptyString(value)));
      if (answer.failures.length > 0 || filled.size === news.size) return answer;
      const { failures } = await subject.check(olds, filled);
      if (failures.length === 0) return answer;
      const needed = await subject.check(olds, inputsNamed(news, mayBeEmpty));
      const unmet = failures.filter((failure) => needed.failures.some((other) => isSameFailure(failure, other)));
      return isAboutGroup(unmet, subject) ? { ...answer, failures: unmet } : answer;
    },
  };
}

/** Returns whether the failures name several inputs. If so, the user may have set one of the others, not the one that Read returned as "". */
function isAboutGroup(failures: readonly CheckFailure[], { resource }: Subject): boolean {
  const inputs = [...resource.inputs.keys()].map((name) => ({ path: [name], presenceOnly: false }));
  const named = mentioned(inputs, failures).map(({ path }) => String(path[0]));
  const about = failures.flatMap(({ property }) => (resource.inputs.has(property) ? [property] : []));
  return new Set([...named, ...about]).size > 1;
}

export function isEmptyString(value: Value): boolean {
  const text = openSecret(value);
  return text.kind === "string" && text.value === "";
}

function inputsNamed(program: PropertyMap, names: ReadonlySet<string>): PropertyMap {
  return new Map([...program].filter(([name]) => names.has(name)));
}

function isSameFailure(a: CheckFailure, b: CheckFailure): boolean {
  return a.property === b.property && a.reason === b.reason;
}
