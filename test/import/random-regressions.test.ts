/** Random providers for which a search once failed, and that no other test covers. */
import assert from "node:assert/strict";
import { derive } from "./honest.ts";
import { faultsOf } from "./judge-programs.ts";
import type { JsonObject } from "./model-cloud.ts";
import { randomProvider } from "./random-provider.ts";
import { type Behaviours, sentBySdk } from "./random-type.ts";

interface Regression {
  readonly name: string;
  readonly given: Behaviours;
  readonly objects: readonly JsonObject[];
  readonly how: "minimal" | "smallest";
}

const regressions: readonly Regression[] = [
  {
    name: "omits a value that was needed only by a value that is omitted later",
    given: {
      phantom: undefined,
      properties: {
        p0: {
          kind: "leaf",
          type: "text",
          required: false,
          requiredByProvider: false,
          silence: "kept",
          replaces: "no",
          trims: "diff",
          picky: false,
          unreadable: false,
        },
        p1: {
          kind: "group",
          of: "object",
          required: false,
          kept: true,
          members: {
            properties: {
              py0: {
                kind: "leaf",
                type: "map",
                required: false,
                requiredByProvider: true,
                silence: "random",
                replaces: "no",
                trims: "no",
                picky: false,
                unreadable: false,
              },
              py1: {
                kind: "leaf",
                type: "texts",
                required: false,
                requiredByProvider: false,
                silence: "nothing",
                replaces: "no",
                trims: "no",
                picky: false,
                unreadable: false,
              },
              py2: {
                kind: "leaf",
                type: "text",
                required: false,
                requiredByProvider: false,
                silence: "filled",
                replaces: "no",
                trims: "no",
                picky: true,
                unreadable: false,
              },
            },
            rules: [
              {
                kind: "exactly-one",
                a: "py2",
                b: "py1",
                named: "diff",
              },
            ],
          },
        },
        p2: {
          kind: "group",
          of: "list",
          required: true,
          kept: false,
          members: {
            properties: {
              py0: {
                kind: "leaf",
                type: "map",
                required: false,
                requiredByProvider: false,
                silence: "unstable",
                replaces: "no",
                trims: "no",
                picky: false,
                unreadable: false,
              },
            },
            rules: [],
          },
        },
      },
      rules: [],
      form: "unnamed",
      base: "outputs",
      extra: false,
    },
    objects: [
      {
        p0: "d",
        p1: {
          py0: {},
          py1: ["v"],
          py2: "d",
        },
        p2: [
          {
            py0: {
              "a.b": "v",
            },
          },
        ],
      },
      {
        p0: " u ",
        p2: [
          {
            py0: {},
          },
        ],
      },
    ],
    how: "smallest",
  },
  {
    name: "sets a required member only in list elements for which it is accepted",
    given: {
      phantom: undefined,
      properties: {
        p0: {
          kind: "group",
          of: "list",
          required: false,
          kept: false,
          members: {
            properties: {
              py0: {
                kind: "leaf",
                type: "text",
                required: true,
                requiredByProvider: false,
                silence: "nothing",
                replaces: "no",
                trims: "no",
                picky: false,
                unreadable: false,
              },
              py1: {
                kind: "group",
                of: "object",
                required: false,
                kept: false,
                members: {
                  properties: {
                    pyx0: {
                      kind: "leaf",
                      type: "text",
                      required: false,
                      requiredByProvider: true,
                      silence: "kept",
                      replaces: "no",
                      trims: "check",
                      picky: false,
                      unreadable: false,
                    },
                    pyx1: {
                      kind: "leaf",
                      type: "map",
                      required: true,
                      requiredByProvider: false,
                      silence: "kept",
                      replaces: "schema",
                      trims: "no",
                      picky: false,
                      unreadable: false,
                    },
                  },
                  rules: [],
                },
              },
              py2: {
                kind: "leaf",
                type: "text",
                required: false,
                requiredByProvider: false,
                silence: "nothing",
                replaces: "no",
                trims: "no",
                picky: false,
                unreadable: false,
              },
            },
            rules: [],
          },
        },
        p1: {
          kind: "leaf",
          type: "text",
          required: false,
          requiredByProvider: false,
          silence: "history",
          replaces: "no",
          trims: "no",
          picky: false,
          unreadable: false,
        },
        p2: {
          kind: "leaf",
          type: "texts",
          required: false,
          requiredByProvider: false,
          silence: "default",
          replaces: "no",
          trims: "diff",
          picky: true,
          unreadable: false,
        },
      },
      rules: [],
      form: "detailed",
      base: "inputs",
      extra: false,
    },
    objects: [
      {
        p0: [
          {
            py0: "u",
            py1: {
              pyx1: {
                k: "u",
              },
            },
          },
          {
            py0: "w",
            py1: {
              pyx0: "",
              pyx1: {
                k: "u",
                "a.b": "v",
              },
            },
            py2: "odd",
          },
        ],
        p1: "v",
      },
    ],
    how: "minimal",
  },
];

describe("random providers for which a search once failed", () => {
  for (const { name, given: model, objects, how } of regressions) {
    it(name, async () => {
      const { type, objectTypes } = randomProvider(model);
      const things = objects.map((inputs, index) => ({ name: `n${index}`, inputs, outputs: inputs }));
      const sent = (program: JsonObject): JsonObject => sentBySdk(model, program);
      const { cloud, derivations, programs } = await derive(type, things, { mode: how, objectTypes, sent });
      for (const [index, derivation] of derivations.entries()) {
        if (derivation.proof.verdict !== "clean") continue;
        const inputs = objects[index] ?? {};
        const seen = { cloud, behaviours: model, id: `n${index}-id`, inputs, outputs: inputs, mode: how };
        assert.deepEqual(faultsOf(seen, programs[index] ?? {}), [], JSON.stringify(programs[index]));
      }
    });
  }
});
