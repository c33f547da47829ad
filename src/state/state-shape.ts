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

const text: Shape = { kind: "text" };
const flag: Shape = { kind: "flag" };
const number: Shape = { kind: "number" };
const time: Shape = { kind: "time" };
const value: Shape = { kind: "value" };
const listOf = (of: Shape): Shape => ({ kind: "list", of });
const mapOf = (of: Shape): Shape => ({ kind: "map", of });
const objectOf = (members: Readonly<Record<string, Shape>>): Shape => ({ kind: "object", members });
const texts = listOf(text);

const resource = objectOf({
  urn: text,
  custom: flag,
  delete: flag,
  id: text,
  type: text,
  inputs: mapOf(value),
  outputs: mapOf(value),
  parent: text,
  protect: flag,
  taint: flag,
  external: flag,
  dependencies: texts,
  initErrors: texts,
  provider: text,
  propertyDependencies: mapOf(texts),
  pendingReplacement: flag,
  additionalSecretOutputs: texts,
  aliases: texts,
  customTimeouts: objectOf({ create: number, update: number, delete: number, read: number }),
  importID: text,
  retainOnDelete: flag,
  deletedWith: text,
  replaceWith: texts,
  created: time,
  modified: time,
  sourcePosition: text,
  stackTrace: listOf(objectOf({ sourcePosition: text })),
  ignoreChanges: texts,
  hideDiff: listOf({ kind: "path" }),
  replaceOnChanges: texts,
  replacementTrigger: value,
  refreshBeforeUpdate: flag,
  viewOf: text,
  resourceHooks: mapOf(texts),
  extensionRef: text,
  snippetID: text,
});

const plugin = objectOf({ name: text, path: text, type: text, version: { kind: "lenient version" } });

const snippet = objectOf({
  uuid: text,
  name: text,
  type: text,
  code: text,
  references: mapOf(text),
  descriptor: objectOf({
    name: text,
    version: { kind: "version" },
    downloadURL: text,
    parameterization: objectOf({ name: text, version: { kind: "needed version" }, value: { kind: "base64" } }),
  }),
});

const integrityError = objectOf({ version: text, command: text, error: text, env_vars: mapOf(text) });

/** The deployment of versions 3 and 4. */
export const deploymentShape: Shape = objectOf({
  manifest: objectOf({ time, magic: text, version: text, plugins: listOf(plugin) }),
  // Its `state` has the type that the manager of the secrets wants.
  secrets_providers: objectOf({ type: text }),
  resources: listOf(resource),
  pending_operations: listOf(objectOf({ resource, type: text })),
  metadata: objectOf({ integrity_error: integrityError }),
  snippets: listOf(snippet),
  extensions: mapOf(objectOf({ name: text, version: text, value: { kind: "base64" } })),
});
