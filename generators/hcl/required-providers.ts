/** Finds the providers that an HCL program requires, and the packages that `pulumi package add` and `pulumi install` describe in `sdks`. */
import type { SdkPackage } from "../../src/domain/graph.ts";
import { memberAt, parsedJson, textAt } from "../../src/value/json/object.ts";
import type { SdkPackageQuery } from "../language.ts";
import type { ProgramFolder } from "../program-folder.ts";
import { codeTokens, findAll, type Tokens, topLevel } from "../shared/code-tokens.ts";

/** The comments and strings of HCL. A string can contain a template with other strings, and is then several texts. */
const hclSyntax = {
  comments: [/#.*/y, /\/\/.*/y, /\/\*[\s\S]*?\*\//y],
  texts: [/<<-?([\w-]+)\r?\n[\s\S]*?\n[ \t]*\1(?=\r?\n|$)/y, /"(?:\\.|[^"\\\n])*"/y],
};

interface RequiredProvider {
  readonly version?: string;
}

/** Returns what the program requires, by package. For other packages, the printed program requires the version of the schema. */
export async function requiredProviders(
  packages: readonly SdkPackageQuery[],
  folder: ProgramFolder,
): Promise<ReadonlyMap<string, SdkPackage>> {
  const [required, described] = await Promise.all([declaredProviders(folder), describedPackages(folder)]);
  return new Map(
    packages.map(({ name, version }): [string, SdkPackage] => {
      const found = described.get(name) ?? required.get(name) ?? { version };
      return [name, { sends: "all-defaults", ...found }];
    }),
  );
}

/** Returns the entries of all `required_providers` blocks of a program, by local name. */
export async function declaredProviders(folder: ProgramFolder): Promise<ReadonlyMap<string, RequiredProvider>> {
  const files = (await folder.names(".")).filter((name) => name.endsWith(".tf"));
  const texts = await Promise.all(files.map((name) => folder.text(name)));
  return new Map(texts.flatMap((text) => providersIn(text ?? "")));
}

function providersIn(text: string): readonly (readonly [string, RequiredProvider])[] {
  const code = codeTokens(text, hclSyntax);
  if (code === undefined) return [];
  return findAll(code, "required_providers", "{").flatMap((index) => entriesOf(code, index + 1));
}

/** Returns the entries of the block that opens at a token: `aws = { source = "pulumi/aws", version = "7.0.0" }`, or `aws = "7.0.0"`. */
function entriesOf(code: Tokens, open: number): readonly (readonly [string, RequiredProvider])[] {
  const { tokens, pairs } = code;
  return [...topLevel(code, open + 1, pairs.get(open) ?? open)].flatMap((index) => {
    if (tokens[index]?.text !== "=") return [];
    return [[nameBefore(code, index), { version: versionAfter(code, index) }] as const];
  });
}

/** Returns the name in front of an equals sign. It is read from the text, because a name with hyphens is several tokens. */
function nameBefore({ code, tokens }: Tokens, equals: number): string {
  const before = code.slice(0, tokens[equals]?.at).trimEnd();
  return /[\w-]*"?$/.exec(before)?.[0].replaceAll('"', "") ?? "";
}

/** Returns the exact version of an entry. Pulumi packages have no other versions, and Terraform providers can have constraints. */
function versionAfter(code: Tokens, equals: number): string | undefined {
  const { tokens, pairs } = code;
  const value = equals + 1;
  const end = pairs.get(value);
  const at =
    end === undefined ? value : [...topLevel(code, value + 1, end)].find((index) => tokens[index]?.text === "version");
  const text = at === undefined ? undefined : tokens[end === undefined ? at : at + 2]?.text;
  return /^"(\d+\.\d+\.\d+[^"]*)"$/.exec(text ?? "")?.[1];
}

/** Reads `sdks/NAME/hcl.sdk.json`, the description of a package. */
async function describedPackages(folder: ProgramFolder): Promise<ReadonlyMap<string, Omit<SdkPackage, "sends">>> {
  const names = await folder.names("sdks");
  const texts = await Promise.all(names.map((name) => folder.text(`sdks/${name}/hcl.sdk.json`)));
  const described = texts.map((text) => describedPackage(parsedJson(text ?? "")));
  return new Map(described.filter((entry) => entry !== undefined));
}

function describedPackage(json: unknown): readonly [string, Omit<SdkPackage, "sends">] | undefined {
  const [pluginName, pluginVersion] = [textAt(json, "Name"), textAt(json, "Version")];
  if (pluginName === undefined) return undefined;
  const parameters = memberAt(json, "Parameterization");
  const [name, version, value] = ["Name", "Version", "Value"].map((key) => textAt(parameters, key));
  if (name === undefined || version === undefined || value === undefined || pluginVersion === undefined) {
    return [pluginName, { version: pluginVersion }];
  }
  return [name, { version, parameterization: { pluginName, pluginVersion, value } }];
}
