/** Previews of whole programs: the steps for each change. */
import assert from "node:assert/strict";
import type { FunctionRequest } from "../../src/domain/registration.ts";
import { emptyMap } from "../../src/value/value.ts";
import {
  type Given,
  openPreview,
  openPreviewWith,
  previewProgram,
  register,
  registerStack,
  root,
  stateAfter,
  urn,
} from "./programs.ts";
import { rulesProvider } from "./rules-provider.ts";

const thing = "rules:index:Thing";
const strict = "rules:index:Strict";
/** Things are updated, whatever changes; of the strict ones each change of `name` or `from` is a replacement. */
const replacing = { [strict]: ["name", "from"] };

const database: Given = { type: strict, name: "database", inputs: { name: "a" } };
const renamed: Given = { ...database, inputs: { name: "b" } };

async function stepsOf(before: readonly Given[], after: readonly Given[]): Promise<readonly string[]> {
  const { plan, steps } = await previewProgram(stateAfter(before), after, replacing);
  assert.deepEqual(plan.problems, []);
  return steps;
}

describe("a preview", () => {
  it("has no steps for a program that did not change", async () => {
    const program: readonly Given[] = [database, { type: thing, name: "app", references: { from: "database" } }];
    assert.deepEqual(await stepsOf(program, program), []);
  });

  it("creates, updates, and deletes", async () => {
    const app: Given = { type: thing, name: "app", inputs: { size: "1" } };
    const other: Given = { type: thing, name: "other" };
    assert.deepEqual(await stepsOf([app, other], [{ ...app, inputs: { size: "2" } }, database]), [
      "update app",
      "create database",
      "delete other",
    ]);
  });

  it("creates a replacement first, and deletes at the end", async () => {
    const app: Given = { type: thing, name: "app", references: { from: "database" } };
    assert.deepEqual(await stepsOf([database, app], [renamed, app]), [
      "create-replacement database",
      "replace database",
      "update app",
      "delete-replaced database",
    ]);
  });

  it("deletes first those dependents that the deletion would replace", async () => {
    // As in chapter 2.2.2 of Pulumi's developer documentation: all depend on A, and B and D are not replaced by that.
    const graph = (a: Given): readonly Given[] => [
      { ...a, name: "A" },
      { type: thing, name: "B", inputs: { from: "-" }, options: { dependencies: [urn(strict, "A")] } },
      { type: strict, name: "C", references: { from: "A" } },
      { type: strict, name: "D", inputs: { name: "d" }, references: { from: "B" } },
      { type: strict, name: "E", references: { from: "C" } },
      { type: thing, name: "F", references: { from: "C" } },
    ];
    const steps = await stepsOf(graph(database), graph({ ...renamed, options: { deleteBeforeReplace: true } }));
    assert.deepEqual(steps, [
      "delete-replaced E",
      "delete-replaced C",
      "delete-replaced A",
      "replace A",
      "create-replacement A",
      "replace C",
      "create-replacement C",
      "replace E",
      "create-replacement E",
      "update F",
    ]);
  });

  it("asks about the next resource while the provider compares the first one", async () => {
    const program: readonly Given[] = [
      { type: thing, name: "first" },
      { type: thing, name: "second" },
    ];
    const provider = rulesProvider({});
    let askedSecond = (): void => {};
    const asked = new Promise<void>((resolve) => {
      askedSecond = resolve;
    });
    const preview = openPreviewWith(stateAfter(program), {
      ...provider,
      diff: async (request) => {
        if (request.name === "second") askedSecond();
        else await asked;
        return await provider.diff(request);
      },
    });
    await registerStack(preview);
    await Promise.all(program.map((given) => register(preview, given, new Map())));
    const names = preview.finish().steps.map(({ urn: of }) => of.split("::").at(-1));
    assert.deepEqual(names.slice(-2), ["first", "second"]);
  });

  it("keeps the value of an ignored input", async () => {
    assert.deepEqual(await stepsOf([database], [{ ...renamed, options: { ignoreChanges: ["name"] } }]), []);
  });

  it("replaces for a listed change that the provider would update", async () => {
    const app: Given = { type: thing, name: "app", inputs: { size: "1" } };
    const grown: Given = { ...app, inputs: { size: "2" }, options: { replaceOnChanges: ["size"] } };
    assert.deepEqual(await stepsOf([app], [grown]), ["create-replacement app", "replace app", "delete-replaced app"]);
  });

  it("finds a resource under its alias, and its children with it", async () => {
    const group: Given = { type: "acme:index:Group", name: "group", options: { custom: false } };
    const child: Given = { type: thing, name: "group-child", options: { parent: urn(group.type, "group") } };
    const team: Given = {
      ...group,
      name: "team",
      options: {
        custom: false,
        aliases: [{ kind: "spec", name: "group", type: "", stack: "", project: "", parent: { kind: "same" } }],
      },
    };
    const moved: Given = { ...child, name: "team-child", options: { parent: urn(group.type, "team") } };
    assert.deepEqual(await stepsOf([group, child], [team, moved]), []);
  });

  it("refuses to delete a protected resource", async () => {
    const kept: Given = { ...database, options: { protect: true } };
    const { plan } = await previewProgram(stateAfter([kept]), [], replacing);
    assert.match(plan.problems[0]?.message ?? "", /protected/);
  });

  it("refuses a resource that is registered twice, and everything after it", async () => {
    await assert.rejects(previewProgram(stateAfter([]), [database, database], replacing), /Duplicate resource URN/);
  });

  it("refuses a parent that is not registered", async () => {
    const orphan: Given = { ...database, options: { parent: urn("acme:index:Group", "missing", root) } };
    await assert.rejects(previewProgram(stateAfter([]), [orphan], replacing), /could not find parent/);
  });

  it("compares a resource once, and asks about its dependents only if a deletion comes first", async () => {
    const app: Given = { type: thing, name: "app", references: { from: "database" } };
    const { compared } = await previewProgram(stateAfter([database, app]), [renamed, app], replacing);
    assert.deepEqual(compared, ["database", "app"]);
  });

  it("rejects a function that may change something, without calling it", async () => {
    const preview = openPreview([], replacing);
    await assert.rejects(preview.invoke(callOf("rules:index:resetThing")), /does not call the function/);
  });

  it("does not call a function that depends on a resource that the update creates", async () => {
    const preview = openPreview(stateAfter([]), replacing);
    await registerStack(preview);
    const { urn: created } = await register(preview, database, new Map());
    const { result } = await preview.invoke({ ...callOf("rules:index:getThing"), dependencies: [created] });
    assert.equal(result, undefined);
  });
});

function callOf(token: string): FunctionRequest {
  return {
    token,
    arguments: emptyMap,
    parent: root,
    dependencies: [],
    provider: "",
    version: "1.0.0",
    pluginDownloadUrl: "",
    packageRef: "",
  };
}
