/** Converts the objects of a Terraform state to import specs, which have names, types, IDs, components, providers, and the values for Read. */

import { ImpError } from "../../domain/errors.ts";
import { addTo, getOrInsert } from "../../domain/order/maps.ts";
import { specIdOf } from "../../domain/spec-id.ts";
import type { LeftOutObject } from "../../domain/terraform-removal.ts";
import type { ImportSpec, ImportSpecs, TextLocation } from "../../import-file/import-specs.ts";
import { resourceAddress } from "../state/addresses.ts";
import type { ModuleStep, TerraformState } from "../state/model.ts";
import { chooseTerraformObjects } from "./choose.ts";
import { type Converted, convert, type PackageTables } from "./converted.ts";
import { identifyingValues, type Referent, referencedAddresses } from "./evidence.ts";
import {
  componentType,
  logicalNames,
  type ModuleInstance,
  moduleAddress,
  moduleInstances,
  namedModule,
  namedObject,
} from "./names.ts";
import { declaredProvider, isDefaultConfiguration, refuseMissingProviders } from "./providers.ts";

export interface SpecContext extends PackageTables {
  /** The specs of all other sources, which must declare the explicit providers. `none` means that entries don't name providers. */
  readonly otherSpecs: Pick<ImportSpecs, "nameTable" | "resources"> | "none";
}

export interface TerraformSpecs {
  readonly specs: ImportSpecs;
  readonly leftOut: readonly LeftOutObject[];
  /**
   * Tokens that are derived from the name of a Terraform type, because neither the provider nor the package schema has a token for it. The keys are
   * Terraform types.
   */
  readonly guessed: ReadonlyMap<string, string>;
}

/**
 * Returns an import spec for each selected object, and for each module instance that contains one. Their names are the addresses. Throws
 * TERRAFORM_NOTHING if there are no objects, and TERRAFORM_PROVIDERS if explicit providers are missing.
 */
export function specsOfState(state: TerraformState, context: SpecContext): TerraformSpecs {
  const { objects, leftOut } = chooseTerraformObjects(state);
  if (objects.length === 0) throw ImpError.of("TERRAFORM_NOTHING", { file: state.file, leftOut });
  if (context.otherSpecs !== "none") refuseMissingProviders(objects, context.otherSpecs, state.file);
  const converted = objects.map((object) => convert(object, context));
  const modules = moduleInstances(objects);
  const names = logicalNames([
    ...modules.map(namedModule),
    ...converted.map(({ object, token }) => namedObject(object.address, token)),
  ]);
  const evidence = collectEvidence(converted);
  const resources = [
    ...modules.map((instance) => componentSpec(instance, names, state.file)),
    ...converted.map((entry) =>
      importSpecOf(entry, names, evidence, { file: state.file, otherSpecs: context.otherSpecs }),
    ),
  ];
  return {
    specs: { nameTable: new Map(), resources, providerInputs: new Map() },
    leftOut,
    guessed: new Map(
      converted.flatMap(({ object, token, isGuess }) => (isGuess ? [[object.address.type, token]] : [])),
    ),
  };
}

function componentSpec(instance: ModuleInstance, names: ReadonlyMap<string, string>, file: string): ImportSpec {
  const { address, parents, step, where } = instance;
  return {
    specId: specIdOf("terraform", file, address),
    ...commonSpec(address, names, where, parents),
    type: componentType(step),
    component: true,
    hasProvider: false,
  };
}

function commonSpec(
  address: string,
  names: ReadonlyMap<string, string>,
  where: TextLocation,
  parentModules: readonly ModuleStep[],
): Omit<ImportSpec, "specId" | "type" | "component"> {
  return {
    where,
    locations: { type: where, name: where, parent: where, provider: where },
    name: address,
    logicalName: names.get(address) ?? address,
    parent: parentModules.length > 0 ? moduleAddress(parentModules) : undefined,
    properties: [],
    inputsFrom: [],
    remote: false,
  };
}

type Evidence = (entry: Converted) => ReadonlyMap<string, readonly string[]>;

function importSpecOf(
  entry: Converted,
  names: ReadonlyMap<string, string>,
  evidence: Evidence,
  { file, otherSpecs }: { readonly file: string } & Pick<SpecContext, "otherSpecs">,
): ImportSpec {
  const { object, address, token, id, inputs, outputs, resource } = entry;
  const provider =
    otherSpecs === "none" || isDefaultConfiguration(object.provider)
      ? undefined
      : declaredProvider(object.provider, otherSpecs);
  return {
    specId: specIdOf("terraform", file, address),
    ...commonSpec(address, names, object.where, object.address.module),
    type: token,
    component: false,
    id,
    provider,
    // If the state's values cannot be converted, `source` is undefined, and Read gets only the ID.
    source: resource && {
      stack: file,
      urn: address,
      inputs,
      outputs,
      options: { dependencies: [], additionalSecretOutputs: [], replaceOnChanges: [], ignoreChanges: [] },
      madeOf: evidence(entry),
      notes: [],
    },
  };
}

/** Returns a function that finds the evidence for an object. A recorded dependency stands for all instances of the resource. */
function collectEvidence(all: readonly Converted[]): Evidence {
  const byResource = new Map<string, Referent[]>();
  for (const { object, address, id, outputs, resource } of all) {
    if (resource === undefined) continue;
    addTo(byResource, resourceAddress(object.address), { address, id, outputs, resource });
  }
  const cache = new Map<string, ReadonlySet<string>>();
  const valuesOf = (referent: Referent): ReadonlySet<string> =>
    getOrInsert(cache, referent.address, () => identifyingValues(referent));
  return ({ object, address, inputs }) => {
    const needed = object.dependencies.flatMap((name) => byResource.get(name) ?? []);
    return referencedAddresses(
      inputs,
      needed.filter((referent) => referent.address !== address),
      valuesOf,
    );
  };
}
