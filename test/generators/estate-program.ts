/** Random resources of the simulated cloud, lowered to a program that uses every feature. */
import { objectKey } from "../../fixtures/simcloud/cloud.ts";
import { makeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { schemaText } from "../../fixtures/simcloud/provider.ts";
import type { GraphResource, Link, ResourceGraph, Urn } from "../../src/domain/graph.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Program } from "../../src/ir/program.ts";
import { lower } from "../../src/lower/lower.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { projectToInputs, wrapSecrets } from "../../src/schema/shape.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import type { PropertyMap } from "../../src/value/value.ts";

/** @param size the number of resources, not counting components and providers */
export function estateProgram(size: number): Program {
  const schema = loadSchema(Buffer.from(schemaText()));
  return lower(estateGraph(size), new Map([[schema.name, schema]]), { project: "estate", configKeys: new Map() })
    .program;
}

/** Returns all read values that a program may set. The id of an earlier resource becomes a reference. */
function estateGraph(size: number): ResourceGraph {
  const schema = loadSchema(Buffer.from(schemaText()));
  const estate = makeEstate({ seed: 3, resources: size });
  const regions = new Map(estate.specs.resources.map(({ name, provider }) => [name, provider?.replace("in-", "")]));
  const urns = new Map<string, Urn>();
  const ids = new Map<string, Urn>();
  const resources = estate.specs.resources.map((entry): GraphResource => {
    const urn = `urn:pulumi:dev::estate::${entry.type}::${entry.name}`;
    const of = schema.resource(entry.type);
    const region = regions.get(entry.name) ?? "us-east-1";
    const settings = estate.cloud.objects[objectKey(region, entry.type, entry.id ?? "")] ?? entry.inputs ?? {};
    const read = fromPlainMap(settings as Readonly<Record<string, Plain>>);
    const inputs = of === undefined ? read : wrapSecrets(projectToInputs(read, of, schema), of.inputs, schema);
    const links = linksTo(ids, inputs);
    urns.set(entry.name, urn);
    if (entry.id !== undefined) ids.set(entry.id, urn);
    return { ...resourceOf(entry, urn, urns), inputs, links };
  });
  return { project: "estate", stack: "dev", resources };
}

function resourceOf(entry: SpecEntry, urn: Urn, urns: ReadonlyMap<string, Urn>) {
  const parent = entry.parent === undefined ? undefined : urns.get(entry.parent);
  const provider = entry.provider === undefined ? undefined : urns.get(entry.provider);
  const isProvider = entry.type.startsWith("pulumi:providers:");
  return {
    urn,
    type: entry.type,
    name: entry.name,
    kind: entry.component === true ? ("component" as const) : isProvider ? ("provider" as const) : ("custom" as const),
    package: { name: entry.component === true ? "estate" : "simcloud" },
    notes: [],
    options: {
      protect: entry.component !== true,
      retainOnDelete: false,
      ignoreChanges: [],
      dependsOn: [],
      additionalSecretOutputs: [],
    },
    ...(parent === undefined ? {} : { parent }),
    ...(provider === undefined ? {} : { provider }),
  };
}

function linksTo(ids: ReadonlyMap<string, Urn>, inputs: PropertyMap): readonly Link[] {
  return [...inputs].flatMap(([name, value]): readonly Link[] => {
    const referent = value.kind === "string" ? ids.get(value.value) : undefined;
    return referent === undefined ? [] : [{ path: [name], parts: [{ kind: "output", referent, property: ["id"] }] }];
  });
}

/** Removes inputs that are assets, because Read returned strings for them. */
export function withoutMisfits(written: Program): Program {
  const resources = written.resources.map((resource) => ({
    ...resource,
    inputs: resource.inputs.filter(({ value: printed }) => printed.kind === "null" || fits(printed)),
  }));
  return { ...written, resources };
}

/** Marks every object of every second resource as a secret. */
export function withSecretObjects(written: Program): Program {
  const resources = written.resources.map((resource, index) => ({
    ...resource,
    inputs: resource.inputs.map((input) => {
      const { value, plain } = input;
      const element = value.type.kind === "list" ? value.type.element : value.type;
      if (index % 2 === 0 || plain || element.kind !== "object" || value.kind === "null") return input;
      return { ...input, value: { kind: "secret", value, type: value.type } as const };
    }),
  }));
  return { ...written, resources };
}
