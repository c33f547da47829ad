/** Explains failed reads of types that cannot be imported by id, because their Read needs values from a state. */
import { ImpError } from "../../domain/errors.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { describedImport } from "../../schema/descriptions.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import { objectFacts } from "../providers/call-error.ts";
import type { ProviderInstance } from "../providers/providers.ts";

export interface FailedRead {
  readonly request: Pick<ResolvedSpec, "type" | "id" | "name">;
  readonly error: ImpError;
  readonly resource: ResourceSchema;
  readonly schema: PackageSchema;
  readonly instance: Pick<ProviderInstance, "label"> | undefined;
}

/** Returns the error to report for a failed read of a type whose reads all failed. */
export function withoutImporter({ request, error, resource, schema, instance }: FailedRead): ImpError {
  if (!fruitlessErrors.has(error.code)) return error;
  switch (describedImport(resource, schema)) {
    case "yes":
      return error;
    case "no":
      return ImpError.of("NOT_IMPORTABLE", {
        ...objectFacts(request, instance),
        reason: error.explanation.why,
        isUndescribed: true,
      });
    case "unknown":
      return error.code === "RESOURCE_NOT_FOUND" ? error.advised(needsOutputs) : error;
  }
}

const fruitlessErrors: ReadonlySet<string> = new Set(["RESOURCE_NOT_FOUND", "ID_REFUSED", "PROVIDER_REFUSED"]);

const needsOutputs =
  'If the resource exists, its type may need more than an ID. Set "outputs" of its entry in the import file, so that imp does not read it.';
