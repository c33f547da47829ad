/** Converts reads and resources of the user's program into the resources that `inferLinks` gets. */

import type { ProgramResource } from "../../domain/known-state.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import type { LinkableResource } from "../../links/linkable-resource.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { emptyMap, type PropertyMap } from "../../value/value.ts";
import { findByPackage } from "../providers/packages.ts";
import type { CloudResource } from "./cloud-resource.ts";
import type { ReadOutcome } from "./read-all.ts";

/** Returns all resources that can refer to others or be referred to: first resources of the program, then reads in spec order. */
export function linkables(
  reads: readonly ReadOutcome[],
  programResources: readonly ProgramResource[],
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly LinkableResource[] {
  const targets = programResources.map((target): LinkableResource => {
    const schema = schemas.get(target.type.split(":", 1)[0] ?? "")?.resource(target.type);
    return { ...target, inputs: emptyMap, kind: "custom", consumer: false, schema };
  });
  return [...targets, ...reads.flatMap((read) => linkablesOfRead(read, schemas))];
}

function linkablesOfRead(read: ReadOutcome, schemas: ReadonlyMap<string, PackageSchema>): readonly LinkableResource[] {
  switch (read.kind) {
    case "failed":
    case "unchanged":
      return [];
    case "component":
    case "provider": {
      const { type, isRemote, source, package: reference } = read.request;
      const inputs = read.kind === "component" ? read.inputs : emptyMap;
      const outputs = (isRemote ? source?.outputs : undefined) ?? emptyMap;
      const schema = isRemote && findByPackage(schemas, reference)?.resource(type);
      return [{ ...unreadLinkable(read.request), inputs, outputs, consumer: true, schema }];
    }
    case "read": {
      const { request, instance, outputs, resource: schema, id } = read.cloud;
      const base = unreadLinkable(request);
      // Programs cannot refer to a resource that a remote component creates, or set its inputs.
      if (request.maker !== undefined) return [{ ...base, provider: request.provider }];
      const provider = instance.isDefault ? undefined : instance.urn;
      return [{ ...base, id, inputs: settable(read.cloud), outputs, schema, consumer: true, provider }];
    }
  }
}

function unreadLinkable(request: ResolvedSpec): LinkableResource {
  const { urn, type, name, kind, parent } = request;
  const nothingRead = { id: "", inputs: emptyMap, outputs: emptyMap, consumer: false };
  return { urn, type, name, kind, parent, ...nothingRead, ...recordedIn(request) };
}

/** Returns the inputs that a program can set. Prefers inputs from the import file, then read inputs, then outputs from the import file. */
function settable({ request, projected, projectedOutputs }: CloudResource): PropertyMap {
  const { inputs, outputs } = request;
  if (inputs === undefined && outputs === undefined) return projected;
  return new Map([...(outputs === undefined ? [] : projectedOutputs), ...projected, ...(inputs ?? [])]);
}

/** Returns the dependencies that the spec or the source stack's state records. */
function recordedIn({
  source,
  options = source?.options,
}: ResolvedSpec): Pick<LinkableResource, "dependencies" | "deletedWith" | "madeOf"> {
  if (options === undefined) return {};
  const { dependencies, dependsOn = [], deletedWith } = options;
  return {
    dependencies: [...dependencies, ...dependsOn],
    madeOf: source?.madeOf,
    deletedWith,
  };
}
