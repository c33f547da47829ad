/**
 * Every hard case of program-generation.md §4, and where it is shown: a golden of `fixtures/programs`, a test, or why it cannot occur.
 */

/** `shown`: goldens, `topic/case`. `proven`: a test file and words of a test's title in it. `cannot`: why there is nothing to show. */
export type HardCase =
  | { readonly shown: readonly string[] }
  | { readonly proven: readonly [file: string, title: string] }
  | { readonly cannot: string };

const shown = (...goldens: readonly string[]): HardCase => ({ shown: goldens });
const proven = (file: string, title: string): HardCase => ({ proven: [file, title] });
const cannot = (why: string): HardCase => ({ cannot: why });

const noAliases = "An import has no aliases, and the IR no form for them.";
const noDefaults = "Configuration is required, and secret: it has no defaults.";

export const hardCases: Readonly<Record<number, HardCase>> = {
  // §4.1, what importers get wrong.
  1: proven("links/infer-links.test.ts", "an estate full of coincidences"),
  2: proven("links/infer-links.test.ts", "the same name for everything"),
  3: shown("secrets/config", "secrets/reference"),
  4: shown("values/misfits"),
  5: shown("values/undeclared"),
  6: proven("cli/placeholder.test.ts", "gets a placeholder by the flag"),
  7: shown("basics/network", "basics/options"),
  8: proven("links/break-cycles.test.ts", "cuts one edge of a longer cycle"),
  9: shown("basics/options"),
  10: shown("names/logical-names"),
  11: shown("values/keys"),
  12: shown("values/assets"),
  13: shown("names/same-name"),
  14: proven("generators/pcl.test.ts", "are refused when HCL would change them"),
  15: shown("basics/options"),
  16: shown("basics/network"),
  17: shown("values/empties", "packages/kubernetes"),
  18: shown("values/numbers"),
  19: proven("schema/sdk-defaults.test.ts", "sets constants and defaults"),
  20: proven("schema/resolve-type.test.ts", "maps discriminators to whole tokens"),
  21: cannot("An asset is one by its signature on the wire; no text is taken for one."),
  22: proven("lower/lower.test.ts", ", and say where"),
  // §4.2, TypeScript.
  23: shown("strings/hostile"),
  24: shown("strings/interpolation"),
  25: shown("names/logical-names"),
  26: shown("values/keys"),
  27: shown("values/empties"),
  28: shown("names/reserved"),
  29: cannot(noDefaults),
  30: cannot("Programs of imports have no outputs."),
  31: shown("values/enums"),
  32: shown("packages/versions"),
  // §4.3, Python.
  33: shown("strings/hostile"),
  34: shown("names/properties"),
  35: shown("packages/input-types"),
  36: shown("packages/kubernetes", "packages/versions"),
  37: cannot("No generator writes the names of requirements: it is not given what is installed."),
  38: shown("names/builtins", "names/reserved"),
  39: shown("packages/input-types", "values/plain"),
  40: shown("packages/names"),
  41: cannot(noAliases),
  // §4.4, Go.
  42: shown("basics/no-inputs", "basics/options"),
  43: shown("strings/hostile"),
  44: shown("values/json", "values/json-documents", "values/json-policy"),
  45: shown("values/plain"),
  46: shown("values/unions", "packages/input-types"),
  47: shown("names/properties"),
  48: shown("packages/same-module"),
  49: shown("basics/network", "basics/no-inputs"),
  50: shown("names/builtins"),
  51: shown("packages/kubernetes"),
  52: shown("values/int-or-string"),
  53: shown("references/optional"),
  54: cannot(noDefaults),
  // §4.5, C#.
  55: shown("values/empties", "packages/kubernetes"),
  56: shown("values/empties", "values/collections"),
  57: shown("strings/hostile"),
  58: shown("names/logical-names"),
  59: shown("packages/renamed"),
  60: shown("packages/renamed", "names/properties"),
  61: cannot(`${noAliases} Nor does it have timeouts.`),
  62: shown("values/collections", "sdk/random"),
  63: shown("packages/core-names"),
  64: shown("values/collections"),
  65: shown("names/reserved"),
  66: shown("components/local"),
  // §4.6, Java.
  67: shown("packages/kubernetes"),
  68: shown("names/logical-names"),
  69: shown("strings/hostile"),
  70: shown("strings/formats", "strings/interpolation"),
  71: shown("values/collections"),
  72: shown("values/keys"),
  73: shown("packages/same-module"),
  74: shown("values/unions"),
  75: shown("values/enums"),
  76: shown("values/json-documents"),
  77: shown("basics/options"),
  78: shown("values/empties"),
  // §4.7, YAML and PCL.
  79: shown("secrets/config", "secrets/reference"),
  80: shown("strings/words", "strings/hostile"),
  81: shown("strings/words"),
  82: shown("values/numbers"),
  83: shown("values/call-key"),
  84: shown("components/local"),
  85: shown("values/keys"),
  86: shown("packages/kubernetes"),
  87: cannot("What a chart or a file is made of cannot be read: there is no such object to import."),
  88: shown("names/properties"),
  // §4.8, all languages.
  89: shown("basics/options"),
  90: shown("packages/names"),
  91: proven("schema/tokens.test.ts", "have the module that the format tells"),
  92: shown("packages/names"),
  93: shown("packages/names"),
  94: proven("schema/load.test.ts", "finds a resource under every name it has"),
  95: proven("import/prove.test.ts", "keeps a generated name that only the old inputs hold"),
};
