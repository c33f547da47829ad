/** Previews that are limited to targets. Resources that are not targets keep their state. */
import assert from "node:assert/strict";
import type { Provider } from "../../src/plugin/provider.ts";
import type { TargetOptions } from "../../src/preview/targets.ts";
import { stringValue } from "../../src/value/value.ts";
import { type Given, openPreviewWith, previewProgram, register, registerStack, stateAfter, urn } from "./programs.ts";
import { rulesProvider } from "./rules-provider.ts";

const thing = "rules:index:Thing";
const strict = "rules:index:Strict";
const replacing = { [strict]: ["name"] };

const database: Given = { type: strict, name: "database", inputs: { name: "a" } };
const app: Given = { type: thing, name: "app", inputs: { size: "1" }, references: { from: "database" } };
const other: Given = { type: thing, name: "other", inputs: { size: "1" } };
const grown = (resource: Given): Given => ({ ...resource, inputs: { ...resource.inputs, size: "2" } });

const only = (...urns: readonly string[]): TargetOptions => ({ urns, dependents: false });
const withDependents = (...urns: readonly string[]): TargetOptions => ({ urns, dependents: true });

async function previewed(before: readonly Given[], after: readonly Given[], targets: TargetOptions) {
  const { plan, steps, compared } = await previewProgram(stateAfter(before), after, replacing, targets);
  return { steps, compared, errors: plan.problems.map(({ message }) => message) };
}

describe("a preview with targets", () => {
  it("updates the targets, and calls Diff for no other resource", async () => {
    assert.deepEqual(await previewed([app, other, database], [grown(other), database], only(urn(thing, "other"))), {
      steps: ["update other"],
      compared: ["other"],
      errors: [],
    });
  });

  it("matches a part of a name with *, and any part of a URN with **", async () => {
    const inside: Given = { ...other, name: "inside", options: { parent: urn(thing, "other") } };
    const [before, after] = [
      [database, other, inside],
      [database, grown(other), grown(inside)],
    ] as const;
    const stepsOf = async (pattern: string) => (await previewed(before, after, only(pattern))).steps;
    assert.deepEqual(await stepsOf(`${urn(thing, "oth")}*`), ["update other"]);
    assert.deepEqual(await stepsOf("urn:pulumi:dev::shop::**::inside"), ["update inside"]);
    assert.deepEqual(await stepsOf("**"), ["update other", "update inside"]);
    assert.deepEqual(await stepsOf("urn:pulumi:*"), []);
  });

  it("does not create a resource that is not a target", async () => {
    const { steps, errors } = await previewed([other], [grown(other), database], only(urn(thing, "other")));
    assert.deepEqual({ steps, errors }, { steps: ["update other"], errors: [] });
  });

  it("answers that nothing is known about a resource that is not created", async () => {
    const preview = openPreviewWith(stateAfter([other]), rulesProvider(replacing), only(urn(thing, "other")));
    await registerStack(preview);
    const { id, isUnknown } = await register(preview, database, new Map());
    assert.deepEqual({ id, isUnknown }, { id: "", isUnknown: true });
  });

  it("imports a resource that is not a target, and then keeps it", async () => {
    const inputs = new Map([["name", stringValue("b")]]);
    const provider: Provider = {
      ...rulesProvider(replacing),
      read: async ({ id }) => ({ id, inputs, outputs: inputs, initErrors: [], refreshBeforeUpdate: false }),
    };
    const preview = openPreviewWith(stateAfter([database, other]), provider, only(urn(thing, "other")));
    await registerStack(preview);
    await register(preview, { ...database, options: { importId: "elsewhere" } }, new Map());
    await register(preview, other, new Map());
    const { steps, problems } = await preview.finish();
    assert.deepEqual(problems, []);
    assert.deepEqual(
      steps.slice(-4).map(({ op, urn: of }) => `${op} ${of.split("::").at(-1)}`),
      ["import-replacement database", "replace database", "same database", "same other"],
    );
  });

  it("reports only one error if targets depend on a resource that is not created", async () => {
    const second: Given = { ...app, name: "second" };
    const { steps, errors } = await previewed([], [database, app, second], only(`${urn(thing, "")}*`));
    assert.deepEqual(steps, ["create app", "create second"]);
    assert.deepEqual(errors, [
      `Resource '${urn(thing, "app")}' depends on '${urn(strict, "database")}' which was not specified in --target list.`,
    ]);
  });

  it("includes direct and indirect dependents of targets on request", async () => {
    const far: Given = { type: thing, name: "far", inputs: { size: "1" }, references: { from: "app" } };
    const before = [database, app, far, other];
    const after = [database, grown(app), grown(far), grown(other)];
    const stepsOf = async (targets: TargetOptions) => (await previewed(before, after, targets)).steps;
    assert.deepEqual(await stepsOf(only(urn(strict, "database"))), []);
    assert.deepEqual(await stepsOf(withDependents(urn(strict, "database"))), ["update app", "update far"]);
  });

  it("deletes only targets", async () => {
    const { steps } = await previewed([database, other], [], only(urn(thing, "other")));
    assert.deepEqual(steps, ["delete other"]);
  });

  it("rejects the deletion of a target with dependents, unless they are included", async () => {
    const target = urn(strict, "database");
    const { errors } = await previewed([database, app], [], only(target));
    assert.match(errors.join(), /^Resource '\S+::app' will be destroyed but was not specified in --target list/);
    const { steps, errors: none } = await previewed([database, app], [], withDependents(target));
    assert.deepEqual({ steps, none }, { steps: ["delete app", "delete database"], none: [] });
  });

  it("does not delete a target that another resource depends on in the state", async () => {
    const { steps, errors } = await previewed(
      [database, app],
      [{ ...app, references: {} }],
      only(urn(strict, "database")),
    );
    assert.deepEqual({ steps, errors }, { steps: [], errors: [] });
  });

  it("reports a target that neither the state nor the program has", async () => {
    const { errors } = await previewed([other], [other], only(urn(thing, "missing")));
    assert.deepEqual(errors, [`Target '${urn(thing, "missing")}' could not be found in the stack.`]);
  });

  it("rejects a new provider version for a resource that is not a target", async () => {
    const moved: Given = { ...other, options: { version: "2.0.0" } };
    const running = previewed([other, database], [moved], only(urn(strict, "database")));
    await assert.rejects(
      running,
      /has not been registered yet, this is due to a change of providers mixed with --target/,
    );
  });
});
