/**
 * The objects of a state of Terraform -> import specs: names, types, ids, components, providers, and the values that Read is given.
 */

import { specIdOf } from "../../domain/spec-id.ts";
import type { LeftOutObject } from "../../domain/terraform-removal.ts";
import { ImpError } from "../../errors.ts";
import type { ImportSpec, ImportSpecs, TextLocation } from "../../import-file/import-specs.ts";
import { resourceAddress } from "../state/addresses.ts";
import type { ModuleStep, TerraformObject, TerraformState } from "../state/model.ts";
import { chooseTerraformObjects } from "./choose.ts";
import { type Converted, convert, type PackageTables } from "./converted.ts";
import { madeOf, ownValues, type Referent } from "./evidence.ts";
import { componentType, logicalNames, moduleAddress, moduleInstances, namedModule, namedObject } from "./names.ts";
import { givenProvider, isDefaultConfiguration, refuseMissingProviders } from "./providers.ts";

export interface SpecContext extends PackageTables {
  /** The specs of the other sources, which must have the explicit providers; `none`: entries name no provider. */
  readonly given: Pick<ImportSpecs, "nameTable" | "resources"> | "none";
}

export interface TerraformSpecs {
  readonly specs: ImportSpecs;
  readonly leftOut: readonly LeftOutObject[];
  /** Types whose token is the usual one, because neither the provider nor its schema names it. */
  readonly guessed: ReadonlyMap<string, string>;
}

/**
 * One entry for each managed object, called by its address, and one for each module instance above one.
 *
 * @throws TERRAFORM_NOTHING; TERRAFORM_PROVIDERS where explicit providers are not given.
 */
export function specsOfState(state: TerraformState, context: SpecContext): TerraformSpecs {
  const { objects, leftOut } = chooseTerraformObjects(state);
  if (objects.length === 0) throw ImpError.of("TERRAFORM_NOTHING", { file: state.file, leftOut });
  if (context.given !== "none") refuseMissingProviders(objects, context.given, state.file);
  const converted = objects.map((object) => convert(object, context));
  const modules = moduleInstances(objects.map(({ address }) => address));
  const names = logicalNames([
    ...modules.flatMap((path) => namedModule(path) ?? []),
    ...converted.map(({ object, token }) => namedObject(object.address, token)),
  ]);
  const evidence = evidenceOf(converted);
  const places = placesOfModules(objects);
  const resources = [
    ...modules.map((path) => componentSpec(path, names, places, state.file)),
    ...converted.map((one) => importSpecOf(one, names, evidence, { file: state.file, given: context.given })),
  ];
  return {
    specs: { nameTable: new Map(), resources, providerInputs: new Map() },
    leftOut,
    guessed: new Map(
      converted.flatMap(({ object, token, isGuess }) => (isGuess ? [[object.address.type, token]] : [])),
    ),
  };
}

/** The place of the first object in each module instance. */
function placesOfModules(objects: readonly TerraformObject[]): ReadonlyMap<string, TextLocation> {
  const places = new Map<string, TextLocation>();
  for (const { address, where } of objects) {
    for (let depth = 1; depth <= address.module.length; depth += 1) {
      const module = moduleAddress(address.module.slice(0, depth));
      if (!places.has(module)) places.set(module, where);
    }
  }
  return places;
}

const noPlace: TextLocation = { file: "", line: 1, column: 1 };

function componentSpec(
  path: readonly ModuleStep[],
  names: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, TextLocation>,
  file: string,
): ImportSpec {
  const address = moduleAddress(path);
  const where = places.get(address) ?? noPlace;
  const own = path.at(-1);
  return {
    specId: specIdOf("terraform", file, address),
    ...commonSpec(address, names, where, path.slice(0, -1)),
    type: own === undefined ? "" : componentType(own),
    component: true,
    hasProvider: false,
  };
}

/** The members that entries of both kinds have. */
function commonSpec(
  address: string,
  names: ReadonlyMap<string, string>,
  where: TextLocation,
  above: readonly ModuleStep[],
): Omit<ImportSpec, "specId" | "type" | "component"> {
  return {
    where,
    locations: { type: where, name: where, parent: where, provider: where },
    name: address,
    logicalName: names.get(address) ?? address,
    parent: above.length > 0 ? moduleAddress(above) : undefined,
    properties: [],
    inputsFrom: [],
    remote: false,
  };
}

type Evidence = (one: Converted) => ReadonlyMap<string, readonly string[]>;

function importSpecOf(
  one: Converted,
  names: ReadonlyMap<string, string>,
  evidence: Evidence,
  { file, given }: { readonly file: string } & Pick<SpecContext, "given">,
): ImportSpec {
  const { object, address, token, id, inputs, outputs, resource } = one;
  const provider =
    given === "none" || isDefaultConfiguration(object.provider) ? undefined : givenProvider(object.provider, given);
  return {
    specId: specIdOf("terraform", file, address),
    ...commonSpec(address, names, object.where, object.address.module),
    type: token,
    component: false,
    id,
    provider,
    // Without the values that the state has, Read is asked by the id alone.
    source: resource && {
      stack: file,
      urn: address,
      inputs,
      outputs,
      options: { dependencies: [], additionalSecretOutputs: [], replaceOnChanges: [], ignoreChanges: [] },
      madeOf: evidence(one),
      notes: [],
    },
  };
}

/** Each object's inputs with the resources that Terraform recorded as needed, all instances of them. */
function evidenceOf(all: readonly Converted[]): Evidence {
  const byResource = new Map<string, Referent[]>();
  for (const { object, address, id, outputs, resource } of all) {
    if (resource === undefined) continue;
    const name = resourceAddress(object.address);
    const others = byResource.get(name);
    const referent = { address, id, outputs, resource };
    if (others === undefined) byResource.set(name, [referent]);
    else others.push(referent);
  }
  const known = new Map<string, ReadonlySet<string>>();
  const valuesOf = (referent: Referent): ReadonlySet<string> => {
    const values = known.get(referent.address) ?? ownValues(referent);
    known.set(referent.address, values);
    return values;
  };
  return ({ object, address, inputs }) => {
    const needed = object.dependencies.flatMap((name) => byResource.get(name) ?? []);
    return madeOf(
      inputs,
      needed.filter((referent) => referent.address !== address),
      valuesOf,
    );
  };
}
