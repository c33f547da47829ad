/**
 * The import file as one table: fields, kinds, patterns and rules. The reader checks with it and the JSON Schema is printed from it,
 * so that the two cannot disagree. Fields: Pulumi's own, and ours (docs/state.md#import-files).
 */
import { signatureKey, signatures } from "../value/signatures.ts";

/** The values that a field may have. */
export type Shape =
  | { readonly kind: "text"; readonly pattern?: TextPattern }
  | { readonly kind: "flag" }
  | { readonly kind: "list"; readonly item: Shape }
  /** A map whose keys are names that the file gives. */
  | { readonly kind: "table"; readonly value: Shape }
  /** Property values; checked by the value reader. */
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

/** A pattern that JSON Schema and the reader share, and the message for a text that does not match. Never quotes the text. */
interface TextPattern {
  readonly pattern: string;
  readonly message: string;
  readonly hint: string;
}

/**
 * When all of `when` hold and none of `unless` does, `require` must be there and `forbid` must not.
 * A field is there when it is given; a flag only when it is true.
 */
export interface Rule {
  readonly when: readonly Condition[];
  readonly unless: readonly Condition[];
  readonly require?: string;
  readonly forbid?: string;
  readonly message: string;
  readonly hint: string;
}

export type Condition = { readonly present: string } | { readonly field: string; readonly matches: string };

const line: TextPattern = {
  pattern: "^[^\\u0000-\\u001f\\u007f]*$",
  message: "The text holds a control character.",
  hint: "Remove it; these texts are one line.",
};

const typePattern: TextPattern = {
  pattern: "^[^\\u0000-\\u0020\\u007f$]+$",
  message: "This is no type: a type has neither blanks nor $.",
  hint: "Write it like network:index:Vpc or network:Vpc.",
};

const urn: TextPattern = {
  pattern: "^urn:pulumi:(?:[^:]|:(?!:))+::(?:[^:]|:(?!:))+::(?:[^:]|:(?!:))+::[^\\u0000]+$",
  message: "This is not a URN.",
  hint: "A URN looks like urn:pulumi:<stack>::<project>::<type>::<name>; `pulumi stack --show-urns` lists them.",
};

const versionPattern: TextPattern = {
  pattern: "^v?\\d+(?:\\.\\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$",
  message: "This is not a version.",
  hint: "Write it like 4.18.0.",
};

const base64Text: TextPattern = {
  pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  message: "This is not base64.",
  hint: "Standard base64 uses A-Z, a-z, 0-9, + and /, and ends with = up to a multiple of 4 characters.",
};

const textFieldShape = (description: string, pattern: TextPattern = line): Field => ({
  shape: { kind: "text", pattern },
  description,
});
const booleanField = (description: string): Field => ({ shape: { kind: "flag" }, description });
const values = (description: string): Field => ({ shape: { kind: "values" }, description });

const parameterizationShape: Shape = {
  kind: "object",
  fields: {
    pluginName: textFieldShape("The name of the plugin that the parameter is given to."),
    pluginVersion: textFieldShape("The version of that plugin.", versionPattern),
    value: textFieldShape("The parameter, in base64.", base64Text),
  },
  required: ["pluginName", "pluginVersion", "value"],
  rules: [],
};

const extension: Shape = {
  kind: "object",
  fields: {
    name: textFieldShape("The name of the extension package."),
    version: textFieldShape("The version of the extension package.", versionPattern),
    value: textFieldShape("The parameter, in base64.", base64Text),
  },
  required: ["name", "version", "value"],
  rules: [],
};

const environmentName: TextPattern = {
  pattern: "^[^=\\u0000-\\u0020\\u007f]+$",
  message: "This is no name of an environment variable.",
  hint: "Write it like DB_PASSWORD, without $ and value.",
};

const inputSource: Shape = {
  kind: "object",
  fields: {
    env: textFieldShape("The environment variable that has the value.", environmentName),
    file: textFieldShape(
      "The file that has the value, relative to this one; a line end at its very end does not count.",
    ),
  },
  required: [],
  rules: [
    {
      when: [],
      unless: [{ present: "env" }],
      require: "file",
      message: "Nothing names the place of the value.",
      hint: 'Write {"env": "NAME"} or {"file": "PATH"}.',
    },
    {
      when: [{ present: "env" }],
      unless: [],
      forbid: "file",
      message: "A value comes from one place.",
      hint: "Keep `env` or `file`.",
    },
  ],
};

const durationPattern: TextPattern = {
  pattern: "^0$|^(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:ns|us|µs|μs|ms|s|m|h))+$",
  message: "This is not a duration.",
  hint: "Write it like 90s, 5m or 1h30m.",
};

const customTimeouts: Shape = {
  kind: "object",
  fields: {
    create: textFieldShape("How long the creation may take, such as 30m.", durationPattern),
    update: textFieldShape("How long an update may take.", durationPattern),
    delete: textFieldShape("How long the deletion may take.", durationPattern),
    read: textFieldShape("How long reading may take.", durationPattern),
  },
  required: [],
  rules: [],
};

const textListField = (description: string, pattern: TextPattern = line): Field => ({
  shape: { kind: "list", item: { kind: "text", pattern } },
  description,
});

/** Options about inputs and outputs that a provider is asked about. */
const onlyCustom = ["ignoreChanges", "additionalSecretOutputs", "customTimeouts"];

const isProvider: Condition = { field: "type", matches: "^pulumi:providers:" };

const resourceShape: Shape = {
  kind: "object",
  fields: {
    type: textFieldShape(
      "The type token, for example network:index:Vpc; pulumi:providers:<package> declares a provider.",
      typePattern,
    ),
    name: textFieldShape(
      "The name by which other entries refer to this one (`parent`, `provider`), and its logical name unless `logicalName` is given.",
    ),
    id: textFieldShape("The id that the provider's import takes. Not for components and providers."),
    parent: textFieldShape("The parent: a name of nameTable, the name of another entry, or a URN."),
    provider: textFieldShape("An explicit provider: a name of nameTable, the name of another entry, or a URN."),
    version: textFieldShape("The version of the package.", versionPattern),
    pluginDownloadUrl: textFieldShape("Where the provider plugin is downloaded from."),
    properties: {
      shape: { kind: "list", item: { kind: "text" } },
      description: "Inputs that the program must set, as property paths, whether or not the provider needs them.",
    },
    ignoreChanges: {
      shape: { kind: "list", item: { kind: "text" } },
      description:
        "Inputs, as property paths, whose changes the program ignores: they have the values that were read, whatever the program sets.",
    },
    dependsOn: textListField(
      "The dependencies of the resource: names of nameTable, names of other entries, or URNs. References need no such entry.",
    ),
    deletedWith: textFieldShape(
      "The resource whose deletion deletes this one: a name of nameTable or of another entry, or a URN.",
    ),
    customTimeouts: {
      shape: customTimeouts,
      description: "How long operations on the resource may take, in place of the provider's own limits.",
    },
    additionalSecretOutputs: textListField("Names of outputs that are secret, in addition to those of the schema."),
    aliases: textListField("URNs that the resource had before.", urn),
    component: booleanField("A component: it has no id and is not read."),
    remote: booleanField("A component that a plugin constructs. Such an entry fails; the others do not."),
    inputs: values(
      `Values that reading cannot return, such as passwords; of a provider, its configuration. A secret is {"${signatureKey}": "${signatures.secret}", "value": …}, or with "plaintext" and the value as JSON text.`,
    ),
    inputsFrom: {
      shape: { kind: "table", value: inputSource },
      description:
        'Secret values of `inputs` that do not stand in this file, by property path: {"password": {"env": "DB_PASSWORD"}} or {"password": {"file": "password.txt"}}.',
    },
    outputs: values("The whole output state. The resource is then not read."),
    logicalName: textFieldShape(
      "The name in the program and in the URN, when `name` had to be another to be unique in this file.",
    ),
    parameterization: {
      shape: parameterizationShape,
      description: "The plugin and the parameter of a parameterized package; `version` is then the package's.",
    },
    extension: {
      shape: extension,
      description: "An extension of the resource's provider. Such an entry fails; the others do not.",
    },
    protect: booleanField(
      "Whether the resource is protected in state and program; stands over --protect and --no-protect.",
    ),
    retainOnDelete: booleanField("Whether the resource is kept in the cloud when it is deleted from the stack."),
    notSecret: {
      shape: { kind: "list", item: { kind: "text" } },
      description:
        "Values, as property paths, that are not secrets although they look like secrets, each with everything below it. Values that a schema marks stay secret.",
    },
  },
  required: ["type"],
  rules: [
    {
      when: [],
      unless: [{ present: "logicalName" }],
      require: "name",
      message: "The entry has no `name`.",
      hint: "Add the name that the resource shall have in the program.",
    },
    {
      when: [],
      unless: [isProvider, { present: "component" }],
      require: "id",
      message: "The entry has no `id`.",
      hint: "Add the id that the provider knows the resource by, or `component: true` for a component.",
    },
    {
      when: [{ present: "component" }],
      unless: [],
      forbid: "id",
      message: "A component has no `id`.",
      hint: "Remove `id`, or remove `component` when this is a resource of a provider.",
    },
    {
      when: [isProvider],
      unless: [],
      forbid: "id",
      message: "A provider has no `id` here: it is created, not read.",
      hint: "Remove `id`; a provider that is in the stack is named by its URN in `nameTable`.",
    },
    {
      when: [isProvider],
      unless: [],
      forbid: "component",
      message: "A provider is not a component.",
      hint: "Remove `component`.",
    },
    {
      when: [isProvider],
      unless: [],
      forbid: "outputs",
      message: "A provider has no `outputs` here.",
      hint: "Give its configuration as `inputs`.",
    },
    ...onlyCustom.flatMap((option): readonly Rule[] => [
      {
        when: [{ present: "component" }],
        unless: [],
        forbid: option,
        message: `A component has no \`${option}\`.`,
        hint: "Remove it; it is an option of resources that a provider manages.",
      },
      {
        when: [isProvider],
        unless: [],
        forbid: option,
        message: `A provider has no \`${option}\`.`,
        hint: "Remove it; it is an option of resources that a provider manages.",
      },
    ]),
    {
      when: [{ present: "remote" }],
      unless: [],
      require: "component",
      message: "The entry is `remote` but not a `component`.",
      hint: "Add `component: true`, or remove `remote`.",
    },
    {
      when: [{ present: "parameterization" }],
      unless: [],
      require: "version",
      message: "A parameterized package needs a `version`.",
      hint: "Add the package's own version; `pluginVersion` is the plugin's.",
    },
    {
      when: [{ present: "parameterization" }],
      unless: [],
      forbid: "extension",
      message: "`parameterization` and `extension` exclude each other.",
      hint: "Keep the one that the package's SDK was generated with.",
    },
  ],
};

/** The whole file. */
export const importFileFormat: Shape & { readonly kind: "object" } = {
  kind: "object",
  fields: {
    $schema: textFieldShape("The JSON Schema of this file, for editors."),
    writtenBy: textFieldShape(
      "Of a file that imp wrote: with it imp knows whether a person changed the file since, and leaves that one alone.",
    ),
    plan: values("Of a file that `imp run --save` wrote: the plan that `imp run` of this file carries out."),
    nameTable: {
      shape: { kind: "table", value: { kind: "text", pattern: urn } },
      description: "Names for resources that are in the stack: name to URN.",
    },
    resources: { shape: { kind: "list", item: resourceShape }, description: "The resources to import." },
    providerInputs: {
      shape: { kind: "table", value: { kind: "values" } },
      description:
        "Configuration of providers that are to be created, by their name. Declare the provider in `resources` instead.",
      deprecated: true,
    },
    schemas: textListField(
      "Files that describe a provider and know more than its package does, relative to this one: a Provider Code Specification, the output of " +
        "`terraform providers schema -json`, or a package schema.",
    ),
  },
  required: [],
  rules: [],
};
