/** First phase of an import: opens the packages of the specs and resolves what to read. */

import type { Urn } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import type { ReferencedStack } from "../domain/referenced-stack.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { fillIds, type ResolvedSpecs, refuseMistakes, resolveSpecs } from "../import-file/resolve.ts";
import type { Host } from "../plugin/host.ts";
import { coreSdk } from "../schema/component-inputs.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { AssetFiles } from "./engine/asset-files.ts";
import type { ImportIo } from "./io.ts";
import { type FindSdks, openSpecPackages } from "./providers/open-spec-packages.ts";
import { type MissingPackage, packagesThrough, usedTokens, withTypesOfOthers } from "./providers/other-packages.ts";
import { type OpenPackage, type OverSchemas, schemasOf, sealFlags } from "./providers/packages.ts";
import { withMakers } from "./read/remote-components.ts";

/** The stack of an import, and everything needed to call its providers. */
export interface ImportContext {
  readonly stack: string;
  readonly project: string;
  readonly config: StackConfig;
  readonly known: KnownState;
  /** Other stacks whose outputs the program may read. */
  readonly otherStacks: readonly ReferencedStack[];
  readonly protect: boolean;
  /** The URNs whose state entries may be replaced. Omitted if there are none. */
  readonly replaceable?: ReadonlySet<Urn>;
  readonly host: Host;
  readonly sdks: FindSdks;
  readonly assetFiles: AssetFiles;
  readonly io: ImportIo;
  /** Adds data from other sources (`--schema`) to package schemas. Omitted if there are none. */
  readonly overlay?: OverSchemas;
}

export interface ResolvedImport {
  readonly context: ImportContext;
  readonly specs: ImportSpecs;
  readonly request: ResolvedSpecs;
  /** The configuration. Values of the command line are secret if the provider's schema marks them. */
  readonly config: StackConfig;
  readonly packages: ReadonlyMap<string, OpenPackage>;
  /** The schemas of `packages`, and of other packages whose types they refer to. */
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Packages that the schemas refer to and that could not be loaded. */
  readonly missing: readonly MissingPackage[];
  readonly sdks: Awaited<ReturnType<FindSdks>>;
}

/** Resolves specs. Throws ImpError for mistakes in them. If a package fails, only its resources fail. */
export async function resolveImport(original: ImportSpecs, context: ImportContext): Promise<ResolvedImport> {
  refuseMistakes(original, resolutionOptions(context));
  const { specs: named, packages } = await openSpecPackages(original, context);
  const openSchemas = schemasOf(packages);
  const specs = await fillIds(
    named,
    { schemas: openSchemas, state: resolutionOptions(context).state },
    context.io.askIds,
  );
  const request = requestFor(specs, { context, packages });
  const { schemas, missing } = await withTypesOfOthers(
    openSchemas,
    usedTokens(request, openSchemas),
    packagesThrough(context.host),
  );
  const sdks = await context.sdks([...schemas.values(), coreSdk]);
  return { context, specs, request, config: sealFlags(context.config, openSchemas), packages, schemas, missing, sdks };
}

/** Resolves changed specs whose packages are already open. Throws ImpError for mistakes in them. */
export function requestFor(
  specs: ImportSpecs,
  { context, packages }: Pick<ResolvedImport, "context" | "packages">,
): ResolvedSpecs {
  const schemas = schemasOf(packages);
  return withMakers(resolveSpecs(specs, { ...resolutionOptions(context), schemas }), schemas);
}

function resolutionOptions({ project, stack, known, protect }: ImportContext) {
  return { project, stack, state: [...known.resources.values()], protect };
}
