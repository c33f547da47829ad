/**
 * Opens a program from a state: the schemas of its packages, and the graph. Plugins are asked for their schemas and nothing else.
 */

import type { EnvironmentVariables } from "../domain/environment.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import type { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { type FindSdks, openSpecPackages, type PackageOptions } from "../import/providers/open-spec-packages.ts";
import {
  type MissingPackage,
  packagesThrough,
  usedTokens,
  withTypesOfOthers,
} from "../import/providers/other-packages.ts";
import { schemasOf, sealFlags } from "../import/providers/packages.ts";
import { resolveSpecs } from "../import-file/resolve.ts";
import type { Host } from "../plugin/host.ts";
import { coreSdk } from "../schema/component-inputs.ts";
import type { PackageSchema } from "../schema/types.ts";
import { graphOfState, type StateGraph } from "./graph-of-state.ts";
import type { SourceState } from "./open-source-state.ts";

export interface SourceFacts {
  readonly open: SourceState;
  readonly project: string;
  readonly stack: string;
  readonly config: StackConfig;
  readonly host: Host;
  readonly sdks: FindSdks;
  readonly io: PackageOptions["io"] & { readonly env: EnvironmentVariables };
}

export interface OpenedState {
  /** With those values as secrets that a provider's schema calls secret. */
  readonly config: StackConfig;
  /** Of the packages of the state, and of those whose types these refer to. */
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Packages whose types are referred to, and that could not be loaded. */
  readonly missing: readonly MissingPackage[];
  /** Returns the graph of the state's resources without those that a program cannot have. */
  readonly graphWithout: (inexpressible: ReadonlyMap<Urn, ImpError>) => StateGraph;
}

/** Throws the error of the first package that cannot be had: a program without its resources would delete them. */
export async function openGenerate(facts: SourceFacts): Promise<OpenedState> {
  const { open, project, stack } = facts;
  const { specs, packages } = await openSpecPackages(open.specs, facts);
  for (const { error } of packages.values()) if (error !== undefined) throw error;
  const own = schemasOf(packages);
  const request = resolveSpecs(specs, {
    project,
    stack,
    state: [],
    schemas: own,
    protect: false,
  });
  const { schemas, missing } = await withTypesOfOthers(own, usedTokens(request, own), packagesThrough(facts.host));
  const sdks = await facts.sdks([...schemas.values(), coreSdk]);
  const stored = new Map(open.resources.map((resource) => [resource.urn, resource]));
  const config = sealFlags(facts.config, own);
  const graphFacts = { request, stored, schemas, sdks, env: facts.io.env };
  return {
    schemas,
    missing,
    config,
    graphWithout: (inexpressible) => graphOfState({ ...graphFacts, inexpressible }),
  };
}
