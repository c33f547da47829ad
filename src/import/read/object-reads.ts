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
const omittedPaths = [
  ["metadata", "creationTimestamp"],
  ["metadata", "generation"],
  ["metadata", "managedFields"],
  ["metadata", "resourceVersion"],
  ["metadata", "uid"],
  ["metadata", "annotations", "deployment.kubernetes.io/revision"],
  ["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"],
] as const;

/** The output in which the provider keeps the inputs. */
const inputsRecordOutput = "__inputs";

/** The first read of a type, for an import. */
interface FirstRead {
  readonly request: ReadRequest;
  readonly identity: PropertyMap;
  readonly answer: Promise<ReadResult>;
  /** True if a refresh has the same inputs. Omitted until a second object of the type is read. */
  agrees?: Promise<boolean>;
}

/** The reads of one provider. Of several objects of a type, the first is read both ways, and the others as a refresh if both ways agree. */
export class ObjectReads {
  readonly #watch: AccessWatch;
  readonly #first = new Map<string, FirstRead>();

  constructor(watch: AccessWatch) {
    this.#watch = watch;
  }

  /** Reads an object for an import, of Kubernetes or of any other service. Throws as `AccessWatch.read`. */
  async read(request: ReadRequest, resource: ResourceSchema): Promise<ReadResult> {
    const identity = identifyingInputs(request.id, resource);
    if (identity === undefined) return await this.#watch.read(request);
    const first = this.#first.get(request.type);
    if (first === undefined) {
      const answer = this.#watch.read(request);
      this.#first.set(request.type, { request, identity, answer });
      return await answer;
    }
    first.agrees ??= this.#agrees(first, resource);
    return (await first.agrees) ? await this.#refreshed(request, identity, resource) : await this.#watch.read(request);
  }

  /** Never throws: the first read itself tells what is wrong. */
  async #agrees({ request, identity, answer }: FirstRead, resource: ResourceSchema): Promise<boolean> {
    try {
      const { inputs } = await answer;
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
    const inputs = inputsInOutputs(answer.outputs, resource);
    const outputs = answer.outputs.has(inputsRecordOutput)
      ? new Map([...answer.outputs, [inputsRecordOutput, mapValue(inputs)]])
      : answer.outputs;
    return { ...answer, inputs, outputs };
  }
}

/** Returns the inputs that identify a Kubernetes object, and keep the provider from waiting until it is ready; undefined for others. */
function identifyingInputs(id: string, { inputs }: ResourceSchema): PropertyMap | undefined {
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

function inputsInOutputs(outputs: PropertyMap, { inputs }: ResourceSchema): PropertyMap {
  return withoutPaths(new Map([...outputs].filter(([name]) => inputs.has(name))), omittedPaths);
}
