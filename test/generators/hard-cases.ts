/** Known hard cases of program generators. Each has golden files in `fixtures/programs`, a test, or the reason why it is impossible. */

/** `shown`: names of golden programs. `proven`: a test file and a part of a title in it. `cannot`: why the case is impossible. */
export type HardCase =
  | { readonly shown: readonly string[] }
  | { readonly proven: readonly [file: string, title: string] }
  | { readonly cannot: string };

const shown = (...goldens: readonly string[]): HardCase => ({ shown: goldens });
const proven = (file: string, title: string): HardCase => ({ proven: [file, title] });
const cannot = (why: string): HardCase => ({ cannot: why });

const noDefaults = "Configuration is required, and secret: it has no defaults.";

export const hardCases: Readonly<Record<string, HardCase>> = {
  // Graphs (all languages).
  "the id of a resource equals its name": proven(
    "links/infer-links.test.ts",
    "links between resources with coincidentally equal values",
  ),
  "a short or common ID occurs elsewhere": proven(
    "links/infer-links.test.ts",
    "links between resources that all have the same name",
  ),
  "lists, maps and numbers are secret": shown("secrets/config", "secrets/reference"),
  "a map has an entry of another type": shown("values/misfits"),
  "an object has a key that its type lacks": shown("values/undeclared"),
  "a required input cannot be read": proven("cli/missing-passwords.test.ts", "get a placeholder with --placeholder"),
  "every dependency is a reference already": shown("basics/network", "basics/options"),
  "references close a cycle": proven(
    "links/break-cycles.test.ts",
    "replaces only one reference of a longer cycle with its value",
  ),
  "ignoreChanges has wildcards and odd paths": shown("basics/options"),
  "a logical name is not an identifier": shown("names/logical-names"),
  "a key begins with a dollar sign": shown("values/keys"),
  "an asset archive has keys with escapes": shown("values/assets"),
  "resources of two types have one name": shown("names/same-name"),
  "a string is not in normalization form C": proven(
    "generators/pcl.test.ts",
    "rejects PCL strings that HCL would change",
  ),
  "a resource has every option": shown("basics/options"),
  "a resource is protected, and another is not": shown("basics/network"),
  "an empty object chooses a member of a union": shown("values/empties", "packages/kubernetes"),
  "an integer is large": shown("values/numbers"),
  "a constant is a number": proven("schema/sdk-defaults.test.ts", "sets constants and defaults"),
  "two modules have a type of one name in a union": proven(
    "schema/resolve-type.test.ts",
    "maps discriminators to tokens",
  ),
  "a plain string looks like an asset": cannot("Only a signature on the wire makes a value an asset."),
  "an input is computed": proven("lower/expressions.test.ts", " with its location"),
  // TypeScript.
  "a single dollar sign is in a TypeScript string": shown("strings/hostile"),
  "an interpolation has backticks, backslashes and braces": shown("strings/interpolation"),
  "a logical name has quotes": shown("names/logical-names"),
  "a map has the key __proto__": shown("values/keys"),
  "a value is null": shown("values/empties"),
  "a variable has the name of a reserved word": shown("names/reserved"),
  "configuration has a default that is false": cannot(noDefaults),
  "the name of an output is not an identifier": cannot("Programs of imports have no outputs."),
  "the value of an enum has a member": shown("values/enums"),
  "a module is a version": shown("packages/versions"),
  // Python.
  "a Python string has quotes, backslashes and many lines": shown("strings/hostile"),
  "an input has the name resource_name or opts": shown("names/properties"),
  "a module has the name of a keyword": shown("packages/input-types"),
  "a module is renamed for a nested type": shown("packages/kubernetes", "packages/versions"),
  "a version is invalid under PEP 440": proven("generators/new-project.test.ts", "new Python project"),
  "a variable would hide an import": shown("names/builtins", "names/reserved"),
  "a nested object is a dictionary of typed keys": shown("packages/input-types", "values/plain"),
  "a package has a namespace in Python": shown("packages/names"),
  "an alias has no parent": cannot("An alias is a complete URN."),
  // Go.
  "a Go constructor has no inputs": shown("basics/no-inputs", "basics/options"),
  "a Go string has carriage returns, backticks and byte order marks": shown("strings/hostile"),
  "an encoder changes a JSON string": shown("values/json", "values/json-documents", "values/json-policy"),
  "an enum is plain and optional": shown("values/plain"),
  "a union has objects with a discriminator": shown("values/unions", "packages/input-types"),
  "a field has the name of a method": shown("names/properties"),
  "two packages have one name in Go": shown("packages/same-module"),
  "no resource refers to a resource": shown("basics/network", "basics/no-inputs"),
  "a variable has the name of a built-in": shown("names/builtins"),
  "a type and a resource have one token": shown("packages/kubernetes"),
  "a value is an integer or a string": shown("values/int-or-string"),
  "a reference is to an optional output": shown("references/optional"),
  "configuration has a default that is the zero value": cannot(noDefaults),
  // C#.
  "an empty object in C#": shown("values/empties", "packages/kubernetes"),
  "an empty list in C#": shown("values/empties", "values/collections"),
  "a C# string has control characters and line separators": shown("strings/hostile"),
  "a logical name has escapes in C#": shown("names/logical-names"),
  "the schema renames a property in C#": shown("packages/renamed"),
  "a property has a hyphen": shown("packages/renamed", "names/properties"),
  "a resource has timeouts and aliases in C#": shown("basics/options"),
  "a list has outputs and strings": shown("values/collections", "sdk/random"),
  "a package has the name of a class in the core SDK": shown("packages/core-names"),
  "a list of numbers has integers only": shown("values/collections"),
  "a variable would hide the alias of a package": shown("names/reserved"),
  "a component has no package": shown("components/local"),
  // Java.
  "a module has a slash in Java": shown("packages/kubernetes"),
  "a logical name is kept in Java": shown("names/logical-names"),
  "a Java string has many lines": shown("strings/hostile"),
  "a string has percent signs and braces next to a reference": shown("strings/formats", "strings/interpolation"),
  "a reference is in a list or a map in Java": shown("values/collections"),
  "a map has more than ten entries": shown("values/keys"),
  "several packages have a class Provider": shown("packages/same-module"),
  "a union is chosen by the exact discriminator in Java": shown("values/unions"),
  "a strict enum in Java": shown("values/enums"),
  "a JSON document in Java": shown("values/json-documents"),
  "a resource has every option in Java": shown("basics/options"),
  "an empty nested object in Java": shown("values/empties"),
  // YAML and PCL.
  "a secret is a whole property in YAML": shown("secrets/config", "secrets/reference"),
  "consecutive dollar signs in YAML": shown("strings/words", "strings/hostile"),
  "YAML reads a string as another type": shown("strings/words"),
  "an integer has seven digits and more in YAML": shown("values/numbers"),
  "the only key of a map begins with fn::": shown("values/call-key"),
  "a component in YAML": shown("components/local"),
  "a key looks like a number or a truth value": shown("values/keys"),
  "a resource has constants that SDKs set": shown("packages/kubernetes"),
  "a resource is a chart or a file of others": cannot(
    "A chart or file is not an object in the cloud, so it cannot be imported.",
  ),
  "an input has the name options in PCL": shown("names/properties"),
  // Packages and versions.
  "a resource sets a version": shown("basics/options"),
  "a package has a namespace": shown("packages/names"),
  "a module is index, or begins with it": proven("schema/tokens.test.ts", "reads the module of"),
  "a module has a hyphen": shown("packages/names"),
  "a type has a name in snake case": shown("packages/names"),
  "a state has an old token": proven("schema/load.test.ts", "finds a resource by token, alias, and short token"),
  "a name was generated": proven(
    "import/search/complete/prove.test.ts",
    "sets a name that Check would otherwise generate again",
  ),
};
