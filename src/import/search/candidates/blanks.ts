/**
 * Blanks: empty texts that Read returns for inputs that were never set. A bridge takes one for a value, so it would satisfy a group that needs
 * one of its inputs, and the deployment would fail. An empty list or map may be what the user set.
 */
import type { CheckFailure } from "../../../plugin/provider.ts";
import { openSecret } from "../../../value/open-value.ts";
import type { PropertyMap, Value } from "../../../value/value.ts";
import { mentioned } from "./mentions.ts";
import type { Subject } from "./subject.ts";

/**
 * Returns the subject with a Check that refuses a program if only a blank satisfies a group of inputs that every program of the type needs.
 * A single input that is required, and one that only another input needs, may be blank.
 */
export function refusingBlanks(subject: Subject): Subject {
  const { resource, cloud } = subject;
  const mayBeBlank = new Set([...resource.requiredInputs, ...(cloud.request.inputs?.keys() ?? [])]);
  return {
    ...subject,
    check: async (olds, news) => {
      const answer = await subject.check(olds, news);
      const filled = new Map([...news].filter(([name, value]) => mayBeBlank.has(name) || !isBlankText(value)));
      if (answer.failures.length > 0 || filled.size === news.size) return answer;
      const { failures } = await subject.check(olds, filled);
      if (failures.length === 0) return answer;
      const needed = await subject.check(olds, inputsNamed(news, mayBeBlank));
      const unmet = failures.filter((failure) => needed.failures.some((other) => isSameFailure(failure, other)));
      return isAboutGroup(unmet, subject) ? { ...answer, failures: unmet } : answer;
    },
  };
}

/** Returns true if failures name several inputs. The blank one is not necessarily the one that the user set. */
function isAboutGroup(failures: readonly CheckFailure[], { resource }: Subject): boolean {
  const inputs = [...resource.inputs.keys()].map((name) => ({ path: [name], presenceOnly: false }));
  const named = mentioned(inputs, failures).map(({ path }) => String(path[0]));
  const about = failures.flatMap(({ property }) => (resource.inputs.has(property) ? [property] : []));
  return new Set([...named, ...about]).size > 1;
}

export function isBlankText(value: Value): boolean {
  const text = openSecret(value);
  return text.kind === "string" && text.value === "";
}

function inputsNamed(program: PropertyMap, names: ReadonlySet<string>): PropertyMap {
  return new Map([...program].filter(([name]) => names.has(name)));
}

function isSameFailure(one: CheckFailure, other: CheckFailure): boolean {
  return one.property === other.property && one.reason === other.reason;
}
