/**
 * Reads of Kubernetes objects. For an import, the published provider parses its own schema (30 MB, a quarter of a second) in each Read; for a
 * refresh it does not (`Read` in provider.go of pulumi-kubernetes). Both return the same object, and inputs that can be told from it.
 */
import type { ReadRequest, ReadResult } from "../../plugin/provider.ts";
import type { ResourceSchema } from "../../schema/types.ts";
import { withoutPaths } from "../../value/at-path.ts";
import { equalMaps } from "../../value/compare.ts";
import { emptyMap, mapValue, type PropertyMap, stringValue, type Value } from "../../value/value.ts";
import type { AccessWatch } from "./access-watch.ts";

/** What Read for an import leaves out of the inputs. */
const leftOut = [
  ["metadata", "creationTimestamp"],
  ["metadata", "generation"],
  ["metadata", "managedFields"],
  ["metadata", "resourceVersion"],
  ["metadata", "uid"],
  ["metadata", "annotations", "deployment.kubernetes.io/revision"],
  ["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"],
] as const;

/** The output in which the provider keeps the inputs. */
const record = "__inputs";

/** The reads of one provider. The first object of each type is read both ways; the others as a refresh if both have the same inputs. */
export class ObjectReads {
  readonly #watch: AccessWatch;
  /** By type: true if both ways agree. */
  readonly #agreements = new Map<string, Promise<boolean>>();

  constructor(watch: AccessWatch) {
    this.#watch = watch;
  }

  /** Reads an object for an import, of Kubernetes or of any other service. Throws as `AccessWatch.read`. */
  async read(request: ReadRequest, resource: ResourceSchema): Promise<ReadResult> {
    const identity = identityOf(request.id, resource);
    if (identity === undefined) return await this.#watch.read(request);
    const agreement = this.#agreements.get(request.type);
    if (agreement !== undefined) {
      return (await agreement) ? await this.#refreshed(request, identity, resource) : await this.#watch.read(request);
    }
    const imported = this.#watch.read(request);
    this.#agreements.set(request.type, this.#agree(imported, request, identity, resource));
    return await imported;
  }

  /** Returns true if a refresh has the inputs of the import. Never throws: the import itself tells what is wrong. */
  async #agree(
    imported: Promise<ReadResult>,
    request: ReadRequest,
    identity: PropertyMap,
    resource: ResourceSchema,
  ): Promise<boolean> {
    try {
      const { inputs } = await imported;
      if (inputs === undefined) return false;
      const refreshed = await this.#refreshed(request, identity, resource);
      return refreshed.inputs !== undefined && equalMaps(refreshed.inputs, inputs);
    } catch {
      return false;
    }
  }

  async #refreshed(request: ReadRequest, identity: PropertyMap, resource: ResourceSchema): Promise<ReadResult> {
    const answer = await this.#watch.read({ ...request, last: { inputs: identity, outputs: emptyMap } });
    if (answer.outputs === undefined) return answer;
    const inputs = inputsOf(answer.outputs, resource);
    const outputs = answer.outputs.has(record)
      ? new Map([...answer.outputs, [record, mapValue(inputs)]])
      : answer.outputs;
    return { ...answer, inputs, outputs };
  }
}

/** Returns the inputs that identify a Kubernetes object, and keep the provider from waiting until it is ready; undefined for others. */
function identityOf(id: string, { inputs }: ResourceSchema): PropertyMap | undefined {
  const apiVersion = inputs.get("apiVersion")?.const;
  const kind = inputs.get("kind")?.const;
  const [name, namespace, ...others] = id.split("/").reverse();
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !name || others.length > 0) return undefined;
  const metadata: (readonly [string, Value])[] = [
    ["name", stringValue(name)],
    ["annotations", mapValue([["pulumi.com/skipAwait", stringValue("true")]])],
  ];
  if (namespace !== undefined) metadata.push(["namespace", stringValue(namespace)]);
  return new Map([
    ["apiVersion", stringValue(apiVersion)],
    ["kind", stringValue(kind)],
    ["metadata", mapValue(metadata)],
  ]);
}

function inputsOf(outputs: PropertyMap, { inputs }: ResourceSchema): PropertyMap {
  return withoutPaths(new Map([...outputs].filter(([name]) => inputs.has(name))), leftOut);
}
