/** Drafts for the scripted provider: random inputs in the state, changed inputs in the program, and a random Diff response. */
import { formatPath } from "../../src/value/path.ts";
import { type Json, type JsonObject, placesIn, secretOf } from "./json-tree.ts";
import { type Draft, mutated, type Random } from "./mutate.ts";
import type { Answer } from "./scripted-provider.ts";

const names = ["name", "tags", "list", "nested", "foo.bar", "a b", "x-y", "_z", "ünï"] as const;

/** Returns a draft. Its Diff response contains paths of inputs, mostly in the engine's format, but a few are invalid. */
export function scriptedDraft(random: Random): Draft {
  const oldInputs = treeOf(random);
  const draft = mutated(
    {
      oldInputs,
      outputs: {},
      initErrors: [],
      wasProtected: false,
      inputs: oldInputs,
      ignoreChanges: [],
      replaceOnChanges: [],
      protect: false,
      story: [],
    },
    random,
  );
  const answer = answerAbout([draft.oldInputs, draft.inputs], random);
  const check: JsonObject = random() < 0.2 ? { check: { drop: ["name"], add: { added: [1, { deep: true }] } } } : {};
  return {
    ...draft,
    inputs: { ...draft.inputs, ...check },
    outputs: { __answer: JSON.stringify(answer) },
    story: [...draft.story, JSON.stringify(answer)],
  };
}

function treeOf(random: Random): JsonObject {
  const kept = names.filter(() => random() < 0.6);
  return Object.fromEntries(["name", ...kept].map((name) => [name, someValue(random, 0)]));
}

function someValue(random: Random, depth: number): Json {
  const sort = Math.floor(random() * (depth > 2 ? 5 : 9));
  const some = <T>(make: () => T): readonly T[] => Array.from({ length: Math.floor(random() * 4) }, make);
  switch (sort) {
    case 0:
      return Math.floor(random() * 3);
    case 1:
      return random() < 0.5;
    case 2:
      return null;
    case 3:
    case 4:
      return `text ${Math.floor(random() * 3)}`;
    case 5:
      return secretOf(someValue(random, depth + 1));
    case 6:
      return some(() => someValue(random, depth + 1));
    default:
      return Object.fromEntries(some(() => [names[Math.floor(random() * names.length)], someValue(random, depth + 1)]));
  }
}

/** Returns a random Diff response. Two of five are "unknown", for which the engine compares inputs. */
function answerAbout(trees: readonly JsonObject[], random: Random): Answer {
  const paths = trees.flatMap((tree) => placesIn(tree)).map(formatPath);
  const text = (): string => {
    const path = paths[Math.floor(random() * paths.length)] ?? "name";
    const sort = random();
    if (sort < 0.06) return `${path}[`;
    if (sort < 0.09) return `.${path}`;
    return sort < 0.14 ? `${path}.more["q"][3]` : path;
  };
  const texts = (most: number): readonly string[] => Array.from({ length: Math.floor(random() * most) }, text);
  const details = texts(4).map((path) => {
    const kind = Math.floor(random() * 6) as 0 | 1 | 2 | 3 | 4 | 5;
    return [
      path,
      { kind: random() < 0.7 ? (((kind >> 1) << 1) as 0 | 2 | 4) : kind, inputDiff: random() < 0.5 },
    ] as const;
  });
  const changes = random() < 0.4 ? 0 : random() < 0.2 ? 1 : 2;
  return {
    changes,
    diffs: random() < 0.5 ? texts(4) : texts(4).map((path) => path.split(/[.[]/)[0] ?? ""),
    replaces: random() < 0.25 ? texts(3) : [],
    deleteBeforeReplace: random() < 0.3,
    ...(random() < 0.6 && { detailed: Object.fromEntries(details) }),
  };
}
