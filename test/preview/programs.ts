/** Short programs for the provider in memory, and the states after them. */

import type { Registered, Registration } from "../../src/domain/registration.ts";
import { makeUrn, providerReference } from "../../src/domain/urn.ts";
import type { Provider } from "../../src/plugin/provider.ts";
import { Preview, type PreviewPlan } from "../../src/preview/preview.ts";
import { plainResource, type Resource } from "../../src/preview/resource.ts";
import type { TargetOptions } from "../../src/preview/targets.ts";
import { emptyMap, nullValue, type PropertyMap, stringValue, type Value } from "../../src/value/value.ts";
import { type ReplacingInputs, rulesProvider } from "./rules-provider.ts";

const [stack, project] = ["dev", "shop"];
export const root = makeUrn(stack, project, undefined, "pulumi:pulumi:Stack", "shop-dev");
const provider = makeUrn(stack, project, undefined, "pulumi:providers:rules", "default_1_0_0");

/** Returns the URN of a resource. Its parent defaults to the root stack. */
export function urn(type: string, name: string, parent = root): string {
  return makeUrn(stack, project, parent, type, name);
}

export interface Given {
  readonly type: string;
  readonly name: string;
  /** Inputs that are literals. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Inputs that are outputs of other resources, with the names of these resources. */
  readonly references?: Readonly<Record<string, string>>;
  readonly options?: Partial<Registration>;
}

/** Returns the state after a program. Each resource has an output with the value `<name>-output`. */
export function stateAfter(program: readonly Given[]): readonly Resource[] {
  const version = new Map([["version", stringValue("1.0.0")]]);
  const resources: Resource[] = [
    { ...plainResource, urn: root, type: "pulumi:pulumi:Stack", custom: false, inputs: emptyMap, outputs: emptyMap },
    {
      ...plainResource,
      urn: provider,
      type: "pulumi:providers:rules",
      custom: true,
      id: "provider",
      inputs: new Map<string, Value>([...version, ["__internal", { kind: "map", entries: emptyMap }]]),
      outputs: version,
    },
  ];
  for (const { type, name, inputs = {}, references = {}, options = {} } of program) {
    const urns = Object.values(references).map((of) => urnOf(program, of));
    const values = new Map<string, Value>([
      ...Object.entries(inputs).map(([key, text]) => [key, stringValue(text)] as const),
      ...Object.entries(references).map(([key, of]) => [key, stringValue(`${of}-output`)] as const),
    ]);
    const custom = options.custom ?? true;
    resources.push({
      ...plainResource,
      urn: urn(type, name, options.parent),
      type,
      custom,
      id: custom ? `${name}-id` : "",
      parent: options.parent ?? root,
      provider: custom ? providerReference(provider, "provider") : undefined,
      inputs: values,
      outputs: custom ? new Map([...values, ["output", stringValue(`${name}-output`)]]) : emptyMap,
      dependencies: [...urns, ...(options.dependencies ?? [])],
      propertyDependencies: new Map(
        [...values.keys()].map((key) => [key, references[key] === undefined ? [] : [urnOf(program, references[key])]]),
      ),
      protect: options.protect ?? false,
    });
  }
  return resources;
}

function urnOf(program: readonly Given[], name: string): string {
  const found = program.find((each) => each.name === name);
  if (found === undefined) throw new Error(`The program does not register ${name}`);
  return urn(found.type, name, found.options?.parent);
}

export interface PreviewedProgram {
  readonly plan: PreviewPlan;
  /** The steps as `update name`, without steps that change nothing. */
  readonly steps: readonly string[];
  /** The names of the resources that the provider compared, in order. */
  readonly compared: readonly string[];
}

/** Previews a program with a state. Registers its resources one after the other. */
export async function previewProgram(
  olds: readonly Resource[],
  program: readonly Given[],
  replacing: ReplacingInputs,
  targets?: TargetOptions,
): Promise<PreviewedProgram> {
  const compared: string[] = [];
  const preview = openPreviewWith(olds, rulesProvider(replacing, compared), targets);
  await registerStack(preview);
  const registered = new Map<string, Registered>();
  for (const given of program) registered.set(given.name, await register(preview, given, registered));
  const plan = await preview.finish();
  const steps = plan.steps.flatMap(({ op, urn: of }) => (op === "same" ? [] : [`${op} ${of.split("::").at(-1)}`]));
  return { plan, steps, compared };
}

/** Opens a preview with a state. The provider adds the names of resources that it compares to `compared`. */
export function openPreview(olds: readonly Resource[], replacing: ReplacingInputs, compared: string[] = []): Preview {
  return openPreviewWith(olds, rulesProvider(replacing, compared));
}

/** Opens a preview with a state, and with one provider for all resources. */
export function openPreviewWith(olds: readonly Resource[], plugin: Provider, targets?: TargetOptions): Preview {
  return new Preview({
    stack,
    project,
    olds,
    launch: async () => plugin,
    configOf: () => emptyMap,
    programConfig: { values: new Map([["shop:size", "2"]]), secretKeys: [] },
    stackOutputs: async () => emptyMap,
    files: { bytes: async () => undefined, below: async () => undefined },
    targets,
  });
}

/** Registers the root stack, as each SDK does first. */
export async function registerStack(preview: Preview): Promise<void> {
  await preview.register({
    ...plainRegistration,
    type: "pulumi:pulumi:Stack",
    name: "shop-dev",
    custom: false,
    parent: "",
  });
}

/** Registers a resource of a program. */
export async function register(
  preview: Preview,
  { type, name, inputs = {}, references = {}, options = {} }: Given,
  registered: ReadonlyMap<string, Registered>,
): Promise<Registered> {
  const referents = Object.entries(references).map(([key, of]) => [key, registered.get(of)] as const);
  const values: PropertyMap = new Map<string, Value>([
    ...Object.entries(inputs).map(([key, text]) => [key, stringValue(text)] as const),
    ...referents.map(([key, of]) => [key, of?.outputs.get("output") ?? nullValue] as const),
  ]);
  const registration: Registration = {
    ...plainRegistration,
    type,
    name,
    inputs: values,
    dependencies: referents.flatMap(([, of]) => of?.urn ?? []),
    propertyDependencies: new Map(
      [...values.keys()].map((key) => {
        const of = references[key] === undefined ? undefined : registered.get(references[key])?.urn;
        return [key, of === undefined ? [] : [of]];
      }),
    ),
    ...options,
  };
  return await preview.register({ ...registration, ...preview.inherit(registration) });
}

export const plainRegistration: Registration = {
  type: "",
  name: "",
  custom: true,
  remote: false,
  parent: root,
  inputs: emptyMap,
  dependencies: [],
  propertyDependencies: new Map(),
  usesOutputValues: false,
  provider: "",
  version: "1.0.0",
  pluginDownloadUrl: "",
  packageRef: "",
  providers: new Map(),
  aliases: [],
  protect: undefined,
  retainOnDelete: undefined,
  deleteBeforeReplace: undefined,
  ignoreChanges: [],
  additionalSecretOutputs: [],
  replaceOnChanges: [],
  replacementTrigger: nullValue,
  deletedWith: "",
  replaceWith: [],
  importId: "",
  hooks: new Map(),
  sourcePosition: undefined,
};
