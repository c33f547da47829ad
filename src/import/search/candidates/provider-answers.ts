/**
 * Provider answers of one run: a resource that is derived again, with other options, gets those that it got before.
 */
import { formatPattern } from "../../../ir/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { valueKey } from "../selection/places.ts";
import type { Subject } from "./subject.ts";

/** By question. */
type Answers = Map<string, Promise<unknown>>;

export class ProviderAnswers {
  /** By the outputs that Read returned, which are the object: another entry may get the URN of this one later. */
  readonly #ofObject = new WeakMap<PropertyMap, Answers>();
  readonly #ofTypes: Answers = new Map();

  /** The subject whose questions are asked once. Errors are not kept: the next time there may be an answer. */
  remembering(subject: Subject): Subject {
    const { cloud, create, ignored, traits } = subject;
    const answers = this.#ofObject.get(cloud.outputs) ?? new Map();
    this.#ofObject.set(cloud.outputs, answers);
    // With old values in place of ignored ones, Check is asked something else.
    const about = [cloud.request.urn, cloud.instance.urn, traits.inputsRecord ?? "", ...ignored.map(formatPattern)];
    const once = <T>(question: readonly string[], ask: () => Promise<T>): Promise<T> =>
      rememberedAnswer(answers, JSON.stringify([about, question]), ask);
    return {
      ...subject,
      check: (olds, news) => once(["check", valueKey(olds), valueKey(news)], () => subject.check(olds, news)),
      diff: (oldInputs, news, ignoring) =>
        once(["diff", valueKey(oldInputs), valueKey(news), ...ignoring.map(formatPattern)], () =>
          subject.diff(oldInputs, news, ignoring),
        ),
      create: create && ((news) => once(["create", valueKey(news)], () => create(news))),
    };
  }

  /** The answer to a question that is the same for every resource of a type which sets the same inputs. */
  ofType<T>(question: readonly string[], ask: () => Promise<T>): Promise<T> {
    return rememberedAnswer(this.#ofTypes, JSON.stringify(question), ask);
  }

  /** Frees the answers about an object that no option leads to another result of. */
  forget({ outputs }: Pick<CloudResource, "outputs">): void {
    this.#ofObject.delete(outputs);
  }
}

function rememberedAnswer<T>(answers: Answers, key: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(key);
  // A key names the method, and so the type of the answer.
  if (known !== undefined) return known as Promise<T>;
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}
