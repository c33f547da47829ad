/** The steps that previews of whole programs show for each kind of change. */
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
/** All changes of type `thing` are updates. Changes of `name` or `from` of type `strict` are replacements. */
const replacing = { [strict]: ["name", "from"] };

const database: Given = { type: strict, name: "database", inputs: { name: "a" } };
const renamed: Given = { ...database, inputs: { name: "b" } };

async function stepsOf(before: readonly Given[], after: readonly Given[]): Promise<readonly string[]> {
  const { plan, steps } = await previewProgram(stateAfter(before), after, replacing);
  assert.deepEqual(plan.problems, []);
  return steps;
}

describe("a preview of a whole program", () => {
  it("shows no steps for an unchanged program", async () => {
    const program: readonly Given[] = [database, { type: thing, name: "app", references: { from: "database" } }];
    assert.deepEqual(await stepsOf(program, program), []);
  });

  it("shows steps that create, update, and delete", async () => {
    const app: Given = { type: thing, name: "app", inputs: { size: "1" } };
    const other: Given = { type: thing, name: "other" };
    assert.deepEqual(await stepsOf([app, other], [{ ...app, inputs: { size: "2" } }, database]), [
      "update app",
      "create database",
      "delete other",
    ]);
  });

  it("creates a replacement first, and deletes the old resource at the end", async () => {
    const app: Given = { type: thing, name: "app", references: { from: "database" } };
    assert.deepEqual(await stepsOf([database, app], [renamed, app]), [
      "create-replacement database",
      "replace database",
      "update app",
      "delete-replaced database",
    ]);
  });

  it("deletes a resource and its replaced dependents first with deleteBeforeReplace", async () => {
    // As in chapter 2.2.2 of Pulumi's developer documentation, all resources depend on A, but a replacement of A does not replace B and D.
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

  it("calls Diff for the next resource before Diff for the first one has returned", async () => {
    const program: readonly Given[] = [
      { type: thing, name: "first" },
      { type: thing, name: "second" },
    ];
    const provider = rulesProvider({});
    let askedSecond = (): void => {};
    const requests = new Promise<void>((resolve) => {
      askedSecond = resolve;
    });
    const preview = openPreviewWith(stateAfter(program), {
      ...provider,
      diff: async (request) => {
        if (request.name === "second") askedSecond();
        else await requests;
        return await provider.diff(request);
      },
    });
    await registerStack(preview);
    await Promise.all(program.map((given) => register(preview, given, new Map())));
    const { steps } = await preview.finish();
    const names = steps.map(({ urn: of }) => of.split("::").at(-1));
    assert.deepEqual(names.slice(-2), ["first", "second"]);
  });

  it("keeps the old value of an input in ignoreChanges", async () => {
    assert.deepEqual(await stepsOf([database], [{ ...renamed, options: { ignoreChanges: ["name"] } }]), []);
  });

  it("replaces a resource if a property in replaceOnChanges changes", async () => {
    const app: Given = { type: thing, name: "app", inputs: { size: "1" } };
    const grown: Given = { ...app, inputs: { size: "2" }, options: { replaceOnChanges: ["size"] } };
    assert.deepEqual(await stepsOf([app], [grown]), ["create-replacement app", "replace app", "delete-replaced app"]);
  });

  it("finds a renamed component and its children in the state by the alias", async () => {
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

  it("rejects the deletion of a protected resource", async () => {
    const kept: Given = { ...database, options: { protect: true } };
    const { plan } = await previewProgram(stateAfter([kept]), [], replacing);
    assert.match(plan.problems[0]?.message ?? "", /protected/);
  });

  it("rejects a second registration of the same URN", async () => {
    await assert.rejects(previewProgram(stateAfter([]), [database, database], replacing), /Duplicate resource URN/);
  });

  it("rejects a parent that is not registered", async () => {
    const orphan: Given = { ...database, options: { parent: urn("acme:index:Group", "missing", root) } };
    await assert.rejects(previewProgram(stateAfter([]), [orphan], replacing), /could not find parent/);
  });

  it("calls Diff only once for a replaced resource and for its dependent", async () => {
    const app: Given = { type: thing, name: "app", references: { from: "database" } };
    const { compared } = await previewProgram(stateAfter([database, app]), [renamed, app], replacing);
    assert.deepEqual(compared, ["database", "app"]);
  });

  it("rejects a function that may change resources, and does not call it", async () => {
    const preview = openPreview([], replacing);
    await assert.rejects(preview.invoke(callOf("rules:index:resetThing")), /does not call the function/);
  });

  it("does not call a function that depends on a resource to be created", async () => {
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
