/**
 * The JSON types that Pulumi's decoder gives to the members of a state (docs/state.md#decoding), as data.
 */

/** `null` stands for the zero value of each, as in Go, and members that are not named here are of any type. */
export type Shape =
  | { readonly kind: Scalar }
  | { readonly kind: "list" | "map"; readonly of: Shape }
  | { readonly kind: "object"; readonly members: Readonly<Record<string, Shape>> };

/**
 * `value` is a property value, which has rules of its own; `lenient version` may be short, or empty, `needed version` not null; `path` is a
 * property path.
 */
type Scalar =
  | "text"
  | "flag"
  | "number"
  | "time"
  | "version"
  | "needed version"
  | "lenient version"
  | "path"
  | "base64"
  | "value";

const textShape: Shape = { kind: "text" };
const flagShape: Shape = { kind: "flag" };
const number: Shape = { kind: "number" };
const time: Shape = { kind: "time" };
const value: Shape = { kind: "value" };
const listOf = (of: Shape): Shape => ({ kind: "list", of });
const mapOf = (of: Shape): Shape => ({ kind: "map", of });
const objectShape = (members: Readonly<Record<string, Shape>>): Shape => ({ kind: "object", members });
const texts = listOf(textShape);

const stateResourceShape = objectShape({
  urn: textShape,
  custom: flagShape,
  delete: flagShape,
  id: textShape,
  type: textShape,
  inputs: mapOf(value),
  outputs: mapOf(value),
  parent: textShape,
  protect: flagShape,
  taint: flagShape,
  external: flagShape,
  dependencies: texts,
  initErrors: texts,
  provider: textShape,
  propertyDependencies: mapOf(texts),
  pendingReplacement: flagShape,
  additionalSecretOutputs: texts,
  aliases: texts,
  customTimeouts: objectShape({ create: number, update: number, delete: number, read: number }),
  importID: textShape,
  retainOnDelete: flagShape,
  deletedWith: textShape,
  replaceWith: texts,
  created: time,
  modified: time,
  sourcePosition: textShape,
  stackTrace: listOf(objectShape({ sourcePosition: textShape })),
  ignoreChanges: texts,
  hideDiff: listOf({ kind: "path" }),
  replaceOnChanges: texts,
  replacementTrigger: value,
  refreshBeforeUpdate: flagShape,
  viewOf: textShape,
  resourceHooks: mapOf(texts),
  extensionRef: textShape,
  snippetID: textShape,
});

const plugin = objectShape({ name: textShape, path: textShape, type: textShape, version: { kind: "lenient version" } });

const snippet = objectShape({
  uuid: textShape,
  name: textShape,
  type: textShape,
  code: textShape,
  references: mapOf(textShape),
  descriptor: objectShape({
    name: textShape,
    version: { kind: "version" },
    downloadURL: textShape,
    parameterization: objectShape({ name: textShape, version: { kind: "needed version" }, value: { kind: "base64" } }),
  }),
});

const integrityError = objectShape({
  version: textShape,
  command: textShape,
  error: textShape,
  env_vars: mapOf(textShape),
});

/** The deployment of versions 3 and 4. */
export const deploymentShape: Shape = objectShape({
  manifest: objectShape({ time, magic: textShape, version: textShape, plugins: listOf(plugin) }),
  // Its `state` has the type that the manager of the secrets wants.
  secrets_providers: objectShape({ type: textShape }),
  resources: listOf(stateResourceShape),
  pending_operations: listOf(objectShape({ resource: stateResourceShape, type: textShape })),
  metadata: objectShape({ integrity_error: integrityError }),
  snippets: listOf(snippet),
  extensions: mapOf(objectShape({ name: textShape, version: textShape, value: { kind: "base64" } })),
});
