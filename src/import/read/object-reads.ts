/**
 * Reads Kubernetes objects. The provider parses its schema (30 MB, 0.25 s) in each Read for an import, but not in a Read for a refresh (`Read` in
 * provider.go of pulumi-kubernetes). Both kinds of Read return the same object, and its inputs can be derived from the outputs. So imp reads only the
 * first object of each type as in an import.
 */
import type { ReadRequest, ReadResult } from "../../plugin/provider.ts";
import type { ResourceSchema } from "../../schema/types.ts";
import { withoutPaths } from "../../value/at-path.ts";
import { equalMaps } from "../../value/compare.ts";
import { emptyMap, mapValue, type PropertyMap, stringValue, type Value } from "../../value/value.ts";
import type { AccessWatch } from "./access-watch.ts";

/** Paths that Read for an import omits from the inputs. */
const omittedPaths = [
  ["metadata", "creationTimestamp"],
  ["metadata", "generation"],
  ["metadata", "managedFields"],
  ["metadata", "resourceVersion"],
  ["metadata", "uid"],
  ["metadata", "annotations", "deployment.kubernetes.io/revision"],
  ["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"],
] as const;

/** The provider stores the inputs in this output. */
const inputsRecordOutput = "__inputs";

/** The first read of a type, for an import. */
interface FirstRead {
  readonly request: ReadRequest;
  readonly identity: PropertyMap;
  readonly answer: Promise<ReadResult>;
  /** Whether a refresh returns the same inputs. Omitted until a second object of the type is read. */
  agrees?: Promise<boolean>;
}

/**
 * The reads of one provider. The first object of a type is read as in an import, and then also as in a refresh. If the inputs are equal, later
 * objects are read only as in a refresh.
 */
export class ObjectReads {
  readonly #watch: AccessWatch;
  readonly #first = new Map<string, FirstRead>();

  constructor(watch: AccessWatch) {
    this.#watch = watch;
  }

  /** Reads an object for an import. Throws the same errors as `AccessWatch.read`. */
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

  /** Returns whether a refresh returns the same inputs as the import. Returns false if a read fails. The first read reports its error itself. */
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

/** Returns the inputs that identify a Kubernetes object and tell the provider not to wait until it is ready. Returns undefined for other objects. */
function identifyingInputs(id: string, { inputs }: ResourceSchema): PropertyMap | undefined {
  const apiVersion = inputs.get("apiVersion")?.const;
  const kind = inputs.get("kind")?.const;
  const [name, namespace, ...extra] = id.split("/").reverse();
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !name || extra.length > 0) return undefined;
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
