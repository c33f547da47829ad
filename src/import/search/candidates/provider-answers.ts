import { formatPattern } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { CloudResource } from "../../read/cloud-resource.ts";
import { valueKey } from "../selection/occurrences.ts";
import type { Subject } from "./subject.ts";

type Answers = Map<string, Promise<unknown>>;

/** Caches the provider's responses in a run, for resources that are derived again with other options. */
export class ProviderAnswers {
  /** Responses, by the map of outputs that Read returned. This map identifies the object, even if its URN changes. */
  readonly #ofObject = new WeakMap<PropertyMap, Answers>();
  readonly #ofTypes: Answers = new Map();

  /** Returns the resource with cached provider calls. Errors are not cached. */
  remembering(subject: Subject): Subject {
    const { cloud, create, ignored, traits } = subject;
    const answers = this.#ofObject.get(cloud.outputs) ?? new Map();
    this.#ofObject.set(cloud.outputs, answers);
    // Ignored paths are part of the key, because Check gets their old values.
    const context = [cloud.request.urn, cloud.instance.urn, traits.inputsRecord ?? "", ...ignored.map(formatPattern)];
    const cachedAnswer = <T>(question: readonly string[], ask: () => Promise<T>): Promise<T> =>
      rememberedAnswer(answers, JSON.stringify([context, question]), ask);
    return {
      ...subject,
      check: (olds, news) => cachedAnswer(["check", valueKey(olds), valueKey(news)], () => subject.check(olds, news)),
      diff: (oldInputs, news, ignoring) =>
        cachedAnswer(["diff", valueKey(oldInputs), valueKey(news), ...ignoring.map(formatPattern)], () =>
          subject.diff(oldInputs, news, ignoring),
        ),
      create: create && ((news) => cachedAnswer(["create", valueKey(news)], () => create(news))),
    };
  }

  /** Returns the result of `ask`, cached by `question`. Use it for results that are the same for several resources of a type. */
  ofType<T>(question: readonly string[], ask: () => Promise<T>): Promise<T> {
    return rememberedAnswer(this.#ofTypes, JSON.stringify(question), ask);
  }

  /** Removes the cached responses for an object. Call it after a result that no option can change. */
  forget({ outputs }: Pick<CloudResource, "outputs">): void {
    this.#ofObject.delete(outputs);
  }
}

function rememberedAnswer<T>(answers: Answers, key: string, ask: () => Promise<T>): Promise<T> {
  const cached = answers.get(key);
  // The key contains the method, which determines the type of the response.
  if (cached !== undefined) return cached as Promise<T>;
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}
