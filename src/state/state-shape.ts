/** The types that Pulumi's decoder expects in a state (docs/state.md#decoding). */

/**
 * The expected type of a value. As in Go, null is valid for every type, except for `needed version`. Members that are not listed can have any type.
 */
export type Shape =
  | { readonly kind: Scalar }
  | { readonly kind: "list" | "map"; readonly of: Shape }
  | { readonly kind: "object"; readonly members: Readonly<Record<string, Shape>> };

/** A `value` is a property value, which is not checked here. A `lenient version` can be short or empty. A `needed version` cannot be null. */
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
const timeShape: Shape = { kind: "time" };
const propertyValue: Shape = { kind: "value" };
const listShapeOf = (of: Shape): Shape => ({ kind: "list", of });
const mapShape = (of: Shape): Shape => ({ kind: "map", of });
const objectShape = (members: Readonly<Record<string, Shape>>): Shape => ({ kind: "object", members });
const textShapes = listShapeOf(textShape);

const stateResourceShape = objectShape({
  urn: textShape,
  custom: flagShape,
  delete: flagShape,
  id: textShape,
  type: textShape,
  inputs: mapShape(propertyValue),
  outputs: mapShape(propertyValue),
  parent: textShape,
  protect: flagShape,
  taint: flagShape,
  external: flagShape,
  dependencies: textShapes,
  initErrors: textShapes,
  provider: textShape,
  propertyDependencies: mapShape(textShapes),
  pendingReplacement: flagShape,
  additionalSecretOutputs: textShapes,
  aliases: textShapes,
  customTimeouts: objectShape({ create: number, update: number, delete: number, read: number }),
  importID: textShape,
  retainOnDelete: flagShape,
  deletedWith: textShape,
  replaceWith: textShapes,
  created: timeShape,
  modified: timeShape,
  sourcePosition: textShape,
  stackTrace: listShapeOf(objectShape({ sourcePosition: textShape })),
  ignoreChanges: textShapes,
  hideDiff: listShapeOf({ kind: "path" }),
  replaceOnChanges: textShapes,
  replacementTrigger: propertyValue,
  refreshBeforeUpdate: flagShape,
  viewOf: textShape,
  resourceHooks: mapShape(textShapes),
  extensionRef: textShape,
  snippetID: textShape,
});

const pluginShape = objectShape({
  name: textShape,
  path: textShape,
  type: textShape,
  version: { kind: "lenient version" },
});

const snippet = objectShape({
  uuid: textShape,
  name: textShape,
  type: textShape,
  code: textShape,
  references: mapShape(textShape),
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
  env_vars: mapShape(textShape),
});

/** The deployment of versions 3 and 4. */
export const deploymentShape: Shape = objectShape({
  manifest: objectShape({ time: timeShape, magic: textShape, version: textShape, plugins: listShapeOf(pluginShape) }),
  // The type of `state` depends on the secrets provider.
  secrets_providers: objectShape({ type: textShape }),
  resources: listShapeOf(stateResourceShape),
  pending_operations: listShapeOf(objectShape({ resource: stateResourceShape, type: textShape })),
  metadata: objectShape({ integrity_error: integrityError }),
  snippets: listShapeOf(snippet),
  extensions: mapShape(objectShape({ name: textShape, version: textShape, value: { kind: "base64" } })),
});
