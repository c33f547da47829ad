/**
 * The fields and rules of the import file. The reader, the JSON Schema, and the documentation use this table. It contains Pulumi's fields, and fields
 * that imp adds (docs/state.md#import-files).
 */
import { signatureKey, signatures } from "../value/signatures.ts";

/** The type of a field's value. */
export type Shape =
  | { readonly kind: "text"; readonly pattern?: TextPattern }
  | { readonly kind: "flag" }
  | { readonly kind: "list"; readonly item: Shape }
  /** A map with arbitrary names as keys. */
  | { readonly kind: "table"; readonly value: Shape }
  /** Property values of a resource. `read-values.ts` checks them. */
  | { readonly kind: "values" }
  | {
      readonly kind: "object";
      readonly fields: Readonly<Record<string, Field>>;
      readonly required: readonly string[];
      readonly rules: readonly Rule[];
    };

export interface Field {
  readonly shape: Shape;
  readonly description: string;
  readonly deprecated?: boolean;
}

/** A pattern, and the message for a text that does not match. The message must not contain the text. */
interface TextPattern {
  readonly pattern: string;
  readonly message: string;
  readonly hint: string;
}

/** A rule applies if all conditions of `when` and none of `unless` are true. A flag that is false counts as absent. */
export interface Rule {
  readonly when: readonly Condition[];
  readonly unless: readonly Condition[];
  readonly require?: string;
  readonly forbid?: string;
  readonly message: string;
  readonly hint: string;
}

export type Condition = { readonly present: string } | { readonly field: string; readonly matches: string };

function requireIf(condition: Condition, field: string, message: string, hint: string): Rule {
  return { when: [condition], unless: [], require: field, message, hint };
}

function requireUnless(conditions: readonly Condition[], field: string, message: string, hint: string): Rule {
  return { when: [], unless: conditions, require: field, message, hint };
}

function forbidIf(condition: Condition, field: string, message: string, hint: string): Rule {
  return { when: [condition], unless: [], forbid: field, message, hint };
}

const singleLine: TextPattern = {
  pattern: "^[^\\u0000-\\u001f\\u007f]*$",
  message: "The string contains a control character.",
  hint: "Remove the control character. The string must be a single line.",
};

const typePattern: TextPattern = {
  pattern: "^[^\\u0000-\\u0020\\u007f$]+$",
  message: "Invalid type: a type does not contain spaces or $.",
  hint: "Use a type token such as network:index:Vpc or network:Vpc.",
};

const urn: TextPattern = {
  pattern: "^urn:pulumi:(?:[^:]|:(?!:))+::(?:[^:]|:(?!:))+::(?:[^:]|:(?!:))+::[^\\u0000]+$",
  message: "Invalid URN.",
  hint: "A URN looks like urn:pulumi:<stack>::<project>::<type>::<name>; `pulumi stack --show-urns` lists them.",
};

const versionPattern: TextPattern = {
  pattern: "^v?\\d+(?:\\.\\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$",
  message: "Invalid version.",
  hint: "Use a semantic version such as 4.18.0.",
};

const base64Text: TextPattern = {
  pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  message: "Invalid base64.",
  hint: "Standard base64 uses A-Z, a-z, 0-9, + and /, and is padded with = to a multiple of 4 characters.",
};

const textFieldShape = (description: string, pattern: TextPattern = singleLine): Field => ({
  shape: { kind: "text", pattern },
  description,
});
const booleanField = (description: string): Field => ({ shape: { kind: "flag" }, description });
const propertiesField = (description: string): Field => ({ shape: { kind: "values" }, description });

const parameterizationShape: Shape = {
  kind: "object",
  fields: {
    pluginName: textFieldShape("The name of the base plugin."),
    pluginVersion: textFieldShape("The version of the base plugin.", versionPattern),
    value: textFieldShape("The parameter of the package, in base64.", base64Text),
  },
  required: ["pluginName", "pluginVersion", "value"],
  rules: [],
};

const extension: Shape = {
  kind: "object",
  fields: {
    name: textFieldShape("The name of the extension package."),
    version: textFieldShape("The version of the extension package.", versionPattern),
    value: textFieldShape("The parameter of the package, in base64.", base64Text),
  },
  required: ["name", "version", "value"],
  rules: [],
};

const environmentName: TextPattern = {
  pattern: "^[^=\\u0000-\\u0020\\u007f]+$",
  message: "Invalid name of an environment variable.",
  hint: "Use a name such as DB_PASSWORD, without $ and without a value.",
};

const inputSource: Shape = {
  kind: "object",
  fields: {
    env: textFieldShape("The environment variable with the value.", environmentName),
    file: textFieldShape("The file with the value, relative to this file. A line break at its end is ignored."),
  },
  required: [],
  rules: [
    requireUnless(
      [{ present: "env" }],
      "file",
      "The `inputsFrom` value has neither `env` nor `file`.",
      'Write {"env": "NAME"} or {"file": "PATH"}.',
    ),
    forbidIf(
      { present: "env" },
      "file",
      "The `inputsFrom` value has both `env` and `file`.",
      "Remove one of `env` and `file`.",
    ),
  ],
};

const durationPattern: TextPattern = {
  pattern: "^0$|^(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:ns|us|µs|μs|ms|s|m|h))+$",
  message: "Invalid duration.",
  hint: "Use a duration such as 90s, 5m, or 1h30m.",
};

const customTimeouts: Shape = {
  kind: "object",
  fields: {
    create: textFieldShape("The timeout of create operations, such as 30m.", durationPattern),
    update: textFieldShape("The timeout of update operations.", durationPattern),
    delete: textFieldShape("The timeout of delete operations.", durationPattern),
    read: textFieldShape("The timeout of read operations.", durationPattern),
  },
  required: [],
  rules: [],
};

const textListField = (description: string, pattern: TextPattern = singleLine): Field => ({
  shape: { kind: "list", item: { kind: "text", pattern } },
  description,
});

/** Options that only apply to custom resources. */
const onlyCustom = ["ignoreChanges", "additionalSecretOutputs", "customTimeouts", "extension"];
const onlyCustomHint = "Remove the field. It applies only to resources that a provider manages.";

const isProvider: Condition = { field: "type", matches: "^pulumi:providers:" };

const resourceShape: Shape = {
  kind: "object",
  fields: {
    type: textFieldShape(
      "The type token, for example network:index:Vpc. The type pulumi:providers:<package> declares a provider.",
      typePattern,
    ),
    name: textFieldShape(
      "The name that other entries use to refer to this entry (`parent`, `provider`). It is also the logical name, unless `logicalName` is set.",
    ),
    id: textFieldShape(
      "The import ID of the resource, in the form that the provider expects. Components and providers cannot have one.",
    ),
    parent: textFieldShape("The parent: a name in `nameTable`, the name of another entry, or a URN."),
    provider: textFieldShape("An explicit provider: a name in `nameTable`, the name of another entry, or a URN."),
    version: textFieldShape("The version of the package.", versionPattern),
    pluginDownloadUrl: textFieldShape("The download URL of the provider plugin."),
    properties: {
      shape: { kind: "list", item: { kind: "text" } },
      description: "Property paths of inputs that the program must set, even if the provider does not need them.",
    },
    ignoreChanges: {
      shape: { kind: "list", item: { kind: "text" } },
      description:
        "Property paths of inputs whose changes Pulumi ignores. The resource keeps the values that imp read, even if the program sets other values.",
    },
    dependsOn: textListField(
      "Explicit dependencies of the resource: names in `nameTable`, names of other entries, or URNs. References to other resources do not need an entry here.",
    ),
    deletedWith: textFieldShape(
      "The resource whose deletion also deletes this resource: a name in `nameTable`, the name of another entry, or a URN.",
    ),
    customTimeouts: {
      shape: customTimeouts,
      description: "Timeouts of operations on the resource, instead of the provider's defaults.",
    },
    additionalSecretOutputs: textListField("Names of secret outputs, in addition to the secret outputs in the schema."),
    aliases: textListField("Earlier URNs of the resource.", urn),
    component: booleanField("The resource is a component. imp does not read components, and they do not have an ID."),
    remote: booleanField(
      "The component is constructed by a plugin. It is imported only if the program already registers it, or if it comes from another stack.",
    ),
    inputs: propertiesField(
      `Values that Read cannot return, such as passwords. For a provider: its configuration. A secret is {"${signatureKey}": "${signatures.secret}", "value": …}. Instead of "value", it can have "plaintext" with the JSON of the value.`,
    ),
    inputsFrom: {
      shape: { kind: "table", value: inputSource },
      description:
        'Sources of secret inputs whose values are not in this file, by property path: {"password": {"env": "DB_PASSWORD"}} or {"password": {"file": "password.txt"}}.',
    },
    outputs: propertiesField("All outputs of the resource. If set, imp does not read the resource."),
    stackOutputs: {
      shape: { kind: "table", value: { kind: "text", pattern: singleLine } },
      description:
        'Outputs of the stack, by name, that programs of other stacks read: the property of this resource that the output has, such as {"vpcId": "id"}.',
    },
    logicalName: textFieldShape(
      "The name of the resource in the program and in the URN. Use it if another entry already has this name in `name`.",
    ),
    parameterization: {
      shape: parameterizationShape,
      description:
        "The base plugin and the parameter of a parameterized package. `version` is then the version of the package.",
    },
    extension: {
      shape: extension,
      description:
        "The extension that adds the type to the resource's provider. The provider is the explicit one, or the default provider of the package in the type, in the version `version`.",
    },
    protect: booleanField(
      "Whether the resource is protected in the state and the program. Overrides --protect and --no-protect.",
    ),
    retainOnDelete: booleanField("Whether the resource stays in the cloud when it is deleted from the stack."),
    notSecret: {
      shape: { kind: "list", item: { kind: "text" } },
      description:
        "Property paths of values that look like secrets but are not, including everything below each path. Values that the schema marks as secret stay secret.",
    },
  },
  required: ["type"],
  rules: [
    requireUnless(
      [{ present: "logicalName" }],
      "name",
      "The entry has no `name`.",
      "Add the name of the resource in the program.",
    ),
    requireUnless(
      [isProvider, { present: "component" }],
      "id",
      "The entry has no `id`.",
      "Add the import ID of the resource, or `component: true` for a component.",
    ),
    forbidIf(
      { present: "component" },
      "id",
      "A component cannot have `id`.",
      "Remove `id`. If the resource is not a component, remove `component` instead.",
    ),
    forbidIf(
      isProvider,
      "id",
      "A provider cannot have `id`, because imp creates the provider instead of reading it.",
      "Remove `id`. If the provider is already in the stack, add its URN to `nameTable`.",
    ),
    forbidIf(isProvider, "component", "A provider cannot have `component`.", "Remove `component`."),
    forbidIf(
      isProvider,
      "outputs",
      "A provider cannot have `outputs` in an import file.",
      "Set the configuration of the provider in `inputs`.",
    ),
    ...onlyCustom.flatMap((option): readonly Rule[] => [
      forbidIf({ present: "component" }, option, `A component cannot have \`${option}\`.`, onlyCustomHint),
      forbidIf(isProvider, option, `A provider cannot have \`${option}\`.`, onlyCustomHint),
    ]),
    requireIf(
      { present: "remote" },
      "component",
      "The entry has `remote: true`, but not `component: true`.",
      "Add `component: true`, or remove `remote`.",
    ),
    requireIf(
      { present: "parameterization" },
      "version",
      "A parameterized package needs a `version`.",
      "Add the version of the package; `pluginVersion` is the version of its base plugin.",
    ),
    forbidIf(
      { present: "parameterization" },
      "extension",
      "The entry has both `parameterization` and `extension`.",
      "Remove the field that does not match the package's SDK.",
    ),
  ],
};

export const importFileFormat: Shape & { readonly kind: "object" } = {
  kind: "object",
  fields: {
    $schema: textFieldShape("The JSON Schema of this file, for editors."),
    writtenBy: textFieldShape(
      "Set by imp. imp uses it to detect whether you edited the file later, because imp does not overwrite an edited file.",
    ),
    plan: propertiesField("Set by `imp run --save`: the plan that `imp run` with this file carries out."),
    nameTable: {
      shape: { kind: "table", value: { kind: "text", pattern: urn } },
      description: "Names for resources that are already in the stack: name to URN.",
    },
    resources: { shape: { kind: "list", item: resourceShape }, description: "The resources to import." },
    providerInputs: {
      shape: { kind: "table", value: { kind: "values" } },
      description: "Configuration of new providers, by name. Declare the provider in `resources` instead.",
      deprecated: true,
    },
    schemas: textListField(
      "Files that supplement the schema of a provider's package, relative to this file: a Provider Code Specification, the output of " +
        "`terraform providers schema -json`, or a package schema.",
    ),
  },
  required: [],
  rules: [],
};
