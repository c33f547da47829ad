/**
 * Addresses of Terraform as text, in both directions (terraform `internal/addrs`: parse_ref, module_instance, provider_config).
 */
import type { InstanceKey, ModuleStep, ObjectAddress, ProviderAddress } from "./model.ts";

/** The address as `terraform state list` prints it. */
export function formatAddress({ module, type, name, key }: ObjectAddress): string {
  const steps = module.map(formatModuleStep);
  return [...steps, `${type}.${name}${formatKey(key)}`].join(".");
}

/** `module.net["eu"]`. */
export function formatModuleStep({ name, key }: ModuleStep): string {
  return `module.${name}${formatKey(key)}`;
}

/** The address of the resource that an instance is of, without any key: the form of `dependencies`. */
export function resourceAddress({ module, type, name }: Omit<ObjectAddress, "key">): string {
  return [...module.map((step) => `module.${step.name}`), `${type}.${name}`].join(".");
}

function formatKey(key: InstanceKey | undefined): string {
  if (key === undefined) return "";
  return typeof key === "number" ? `[${key}]` : `[${quoteText(key)}]`;
}

/** A text as HCL quotes it: `${` and `%{` are doubled, what does not print is an escape. */
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

/** The steps of `module.a["x"].module.b`; `undefined`: the text is no module path. */
export function parseModulePath(text: string): readonly ModuleStep[] | undefined {
  const steps: ModuleStep[] = [];
  modulePattern.lastIndex = 0;
  for (let at = 0; at < text.length; at = modulePattern.lastIndex) {
    modulePattern.lastIndex = at;
    const [whole, name = "", number, quoted] = modulePattern.exec(text) ?? [];
    if (whole === undefined || (at + whole.length === text.length && whole.endsWith("."))) return undefined;
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

/** Parses the address of a configuration, also in the forms of Terraform 0.12; `undefined`: the text is none. */
export function parseProvider(text: string): ProviderAddress | undefined {
  const [whole, path = "", source, legacy, alias] = providerPattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const module = [...path.matchAll(new RegExp(`module\\.(${identifierPattern})`, "gu"))].map(([, name = ""]) => name);
  const named = source === undefined ? { ...publicRegistry, type: legacy ?? "" } : parseSource(source);
  return named && { module, ...named, alias };
}

const publicRegistry = { host: "registry.terraform.io", namespace: "hashicorp" };

/** `registry.terraform.io/hashicorp/aws`, `hashicorp/aws` or `aws`; the namespace `-` is that of providers before Terraform 0.13. */
export function parseSource(source: string): Pick<ProviderAddress, "host" | "namespace" | "type"> | undefined {
  const parts = source.split("/");
  if (parts.length > 3 || parts.some((part) => part === "")) return undefined;
  const [type = "", namespace = publicRegistry.namespace, host = publicRegistry.host] = parts.reverse();
  return { host, namespace: namespace === "-" ? publicRegistry.namespace : namespace, type };
}

/** The provider's source, as a person writes it: without the public registry and its owner. */
export function formatSource({ host, namespace, type }: ProviderAddress): string {
  if (host !== publicRegistry.host) return `${host}/${namespace}/${type}`;
  return namespace === publicRegistry.namespace ? type : `${namespace}/${type}`;
}

/** True for the provider that is part of Terraform: `terraform_data`, `terraform_remote_state`. */
export function isBuiltin({ host, namespace }: ProviderAddress): boolean {
  return host === "terraform.io" && namespace === "builtin";
}
