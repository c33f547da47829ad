/** Parses and formats Terraform addresses (terraform `internal/addrs`: parse_ref, module_instance, provider_config). */
import type { InstanceKey, ModuleStep, ObjectAddress, ProviderAddress, TerraformObject } from "./model.ts";

/** Formats an address as `terraform state list` does, for example `module.net["eu"].aws_vpc.main` or `module.net.data.aws_ami.latest`. */
export function formatAddress({ module, type, name, key }: ObjectAddress, mode?: TerraformObject["mode"]): string {
  const steps = [...module.map(formatModuleStep), ...(mode === "data" ? [mode] : [])];
  return [...steps, `${type}.${name}${formatKey(key)}`].join(".");
}

/** Formats a module step, for example as `module.net["eu"]`. */
export function formatModuleStep({ name, key }: ModuleStep): string {
  return `module.${name}${formatKey(key)}`;
}

/** Formats the address of a resource without keys, as in `dependencies`. */
export function resourceAddress({ module, type, name }: Omit<ObjectAddress, "key">): string {
  return [...module.map((step) => `module.${step.name}`), `${type}.${name}`].join(".");
}

function formatKey(key: InstanceKey | undefined): string {
  if (key === undefined) return "";
  return typeof key === "number" ? `[${key}]` : `[${quoteText(key)}]`;
}

/** Quotes a text as HCL does. Writes `${` as `$${` and `%{` as `%%{`, and escapes control characters. */
function quoteText(text: string): string {
  const escaped = text.replace(/["\\\n\r\t]|[$%](?=\{)|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu, (character) => {
    const short = hclEscapes.get(character);
    if (short !== undefined) return short;
    if (character === "$" || character === "%") return character + character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}

const hclEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

const identifierPattern = "[\\p{ID_Start}_][\\p{ID_Continue}-]*";
const modulePattern = new RegExp(
  `module\\.(${identifierPattern})(?:\\[(?:(\\d+)|("(?:[^"\\\\]|\\\\.)*"))\\])?(?:\\.|$)`,
  "uy",
);

/** Parses a module path such as `module.a["x"].module.b`. Returns undefined if the text is not a module path. */
export function parseModulePath(text: string): readonly ModuleStep[] | undefined {
  const steps: ModuleStep[] = [];
  modulePattern.lastIndex = 0;
  for (let position = 0; position < text.length; position = modulePattern.lastIndex) {
    modulePattern.lastIndex = position;
    const [whole, name = "", number, quoted] = modulePattern.exec(text) ?? [];
    if (whole === undefined || (position + whole.length === text.length && whole.endsWith("."))) return undefined;
    const key = number === undefined ? unquote(quoted) : Number(number);
    if (quoted !== undefined && key === undefined) return undefined;
    steps.push(key === undefined ? { name } : { name, key });
  }
  return steps;
}

function unquote(quoted: string | undefined): string | undefined {
  if (quoted === undefined) return undefined;
  try {
    const text = JSON.parse(quoted) as string;
    return text.replace(/([$%])\1(?=\{)/g, "$1");
  } catch {
    return undefined;
  }
}

const providerPattern = new RegExp(
  `^((?:module\\.${identifierPattern}(?:\\[[^\\]]*\\])?\\.)*)provider(?:\\["([^"]+)"\\]|\\.(${identifierPattern}))(?:\\.(${identifierPattern}))?$`,
  "u",
);

/** Parses the address of a provider configuration. Also accepts the forms of Terraform 0.12. Returns undefined if the text is not such an address. */
export function parseProvider(text: string): ProviderAddress | undefined {
  const [whole, path = "", source, legacy, alias] = providerPattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const module = [...path.matchAll(new RegExp(`module\\.(${identifierPattern})`, "gu"))].map(([, name = ""]) => name);
  const named = source === undefined ? { ...publicRegistry, type: legacy ?? "" } : parseSource(source);
  return named && { module, ...named, alias };
}

const publicRegistry = { host: "registry.terraform.io", namespace: "hashicorp" };

/** Parses a provider source: `registry.terraform.io/hashicorp/aws`, `hashicorp/aws`, or `aws`. Before Terraform 0.13, the namespace was `-`. */
export function parseSource(source: string): Pick<ProviderAddress, "host" | "namespace" | "type"> | undefined {
  const parts = source.split("/");
  if (parts.length > 3 || parts.some((part) => part === "")) return undefined;
  const [type = "", namespace = publicRegistry.namespace, host = publicRegistry.host] = parts.reverse();
  return { host, namespace: namespace === "-" ? publicRegistry.namespace : namespace, type };
}

/** Formats a provider source as users write it, without the public registry and its namespace. */
export function formatSource({ host, namespace, type }: ProviderAddress): string {
  if (host !== publicRegistry.host) return `${host}/${namespace}/${type}`;
  return namespace === publicRegistry.namespace ? type : `${namespace}/${type}`;
}

/** Returns true for the provider that is built into Terraform. Its types are `terraform_data` and `terraform_remote_state`. */
export function isBuiltin({ host, namespace }: ProviderAddress): boolean {
  return host === "terraform.io" && namespace === "builtin";
}
