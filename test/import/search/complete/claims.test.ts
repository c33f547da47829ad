/** Documents for `--schema` save provider calls. If they are wrong, programs still set every value. */
import assert from "node:assert/strict";
import { type ClaimedAttribute, claimingSpecification, groupOf } from "../../../support/claiming.ts";
import { deriveOne } from "../../honest.ts";
import { detailed, type JsonObject, type ModelType, unknownText } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { planning, refusing, text } from "./model-parts.ts";

const describing = (attributes: readonly ClaimedAttribute[]) => ({
  descriptions: [claimingSpecification("model", { thing: attributes })],
});

describe("a property that a --schema document describes as replacing", () => {
  const type: ModelType = {
    inputProperties: { name: text, hostId: text },
    diff: (request) => lenient(request, ["hostId"]),
    create: planning({ hostId: unknownText }),
  };
  const object = { id: "main", inputs: { name: "main", hostId: "h-0a1b2c3d4e" } };
  const probes = ({ cloud }: Awaited<ReturnType<typeof completeOne>>): number =>
    cloud.calls.filter(({ method, news }) => method === "Diff" && JSON.stringify(news).includes("-probe")).length;

  it("sets a property that --schema describes as replacing without asking Diff", async () => {
    const alone = await completeOne(type, object);
    const claimed = await completeOne(type, object, describing([{ name: "host_id", replaces: true }]));
    assert.deepEqual([probes(alone), probes(claimed)], [1, 0]);
    assert.ok(claimed.cloud.calls.length < alone.cloud.calls.length);
    assert.deepEqual(claimed.program, { name: "main", hostId: "h-0a1b2c3d4e" });
    assert.deepEqual([claimed.program, claimed.verdict], [alone.program, alone.verdict]);
    assert.equal(claimed.classes.hostId, "set: identity");
  });

  it("sets a property that --schema wrongly describes as replacing", async () => {
    const tame = { ...type, diff: lenient };
    const { program, verdict } = await completeOne(tame, object, describing([{ name: "host_id", replaces: true }]));
    assert.deepEqual([program, verdict], [{ name: "main", hostId: "h-0a1b2c3d4e" }, "clean"]);
  });
});

describe("properties that a --schema document describes as exclusive", () => {
  const names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"] as const;
  const inputs = Object.fromEntries(names.map((name) => [name, `${name} value`]));
  /** Check requires exactly one of the first four properties, and one of the last two, but its rejections name no property. */
  const mute: ModelType = {
    inputProperties: Object.fromEntries(names.map((name) => [name, text])),
    check: (_, news) => {
      const [some, others] = [names.slice(0, 4), names.slice(4)].map((group) =>
        group.filter((name) => news[name] !== undefined),
      );
      return some?.length === 1 && others?.length === 1 ? { inputs: news } : refusing("", "the request is not valid");
    },
    diff: lenient,
  };
  const groups = describing([
    { name: "alpha", rules: [groupOf("ExactlyOneOf", ["beta", "gamma", "delta"])] },
    ...["beta", "gamma", "delta"].map((name) => ({ name })),
    { name: "epsilon", rules: [groupOf("ConflictsWith", ["zeta"])] },
    { name: "zeta" },
  ]);

  it("sets one of several properties that --schema describes as exclusive", async () => {
    const alone = await completeOne(mute, { inputs });
    const claimed = await completeOne(mute, { inputs }, groups);
    assert.equal(claimed.verdict, "clean");
    assert.deepEqual(claimed.program, { alpha: "alpha value", epsilon: "epsilon value" });
    assert.ok(claimed.cloud.calls.length < alone.cloud.calls.length);
  });

  it("sets all properties that --schema wrongly describes as exclusive", async () => {
    const free = { ...mute, check: (_: JsonObject, news: JsonObject) => ({ inputs: news }) };
    const { program, verdict } = await completeOne(free, { inputs }, groups);
    assert.deepEqual([program, verdict], [inputs, "clean"]);
  });

  it("reports one of two required inputs as missing if --schema names both and Read returns neither", async () => {
    const open = Array.from({ length: 30 }, (_, i) => `extra${i}`);
    const type: ModelType = {
      inputProperties: Object.fromEntries(["name", ...open, "password", "keyText"].map((name) => [name, text])),
      check: (_, news) =>
        (news.password === undefined) === (news.keyText === undefined)
          ? refusing("", "there must be one way to log in")
          : { inputs: news },
      diff: ({ olds, news }) => detailed({ ...news, ...olds }, news),
    };
    const object = { inputs: { name: "main" } };
    const rule = groupOf("ExactlyOneOf", ["key_text"]);
    const alone = await deriveOne(type, object, { mode: "minimal" });
    const claimed = await deriveOne(type, object, {
      mode: "minimal",
      ...describing([{ name: "password", rules: [rule] }, { name: "key_text" }]),
    });
    assert.equal(alone.proof.missingInputs, undefined);
    assert.deepEqual(claimed.proof.missingInputs?.groups, [["keyText", "password"]]);
    assert.ok(claimed.cloud.calls.length < alone.cloud.calls.length);
  });
});

describe("a property that a --schema document describes as computed", () => {
  const inputs = { name: "main", size: "large" };
  const claim = describing([{ name: "size", requiredness: "computed" }]);

  it("omits a property that --schema describes as computed if the provider rejects it", async () => {
    const type: ModelType = {
      inputProperties: { name: text, size: text },
      check: (_, news) => (news.size === undefined ? { inputs: news } : refusing("", "no such argument")),
      diff: lenient,
    };
    const { program, verdict, classes } = await completeOne(type, { inputs }, claim);
    assert.deepEqual([program, verdict], [{ name: "main" }, "clean"]);
    assert.equal(classes.size, "unsettable: refused");
  });

  it("sets a property that --schema describes as computed if the provider accepts it", async () => {
    const type: ModelType = { inputProperties: { name: text, size: text }, diff: lenient };
    const { program, verdict } = await completeOne(type, { inputs }, claim);
    assert.deepEqual([program, verdict], [inputs, "clean"]);
  });
});
