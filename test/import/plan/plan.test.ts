/** Import plans: the resources that are written, and the verdict of each import spec. */

import assert from "node:assert/strict";
import type { ImpError } from "../../../src/domain/errors.ts";
import type { ImportPlan, Link, Outcome, StateEntry } from "../../../src/domain/graph.ts";
import { problemOf } from "../../../src/domain/outcome.ts";
import { assemblePlan, type PlanSources } from "../../../src/import/plan/plan.ts";
import type { ReadOutcome } from "../../../src/import/read/read-all.ts";
import type { Derivation } from "../../../src/import/search/index.ts";
import { withoutUndefined } from "../../support/without-undefined.ts";
import { detailed, ModelCloud, type ModelObject, type ModelType, plainMap, urnOf } from "../model-cloud.ts";

const text = { type: "string" };
const rootStack = "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev";

/** The input `state` decides the verdict: "new" updates, "other" replaces, "bad" is rejected. */
const thing: ModelType = {
  inputProperties: {
    state: text,
    network: text,
    peers: { type: "array", items: text },
    password: { ...text, secret: true },
  },
  check: (_, news) =>
    news.state === "bad" ? { failures: [{ property: "password", reason: "is required" }] } : { inputs: news },
  diff: ({ olds, news }) => {
    if (olds.state === "new")
      return { changes: "some", detailed: new Map([["hash", { kind: "update", inputDiff: false }]]) };
    if (olds.state === "other") return { changes: "some", replaces: ["hash"] };
    return detailed({ state: olds.state ?? null, network: olds.network ?? null, peers: olds.peers ?? null }, news);
  },
  requiredInputs: ["state"],
};

interface Setting {
  readonly links?: ReadonlyMap<string, readonly Link[]>;
  readonly order?: readonly string[];
  readonly inProgram?: readonly string[];
  readonly allowReplace?: boolean;
  readonly unchanged?: readonly string[];
  readonly kept?: PlanSources["kept"];
  readonly dependsOn?: PlanSources["links"]["dependsOn"];
  readonly proposals?: PlanSources["links"]["proposals"];
}

function problemIn(outcome: Outcome | undefined): ImpError | undefined {
  return outcome && problemOf(outcome);
}

describe("the import plan", () => {
  it("writes dependencies first, and reports resources in the order of the import file", async () => {
    const plan = await planOf([named("c"), named("a"), named("b")], { order: ["a", "b", "c"] });
    assert.deepEqual(namesOf(plan), ["a", "b", "c"]);
    assert.deepEqual(
      plan.entries.map(({ urn }) => urn.split("::").at(-1)),
      ["default_1_0_0", "a", "b", "c"],
    );
    assert.deepEqual(
      plan.outcomes.map(({ name }) => name),
      ["c", "a", "b"],
    );
    assert.equal(entryOf(plan, "a").parent, rootStack);
  });

  it("omits a default provider that no resource uses", async () => {
    const plan = await planOf([named("a", { state: "bad" })]);
    assert.deepEqual(plan.entries, []);
    assert.deepEqual(plan.graph.resources, []);
  });

  it("reports which read values the program sets, and why", async () => {
    const plan = await planOf([named("a", { network: "net-1", peers: ["x"] }, { properties: [["peers"]] })]);
    const [outcome] = plan.outcomes;
    assert.deepEqual([...(outcome?.reasons ?? [])].sort(), [
      ["network", "diff"],
      ["peers", "asked"],
      ["state", "required"],
    ]);
    assert.equal(outcome?.read, 3);
    assert.equal(outcome?.verdict, "clean");
  });

  it("omits a rejected resource, and names its missing input", async () => {
    const plan = await planOf([named("a", { state: "bad" }), named("b")]);
    const [refused, good] = plan.outcomes;
    assert.equal(refused?.verdict, "failed");
    assert.equal(problemIn(refused)?.code, "VALUE_DEMANDED");
    assert.equal(good?.verdict, "clean");
    assert.deepEqual(namesOf(plan), ["b"]);
    const oneOf = [{ path: ["password"], secret: true }];
    assert.deepEqual(plan.needs, [{ urn: urnOf("a"), kind: "value", oneOf, takesPlaceholder: false }]);
  });

  it("writes an update, but writes a replacement only if it is allowed", async () => {
    const objects = [named("u", { state: "new" }), named("r", { state: "other" })];
    const plan = await planOf(objects);
    assert.deepEqual(namesOf(plan), ["u"]);
    assert.deepEqual(withoutUndefined(plan.outcomes[0]?.differences), [{ path: "hash", kind: "update" }]);
    assert.equal(problemIn(plan.outcomes[1])?.code, "REPLACE_REFUSED");
    const forcing = [{ path: "hash", kind: "update-replace" }];
    assert.deepEqual(withoutUndefined(plan.needs), [
      { urn: urnOf("r"), type: "model:index:Thing", kind: "replace", differences: forcing },
    ]);
    const allowed = await planOf(objects, { allowReplace: true });
    assert.deepEqual(namesOf(allowed), ["u", "r"]);
    assert.equal(allowed.outcomes[1]?.verdict, "replace");
    assert.equal(problemIn(allowed.outcomes[1])?.code, undefined);
    assert.deepEqual(allowed.needs, []);
  });

  describe("children of a resource", () => {
    const family = (state: string): readonly ModelObject[] => [
      named("grandchild", {}, { parent: urnOf("child") }),
      named("child", {}, { parent: urnOf("parent") }),
      named("parent", { state }),
      named("stranger"),
    ];
    const order = ["parent", "child", "grandchild", "stranger"];

    it("fails children of a failed resource with their own error, at any depth", async () => {
      const plan = await planOf(family("bad"), { order });
      assert.deepEqual(namesOf(plan), ["stranger"]);
      const [grandchild, child, parent] = plan.outcomes;
      assert.equal(problemIn(parent)?.code, "VALUE_DEMANDED");
      for (const [outcome, above] of [
        [grandchild, "child"],
        [child, "parent"],
      ] as const) {
        assert.equal(outcome?.verdict, "failed");
        assert.equal(problemIn(outcome)?.code, "PARENT_FAILED");
        assert.match(problemIn(outcome)?.message ?? "", new RegExp(`::${above} was not imported`));
        assert.deepEqual(outcome?.differences, []);
      }
    });

    it("fails children of a replacement unless it is allowed", async () => {
      assert.deepEqual(namesOf(await planOf(family("other"), { order })), ["stranger"]);
      assert.deepEqual(namesOf(await planOf(family("other"), { order, allowReplace: true })), order);
    });

    it("writes children of an updated or unchanged resource", async () => {
      assert.deepEqual(namesOf(await planOf(family("new"), { order })), order);
      const plan = await planOf(family("ok"), { order, unchanged: ["parent"], inProgram: ["parent"] });
      assert.deepEqual(namesOf(plan), ["child", "grandchild", "stranger"]);
      assert.equal(entryOf(plan, "child").parent, urnOf("parent"));
      assert.equal(plan.outcomes[2]?.verdict, "unchanged");
    });

    it("fails a child if its parent is in the state but not in the program", async () => {
      const plan = await planOf([named("a", {}, { parent: urnOf("elsewhere") })]);
      assert.equal(problemIn(plan.outcomes[0])?.code, "NOT_IN_PROGRAM");
      assert.deepEqual(namesOf(plan), []);
      assert.deepEqual(
        namesOf(await planOf([named("a", {}, { parent: urnOf("elsewhere") })], { inProgram: ["elsewhere"] })),
        ["a"],
      );
    });
  });

  describe("references between resources", () => {
    const toNetwork = (target: string): readonly Link[] => [
      { path: ["network"], parts: [{ kind: "output", referent: urnOf(target), property: ["id"] }] },
    ];
    const subnet = named("subnet", { network: "net-id" });
    const order = ["net", "subnet"];

    it("writes a reference to a clean resource, and records the dependency", async () => {
      const plan = await planOf([subnet, named("net")], {
        links: new Map([[urnOf("subnet"), toNetwork("net")]]),
        order,
      });
      assert.deepEqual(resourceOf(plan, "subnet").links, toNetwork("net"));
      assert.deepEqual(resourceOf(plan, "subnet").notes, []);
      assert.equal(plainMap(resourceOf(plan, "subnet").inputs).network, "net-id");
      assert.deepEqual(entryOf(plan, "subnet").dependencies, [urnOf("net")]);
      assert.deepEqual(
        entryOf(plan, "subnet").propertyDependencies,
        new Map([
          ["state", []],
          ["network", [urnOf("net")]],
        ]),
      );
    });

    for (const [how, state] of [
      ["rejected", "bad"],
      ["replaced", "other"],
    ] as const) {
      it(`writes a literal with a note if the referenced resource is ${how}`, async () => {
        const plan = await planOf([subnet, named("net", { state })], {
          links: new Map([[urnOf("subnet"), toNetwork("net")]]),
          order,
          allowReplace: true,
        });
        const resource = resourceOf(plan, "subnet");
        assert.deepEqual(resource.links, []);
        assert.deepEqual(
          resource.notes.map(({ path }) => path),
          [["network"]],
        );
        assert.match(resource.notes[0]?.text ?? "", /::net is not imported without a difference/);
        assert.equal(plainMap(resource.inputs).network, "net-id");
        assert.deepEqual(entryOf(plan, "subnet").dependencies, []);
        assert.equal(plan.outcomes[0]?.verdict, "clean");
      });
    }

    it("refers to the ID of an updated resource, and writes other outputs as literals", async () => {
      const through = (property: string): readonly Link[] => [
        { path: ["network"], parts: [{ kind: "output", referent: urnOf("net"), property: [property] }] },
      ];
      const linksOf = async (network: string, links: readonly Link[]) => {
        const objects = [named("subnet", { network }), named("net", { state: "new" })];
        const plan = await planOf(objects, { links: new Map([[urnOf("subnet"), links]]), order });
        assert.deepEqual(
          entryOf(plan, "subnet").dependencies,
          resourceOf(plan, "subnet").links.length > 0 ? [urnOf("net")] : [],
        );
        return resourceOf(plan, "subnet");
      };
      const id = entryOf(await planOf([named("net")]), "net").id ?? "";
      assert.deepEqual((await linksOf(id, through("id"))).links, through("id"));
      assert.deepEqual((await linksOf(id, through("arn"))).links, through("id"), "two outputs with the same value");
      const other = await linksOf("arn:of:net", through("arn"));
      assert.deepEqual(other.links, []);
      assert.match(other.notes[0]?.text ?? "", /::net is not imported without a difference/);
    });

    it("refers to an output that the Update preview returns unchanged, without a note", async () => {
      const toArn: readonly Link[] = [
        { path: ["network"], parts: [{ kind: "output", referent: urnOf("net"), property: ["arn"] }] },
      ];
      const links = new Map([[urnOf("subnet"), toArn]]);
      const kept = new Map([[urnOf("net"), (path: readonly (string | number)[]) => path.join() === "arn"]]);
      const objects = [named("subnet", { network: "arn:of:net" }), named("net", { state: "new" })];
      const plan = await planOf(objects, { links, order, kept });
      assert.deepEqual(resourceOf(plan, "subnet").links, toArn);
      assert.deepEqual(resourceOf(plan, "subnet").notes, []);
      assert.deepEqual(entryOf(plan, "subnet").dependencies, [urnOf("net")]);
    });

    it("refers to a resource that is already in the program", async () => {
      const links = new Map([[urnOf("subnet"), toNetwork("net")]]);
      const plan = await planOf([subnet], { links, order: ["subnet"], inProgram: ["net"] });
      assert.deepEqual(resourceOf(plan, "subnet").links, toNetwork("net"));
    });

    it("writes a literal if one of several parts of a value cannot be a reference", async () => {
      const link: Link = {
        path: ["network"],
        parts: [
          { kind: "output", referent: urnOf("net"), property: ["id"] },
          { kind: "text", text: "/" },
          { kind: "output", referent: urnOf("gone"), property: ["name"] },
        ],
      };
      const plan = await planOf([subnet, named("net"), named("gone", { state: "bad" })], {
        links: new Map([[urnOf("subnet"), [link]]]),
        order: ["net", "gone", "subnet"],
      });
      assert.deepEqual(resourceOf(plan, "subnet").links, []);
      assert.match(resourceOf(plan, "subnet").notes[0]?.text ?? "", /::gone is not imported/);
    });

    it("lists the dependencies of a resource once, in sorted order", async () => {
      const object = named("subnet", { network: "net-id", peers: ["x", "y"] });
      const to = (path: Link["path"], target: string): Link => ({
        path,
        parts: [{ kind: "output", referent: urnOf(target), property: ["id"] }],
      });
      const links = [to(["network"], "net"), to(["peers", 0], "net"), to(["peers", 1], "alpha")];
      const plan = await planOf([object, named("net"), named("alpha")], {
        links: new Map([[urnOf("subnet"), links]]),
        order: ["alpha", "net", "subnet"],
      });
      const { dependencies, propertyDependencies } = entryOf(plan, "subnet");
      assert.deepEqual(dependencies, [urnOf("alpha"), urnOf("net")]);
      assert.deepEqual(propertyDependencies.get("peers"), [urnOf("alpha"), urnOf("net")]);
      assert.deepEqual(propertyDependencies.get("network"), [urnOf("net")]);
      assert.deepEqual(propertyDependencies.get("state"), []);
    });

    it("ignores references in properties that the program omits", async () => {
      const links = new Map([[urnOf("subnet"), [...toNetwork("net"), ...linkTo(["password"], "net")]]]);
      const plan = await planOf([subnet, named("net")], { links, order });
      assert.deepEqual(resourceOf(plan, "subnet").links, toNetwork("net"));
      assert.deepEqual(resourceOf(plan, "subnet").notes, []);
    });
  });

  describe("dependencies without a reference", () => {
    const dependsOn = new Map([[urnOf("widget"), [urnOf("definition")]]]);
    const order = ["definition", "widget"];

    it("writes dependsOn to the program and the state, with the reason", async () => {
      const plan = await planOf([named("widget"), named("definition")], { dependsOn, order });
      assert.deepEqual(resourceOf(plan, "widget").options.dependsOn, [urnOf("definition")]);
      assert.deepEqual(entryOf(plan, "widget").dependencies, [urnOf("definition")]);
      const [first] = plan.outcomes.find(({ name }) => name === "widget")?.explanation ?? [];
      const ground = { kind: "defined", by: urnOf("definition") };
      assert.deepEqual(first, { path: "dependsOn", reason: "recreate", ground });
    });

    it("reports a dependency that a type's description mentions, without dependsOn", async () => {
      const plan = await planOf([named("widget"), named("definition")], { proposals: dependsOn, order });
      assert.deepEqual(resourceOf(plan, "widget").options.dependsOn, []);
      assert.deepEqual(
        plan.outcomes.map(({ remarks }) => remarks.filter(({ kind }) => kind === "order")),
        [[{ kind: "order", after: [urnOf("definition")] }], []],
      );
    });

    it("omits dependsOn if the resource that it names was not imported", async () => {
      const plan = await planOf([named("widget"), named("definition", { state: "bad" })], { dependsOn, order });
      assert.deepEqual(resourceOf(plan, "widget").options.dependsOn, []);
      assert.deepEqual(entryOf(plan, "widget").dependencies, []);
      const { explanation = [] } = plan.outcomes.find(({ name }) => name === "widget") ?? {};
      assert.equal(explanation.filter(({ path }) => path === "dependsOn").length, 0);
    });
  });

  it("keeps secret values secret in the program and the state", async () => {
    const plan = await planOf([named("a", { password: "p" }, { properties: [["password"]] })]);
    assert.equal(resourceOf(plan, "a").inputs.get("password")?.kind, "secret");
    assert.equal(entryOf(plan, "a").inputs.get("password")?.kind, "secret");
    assert.equal(entryOf(plan, "a").outputs.get("password")?.kind, "secret");
    assert.deepEqual(entryOf(plan, "a").additionalSecretOutputs, ["password"]);
  });
});

function linkTo(path: Link["path"], target: string): readonly Link[] {
  return [{ path, parts: [{ kind: "output", referent: urnOf(target), property: ["id"] }] }];
}

function named(name: string, inputs: ModelObject["inputs"] = {}, more: Partial<ModelObject> = {}): ModelObject {
  return { name, inputs: { state: "ok", ...inputs }, ...more };
}

async function planOf(objects: readonly ModelObject[], setting: Setting = {}): Promise<ImportPlan> {
  const cloud = new ModelCloud({ Thing: thing }, objects);
  const links = setting.links ?? new Map<string, readonly Link[]>();
  const linked = new Map([...links].map(([urn, list]) => [urn, list.map(({ path }) => path)]));
  const derivations: ReadonlyMap<string, Derivation> = await cloud.derive({ linked, explain: links });
  const unchanged = new Set((setting.unchanged ?? []).map((name) => urnOf(name)));
  const reads = (await cloud.reads()).map((read): ReadOutcome => {
    const request = read.kind === "read" ? read.cloud.request : read.request;
    return unchanged.has(request.urn) ? { kind: "unchanged", request } : read;
  });
  const sources: PlanSources = {
    request: cloud.request,
    calls: new Map(),
    otherStacks: [],
    reads,
    derivations,
    links: {
      links,
      notes: new Map(),
      dependsOn: setting.dependsOn ?? new Map(),
      proposals: setting.proposals ?? new Map(),
      order: (setting.order ?? objects.map(({ name }) => name ?? "")).map((name) => urnOf(name)),
    },
    providers: new Map(
      cloud.request.resources.map(({ urn }) => [urn, { ...cloud.instance, entry: providerEntry(cloud) }]),
    ),
    inProgram: new Set((setting.inProgram ?? []).map((name) => urnOf(name))),
    allowReplace: setting.allowReplace ?? false,
    declared: new Map(),
    known: { resources: new Map(), pendingCreates: new Set(), outputsOf: () => undefined },
    accepted: new Set<string>(),
    importOptions: false,
    printed: { urns: new Set(), outputs: [], ownOutputs: new Set(), takesOutputs: true },
    printsCode: true,
    placeholders: false,
    closed: {},
    env: {},
    kept: setting.kept ?? new Map(),
  };
  return assemblePlan(sources);
}

function providerEntry({ instance }: ModelCloud): StateEntry {
  return {
    urn: instance.urn,
    id: instance.id,
    type: "pulumi:providers:model",
    custom: true,
    parent: rootStack,
    inputs: new Map(),
    outputs: new Map(),
    protect: false,
    retainOnDelete: false,
    dependencies: [],
    propertyDependencies: new Map(),
    additionalSecretOutputs: [],
    replaceOnChanges: [],
    initErrors: [],
    ignoreChanges: [],
    refreshBeforeUpdate: false,
  };
}

function namesOf({ graph }: ImportPlan): readonly string[] {
  return graph.resources.map(({ name }) => name);
}

function entryOf({ entries }: ImportPlan, name: string): StateEntry {
  const found = entries.find(({ urn }) => urn === urnOf(name));
  assert.ok(found, `no entry ${name}`);
  return found;
}

function resourceOf({ graph }: ImportPlan, name: string) {
  const found = graph.resources.find((resource) => resource.name === name);
  assert.ok(found, `no resource ${name}`);
  return found;
}
