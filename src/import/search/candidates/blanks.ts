/**
 * Blanks: empty values that Read returns for inputs that were never set. Bridges count one as given, so that it would meet a group of inputs of
 * which one has to be there; a deployment then fails, because nothing is in it.
 */
import { isEmpty } from "../../../value/is-empty.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { Subject } from "./subject.ts";

/** Returns the subject with a Check that refuses a program if only its blanks make the provider take it. */
export function refusingBlanks(subject: Subject): Subject {
  const { resource, cloud } = subject;
  const mayBeBlank = new Set([...resource.requiredInputs, ...(cloud.request.inputs?.keys() ?? [])]);
  return {
    ...subject,
    check: async (olds, news) => {
      const answer = await subject.check(olds, news);
      const filled = withoutBlanks(news, mayBeBlank);
      if (answer.failures.length > 0 || filled.size === news.size) return answer;
      const { failures } = await subject.check(olds, filled);
      return failures.length > 0 ? { ...answer, failures } : answer;
    },
  };
}

/** The program without blanks, except for inputs that the schema requires or the import file gives. */
function withoutBlanks(program: PropertyMap, mayBeBlank: ReadonlySet<string>): PropertyMap {
  return new Map([...program].filter(([name, value]) => mayBeBlank.has(name) || !isEmpty(value)));
}
