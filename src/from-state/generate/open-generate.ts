/** Loads the schemas of a state's packages, and converts the state to a graph. Calls plugins only for their schemas. */

import type { EnvironmentVariables } from "../../domain/environment.ts";
import type { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import type { StackConfig } from "../../domain/stack-config.ts";
import { type FindSdks, openSpecPackages, type PackageOptions } from "../../import/providers/open-spec-packages.ts";
import {
  type MissingPackage,
  packagesThrough,
  usedTokens,
  withTypesOfOthers,
} from "../../import/providers/other-packages.ts";
import { schemasOf, sealFlags } from "../../import/providers/packages.ts";
import { resolveSpecs } from "../../import-file/resolve.ts";
import type { Host } from "../../plugin/host.ts";
import { coreSdk } from "../../schema/component-inputs.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { graphOfState, type StateGraph } from "./graph-of-state.ts";
import type { SourceState } from "./open-source-state.ts";

export interface GenerateInput {
  readonly open: SourceState;
  readonly project: string;
  readonly stack: string;
  readonly config: StackConfig;
  readonly host: Host;
  readonly sdks: FindSdks;
  readonly io: PackageOptions["io"] & { readonly env: EnvironmentVariables };
}

export interface OpenedState {
  /** The configuration. Values are secrets if a provider's schema marks them as secret. */
  readonly config: StackConfig;
  /** The schemas of the state's packages, and of other packages whose types these schemas use. */
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Packages whose types are used, but that could not be loaded. */
  readonly missing: readonly MissingPackage[];
  /** Returns the graph of the state without the given resources, which the language of the program cannot express. */
  readonly graphWithout: (inexpressible: ReadonlyMap<Urn, ImpError>) => StateGraph;
}

/** Loads the schemas. Throws the error of the first package that fails, because `pulumi up` would delete resources that the program lacks. */
export async function openGenerate(input: GenerateInput): Promise<OpenedState> {
  const { open, project, stack } = input;
  const { specs, packages } = await openSpecPackages(open.specs, input);
  for (const { error } of packages.values()) if (error !== undefined) throw error;
  const stateSchemas = schemasOf(packages);
  const request = resolveSpecs(specs, {
    project,
    stack,
    state: [],
    schemas: stateSchemas,
    protect: false,
  });
  const { schemas, missing } = await withTypesOfOthers(
    stateSchemas,
    usedTokens(request, stateSchemas),
    packagesThrough(input.host),
  );
  const sdks = await input.sdks([...schemas.values(), coreSdk]);
  const stored = new Map(open.resources.map((resource) => [resource.urn, resource]));
  const config = sealFlags(input.config, stateSchemas);
  const graphInput = { request, stored, schemas, sdks, env: input.io.env };
  return { schemas, missing, config, graphWithout: (inexpressible) => graphOfState({ ...graphInput, inexpressible }) };
}
