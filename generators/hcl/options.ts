/** Prints resource options: meta-arguments of Terraform, and the blocks `pulumi`, `lifecycle`, and `timeouts`. */
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { formatPattern, type Path } from "../../src/value/path.ts";
import { isHclIdentifier, quoted, validString } from "../shared/hcl-syntax.ts";
import { durationText, optionsToSet, type SetOption } from "../shared/options.ts";
import { refuse } from "../shared/scope.ts";
import { attributeName, snakeCase } from "./attribute-names.ts";
import type { Scope } from "./expression.ts";
import { attribute, type Item, listText, nestedBlock } from "./layout.ts";
import { referenceTo } from "./names.ts";

export interface OptionItems {
  /** Meta-arguments above the inputs. */
  readonly above: readonly Item[];
  /** Meta-arguments below the inputs. */
  readonly depends: readonly Item[];
  readonly blocks: readonly Item[];
  /** Paths in `ignoreChanges` and `additionalSecretOutputs` that HCL cannot express. They are printed as comments. */
  readonly lost: readonly string[];
}

/** Prints the options of a resource. @param nodes all nodes of the program by id */
export function resourceOptions(scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): OptionItems {
  const options = optionsToSet(scope.node, nodes);
  const ignored = ignoredPaths(scope);
  const secret = secretOutputs(scope.node);
  const above = options.flatMap((option) => (option.name === "provider" ? [optionItem(option, scope)] : []));
  const depends = options.flatMap((option) => (isMetaArgumentBelow(option) ? [optionItem(option, scope)] : []));
  const pulumi = [
    ...nameOption(scope),
    ...options.flatMap((option) => (isPulumiOption(option) ? [optionItem(option, scope)] : [])),
    ...(secret.names.length === 0 ? [] : [attribute("additional_secret_outputs", listText(secret.names))]),
  ];
  const lifecycle = [
    ...(ignored.texts.length === 0 ? [] : [attribute("ignore_changes", ignoredText(ignored.texts))]),
    ...[...ignored.lost, ...secret.lost].map((text): Item => ({ kind: "comment", text })),
  ];
  const timeouts = options.flatMap((option) => (option.kind === "timeouts" ? timeoutItems(option) : []));
  return {
    above,
    depends,
    blocks: filledBlocks({ pulumi, lifecycle, timeouts }),
    lost: [...ignored.lost, ...secret.lost],
  };
}

/** Prints the options of a provider. It has no other options, and its alias is its logical name. */
export function providerOptions(scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): readonly Item[] {
  const settable: ReadonlySet<string> = new Set(["version", "pluginDownloadURL"]);
  const options = optionsToSet(scope.node, nodes);
  const other = options.find(({ name }) => !settable.has(name));
  if (other !== undefined) return refuse(scope, `is a provider with the option ${other.name}, which HCL cannot set`);
  return filledBlocks({ pulumi: options.map((option) => optionItem(option, scope)) });
}

function filledBlocks(bodies: Readonly<Record<string, readonly Item[]>>): readonly Item[] {
  return Object.entries(bodies).flatMap(([name, items]) => (items.length === 0 ? [] : [nestedBlock(name, items)]));
}

/** Returns the logical name if it differs from the label. */
function nameOption(scope: Scope): readonly Item[] {
  const { logicalName, id } = scope.node;
  if (scope.names.resources.get(id)?.label === logicalName) return [];
  return [attribute("name", validString(logicalName, scope))];
}

function isMetaArgumentBelow({ name }: SetOption): boolean {
  return name === "dependsOn" || name === "providers";
}

function isPulumiOption({ name }: SetOption): boolean {
  switch (name) {
    case "parent":
    case "protect":
    case "retainOnDelete":
    case "deletedWith":
    case "aliases":
    case "version":
    case "pluginDownloadURL":
      return true;
    case "provider":
    case "providers":
    case "dependsOn":
    case "ignoreChanges":
    case "additionalSecretOutputs":
    case "customTimeouts":
    case "import":
      return false;
  }
}

function optionItem(option: SetOption, scope: Scope): Item {
  const name = option.name === "pluginDownloadURL" ? "plugin_download_url" : snakeCase(option.name);
  switch (option.kind) {
    case "resource":
      return attribute(name, referenceTo(option.value, scope.names));
    case "resources":
      return attribute(name, listText(option.value.map((id) => referenceTo(id, scope.names))));
    case "flag":
      return attribute(name, String(option.value));
    case "text":
      return attribute(name, validString(option.value, scope));
    case "aliases":
    case "texts":
      return attribute(name, listText(option.value.map((text) => validString(text, scope))));
    case "timeouts":
      return nestedBlock("timeouts", timeoutItems(option));
  }
}

function timeoutItems({ value }: SetOption & { readonly kind: "timeouts" }): readonly Item[] {
  return value.map(([operation, seconds]) => attribute(operation, quoted(durationText(seconds))));
}

interface Names {
  readonly names: readonly string[];
  readonly lost: readonly string[];
}

function secretOutputs({ options }: ResourceNode): Names {
  const names = options.additionalSecretOutputs.map((name) => [name, snakeCase(name)] as const);
  const lost = names.flatMap(([name, text]) => (isHclIdentifier(text) ? [] : [`additional_secret_outputs: ${name}`]));
  return { names: names.flatMap(([, text]) => (isHclIdentifier(text) ? [text] : [])), lost };
}

function ignoredText(texts: readonly string[]): string {
  return texts.includes("all") ? "all" : listText(texts);
}

/** Splits `ignoreChanges` into printed paths and paths that HCL cannot express, which have wildcards or begin with an output. */
function ignoredPaths(scope: Scope): { readonly texts: readonly string[]; readonly lost: readonly string[] } {
  const { ignoreChanges, notInputs } = scope.node.options;
  const texts: string[] = [];
  const lost: string[] = [];
  for (const path of ignoreChanges) {
    const text = notInputs.includes(String(path[0])) ? undefined : ignoredPathText(path, scope);
    if (text === undefined) lost.push(`ignore_changes: ${formatPattern(path)}`);
    else texts.push(text);
  }
  return { texts, lost };
}

/**
 * Prints a path in `ignore_changes`. The inputs of the resource show which steps are properties, whose names are converted. The runtime drops a path whose
 * parent the program doesn't set.
 */
function ignoredPathText(path: Path, scope: Scope): string | undefined {
  const [root, ...rest] = path;
  if (path.length === 1 && root === "*") return "all";
  if (typeof root !== "string" || path.includes("*")) return undefined;
  const property = scope.node.inputs.find(({ name }) => name === root);
  let text = attributeName(property ?? { name: root, language: {} });
  if (!isHclIdentifier(text)) return undefined;
  let value: Expression | undefined = property?.value;
  for (const [index, key] of rest.entries()) {
    const child: Property | undefined =
      value?.kind === "object" ? value.properties.find(({ name }) => name === key) : undefined;
    const isLast = index === rest.length - 1;
    if (value?.kind === "object" && typeof key === "string") {
      const name = attributeName(child ?? { name: key, language: {} });
      if (!isHclIdentifier(name)) return undefined;
      text += `.${name}`;
      value = child?.value;
    } else if (value?.kind === "list" && typeof key === "number") {
      text += `[${key}]`;
      value = value.items[key];
    } else if (typeof key === "string" && (value?.kind === "map" || (value === undefined && isLast))) {
      text += `[${validString(key, scope)}]`;
      value = value?.kind === "map" ? value.entries.find((entry) => entry.key === key)?.value : undefined;
    } else return undefined;
    if (value === undefined && !isLast) return undefined;
  }
  return text;
}
