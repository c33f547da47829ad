/** Hooks in a preview of a whole program. */
import assert from "node:assert/strict";
import type { Hook } from "../../src/domain/registration.ts";
import type { Preview } from "../../src/preview/preview.ts";
import { emptyMap, type PropertyMap, stringValue } from "../../src/value/value.ts";
import { type Given, openPreview, register, registerStack, stateAfter } from "./programs.ts";

const thing = "rules:index:Thing";
const app: Given = { type: thing, name: "app", inputs: { size: "1" } };
const larger: Given = { ...app, inputs: { size: "2" } };

const everyType = ["BeforeCreate", "AfterCreate", "BeforeUpdate", "AfterUpdate", "BeforeDelete", "AfterDelete"];

/** Returns the names of one hook for each type. */
const hooks = new Map(everyType.map((type) => [type, [type]]));

/** Returns hooks that run in previews and record their values. */
function recordingHooks(ran: string[]): readonly Hook[] {
  return everyType.map((name) => ({
    name,
    onDryRun: true,
    ignoreErrors: false,
    run: async ({ urn, id, newInputs, oldInputs, newOutputs, oldOutputs }) => {
      const sizes = [newInputs, oldInputs, newOutputs, oldOutputs].map(sizeIn);
      ran.push(`${name} ${urn.split("::").at(-1)} "${id}" ${sizes.join(" ")}`);
      return undefined;
    },
  }));
}

function sizeIn(values: PropertyMap | undefined): string {
  const size = values?.get("size");
  return size?.kind === "string" ? size.value : "-";
}

/** Returns a hook that fails. */
function failing(name: string, options: Partial<Hook> = {}): Hook {
  return { name, onDryRun: true, ignoreErrors: false, run: async () => "out of order", ...options };
}

async function openWith(olds: readonly Given[], registered: readonly Hook[]): Promise<Preview> {
  const state = stateAfter(olds).map((resource) => (resource.type === thing ? { ...resource, hooks } : resource));
  const preview = openPreview(state, {});
  for (const hook of registered) preview.registerHook(hook);
  await registerStack(preview);
  return preview;
}

function withHooks(given: Given, names: readonly string[] = everyType): Given {
  return { ...given, options: { hooks: new Map(names.map((type) => [type, [type]])) } };
}

async function problemsOf(preview: Preview): Promise<readonly string[]> {
  const { problems } = await preview.finish();
  return problems.map(({ severity, message }) => `${severity}: ${message}`);
}

describe("the hooks of a resource in a preview", () => {
  it("run before and after a creation with the new values", async () => {
    const ran: string[] = [];
    const preview = await openWith([], recordingHooks(ran));
    await register(preview, withHooks(app), new Map());
    assert.deepEqual(ran, [`BeforeCreate app "" 1 - - -`, `AfterCreate app "" 1 - 1 -`]);
  });

  it("run before and after an update with the old and new values", async () => {
    const ran: string[] = [];
    const preview = await openWith([app], recordingHooks(ran));
    await register(preview, withHooks(larger), new Map());
    assert.deepEqual(ran, [`BeforeUpdate app "app-id" 2 1 - 1`, `AfterUpdate app "app-id" 2 1 2 1`]);
  });

  it("don't run if nothing changes", async () => {
    const ran: string[] = [];
    const preview = await openWith([app], recordingHooks(ran));
    await register(preview, withHooks(app), new Map());
    assert.deepEqual(await problemsOf(preview), []);
    assert.deepEqual(ran, []);
  });

  it("run for a deletion while the program waits for shutdown", async () => {
    const ran: string[] = [];
    const preview = await openWith([app], recordingHooks(ran));
    await preview.waitForShutdown();
    assert.deepEqual(ran, [`BeforeDelete app "app-id" - 1 - 1`, `AfterDelete app "app-id" - 1 - 1`]);
    await assert.rejects(preview.waitForShutdown(), /Already waiting for shutdown/);
  });

  it("run after the outputs of a component are registered", async () => {
    const ran: string[] = [];
    const preview = await openWith([], recordingHooks(ran));
    const component = withHooks({ ...app, type: "acme:index:Group" });
    const options = { ...component.options, custom: false };
    const { urn } = await register(preview, { ...component, options }, new Map());
    assert.deepEqual(ran, [`BeforeCreate app "" 1 - - -`]);
    await preview.registerOutputs(urn, new Map([["size", stringValue("3")]]));
    await preview.registerOutputs(urn, emptyMap);
    assert.deepEqual(ran.slice(1), [`AfterCreate app "" 1 - 3 -`]);
  });

  it("end the preview if they fail", async () => {
    const preview = await openWith([], [failing("BeforeCreate")]);
    await assert.rejects(register(preview, withHooks(app, ["BeforeCreate"]), new Map()));
    assert.deepEqual(await problemsOf(preview), ['error: before hook "BeforeCreate" failed: out of order']);
  });

  it("only warn if their errors are ignored", async () => {
    const preview = await openWith([], [failing("AfterCreate", { ignoreErrors: true })]);
    await register(preview, withHooks(app, ["AfterCreate"]), new Map());
    assert.deepEqual(await problemsOf(preview), ['warning: AfterCreate hook "AfterCreate" failed: out of order']);
  });

  it("don't run in previews unless they have onDryRun", async () => {
    const preview = await openWith([], [failing("BeforeCreate", { onDryRun: false })]);
    await register(preview, withHooks(app, ["BeforeCreate"]), new Map());
    assert.deepEqual(await problemsOf(preview), []);
  });

  it("end the preview if the program no longer registers the hook of a deleted resource", async () => {
    const preview = await openWith([app], []);
    assert.deepEqual(await problemsOf(preview), ['error: hook "BeforeDelete" was not registered']);
  });

  it("have different names, also from error hooks", async () => {
    const preview = await openWith([], [failing("note")]);
    assert.throws(() => preview.registerErrorHook("note"), /already registered for name "note"/);
  });
});
