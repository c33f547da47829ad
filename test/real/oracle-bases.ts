/** Resources of every type of the simulated cloud, as `imp run` writes them to a state. `oracle.test.ts` changes them. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCompletenessEstate, makeEstate, makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { estateTypes } from "../../fixtures/simcloud/types/registry.ts";
import { parsePath } from "../../src/value/path.ts";
import { archiveOf, assetOf, fromStateForm, isAsset, isMap, type Json, type JsonObject, mapTree } from "./json-tree.ts";
import { imp } from "./judge-import.ts";
import type { Draft } from "./mutate.ts";
import { exitsWith } from "./run-process.ts";
import { scriptedInstance, scriptedPackages, thingsInstance } from "./scripted-stack.ts";
import { type RealStack, resourcesOf, type StateResource } from "./stack.ts";

interface Base {
  readonly type: string;
  readonly id: string;
  readonly draft: Draft;
}

export interface Bases {
  readonly byType: ReadonlyMap<string, readonly Base[]>;
  /** The stack resource and the default providers. */
  readonly fixed: readonly StateResource[];
}

/** Types that are excluded, because the provider throttles three of ten calls. The engine does not retry them, so its preview would fail. */
const unaskable: ReadonlySet<string> = new Set(["simcloud:quirk/throttled:Throttled"]);

const slowToImport: ReadonlySet<string> = new Set([...unaskable, "simcloud:quirk/slow:Slow"]);

/** Imports three simulated clouds in mode lossless, so that resources have many inputs. Values that Read doesn't return are placeholders. */
export async function makeBases(stack: RealStack): Promise<Bases> {
  const services = makeEstate({ seed: 7, resources: 60, regions: ["us-east-1"], failing: true });
  const estates = [services, makeQuirkEstate(), makeCompletenessEstate()];
  const objects = Object.assign({}, ...estates.map(({ cloud }) => cloud.objects)) as object;
  writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify({ version: 1, objects }));
  const specs = join(stack.root, "specs.json");
  const entries = estates.flatMap((estate) => estate.specs.resources);
  writeFileSync(specs, JSON.stringify({ resources: entries.filter(({ type }) => !slowToImport.has(type)) }));
  await exitsWith(3, imp(stack, "run", specs, "--yes", "--json", "--mode", "lossless", "--allow-replace"));
  const resources = resourcesOf(await stack.exportState({ showSecrets: true }));
  const bases = [...resources, ...madeUp(resources)]
    .filter(({ type }) => /^(simcloud|things):/.test(type) && !unaskable.has(type))
    .map(baseOf);
  bases.push(...assetBases(stack, bases));
  const byType = new Map<string, Base[]>();
  for (const base of bases) byType.set(base.type, [...(byType.get(base.type) ?? []), base]);
  const missing = estateTypes
    .map(({ definition }) => definition.token)
    .filter((token) => !byType.has(token) && !unaskable.has(token));
  assert.deepEqual(missing, [], "resource types of the simulated cloud without a resource");
  const instances = [...scriptedPackages.map(scriptedInstance), thingsInstance()];
  return { byType, fixed: [...resources.filter(({ type }) => type.startsWith("pulumi:")), ...instances] };
}

/** Returns made-up state entries of types that cannot be imported, but whose Check and Diff work. */
function madeUp(resources: readonly StateResource[]): readonly StateResource[] {
  const model = resources.find(({ type }) => type.endsWith(":ExtraInput"));
  assert.ok(model);
  const like = (type: string, more: JsonObject = {}): StateResource => {
    const file = type.charAt(0).toLowerCase() + type.slice(1);
    const entry = { name: `quirk-${file}`, ...more };
    const [inputs, outputs] = [model.inputs as object, model.outputs as object];
    const arn = `arn:sim:quirk:us-east-1:123456789012:${file}/${entry.name}`;
    return {
      ...model,
      type: `simcloud:quirk/${file}:${type}`,
      id: entry.name,
      inputs: { ...inputs, ...entry },
      outputs: { ...outputs, ...entry, id: entry.name, arn },
    };
  };
  return [
    like("NotImportable", { variant: "unimplemented" }),
    like("Crash"),
    like("Hang"),
    like("Garbage", { variant: "signature" }),
    like("Slow"),
    like("Hash", { userData: "#!/bin/sh\necho hello\n" }),
    { ...like("Thing"), type: "things:index/thing:Thing" },
    accessPoint,
  ];
}

const accessPointToken = "simcloud:storage/accessPoint:AccessPoint";
const accessPointSettings = { name: "door", bucket: "records" };
const accessPoint: StateResource = {
  urn: `urn:pulumi:dev::estate::${accessPointToken}::door`,
  type: accessPointToken,
  id: "door",
  inputs: accessPointSettings,
  outputs: { ...accessPointSettings, id: "door", arn: "arn:sim:storage:us-east-1:123456789012:accesspoint/door" },
};

/** Returns storage objects whose content is a file next to the program, or an archive of each kind. */
function assetBases(stack: RealStack, bases: readonly Base[]): readonly Base[] {
  const base = bases.find(({ type }) => type.endsWith(":BucketObject"));
  assert.ok(base);
  const files: Readonly<Record<string, string>> = {
    "one.txt": "one",
    "two.txt": "two",
    "one/a.txt": "a",
    "one/b/c.txt": "c",
    "one/.pulumi/secret": "left out",
    "two/a.txt": "a",
    "two/b/c.txt": "another c",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(stack.directory, name, ".."), { recursive: true });
    writeFileSync(join(stack.directory, name), text);
  }
  const nested = {
    "z.txt": assetOf({ text: "z" }),
    a: archiveOf({ path: "one" }),
    "é.txt": assetOf({ path: "two.txt" }),
  };
  const variants: readonly JsonObject[] = [
    { source: assetOf({ path: "one.txt" }) },
    { source: assetOf({ path: "./one.txt" }) },
    { archive: archiveOf({ path: "one" }) },
    { archive: archiveOf({ assets: nested }) },
    { archive: archiveOf({ assets: { in: archiveOf({ assets: nested }), "in/z.txt": assetOf({ text: "twice" }) } }) },
  ];
  return variants.map((variant) => {
    const { content: _c, source: _s, archive: _a, ...inputs } = base.draft.inputs;
    return { ...base, draft: { ...base.draft, inputs: { ...inputs, ...variant } } };
  });
}

function baseOf(resource: StateResource): Base {
  const bag = (value: unknown): JsonObject => fromStateForm((value ?? {}) as Json) as JsonObject;
  const oldInputs = bag(resource.inputs);
  const replaceOnChanges = ((resource.replaceOnChanges ?? []) as string[]).map((text) => parsePath(text) ?? []);
  const draft: Draft = {
    oldInputs,
    outputs: bag(resource.outputs),
    initErrors: [],
    wasProtected: false,
    inputs: asProgram(oldInputs),
    ignoreChanges: [],
    replaceOnChanges,
    protect: false,
    story: [],
  };
  return { type: resource.type, id: String(resource.id), draft };
}

/** Converts inputs to those that a program sets: removes defaults of Check, and hashes of known content. */
function asProgram(inputs: JsonObject): JsonObject {
  const reported = mapTree(inputs, (value): Json => {
    if (isAsset(value)) {
      const { hash, ...source } = value;
      return Object.keys(source).length > 1 || hash === undefined ? source : value;
    }
    if (!isMap(value)) return value;
    const { __defaults, ...others }: JsonObject = value;
    const filled = Array.isArray(__defaults) ? (__defaults as readonly Json[]) : [];
    return Object.fromEntries(Object.entries(others).filter(([name]) => !filled.includes(name)));
  });
  return reported as JsonObject;
}
