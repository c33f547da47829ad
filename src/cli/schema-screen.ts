/** The report of `imp schema show`. */
import type {
  EnumValueFacts,
  ModuleFacts,
  PackageHead,
  PropertyFacts,
  ShownMember,
  ShownPackage,
  ShownResource,
} from "../schema/show/facts.ts";
import { cutDescription, renderProperties, renderValues } from "./property-tree.ts";
import { visible } from "./quote.ts";
import { breakable, counted, harmless, paint, type Screen, wrap } from "./render.ts";

/** Renders a resource, function, or type. @param subject the package as typed, for the commands to run */
export function renderMember(facts: ShownMember, subject: string, screen: Screen): string {
  const head = [
    paint(visible(facts.token), "bold", screen),
    `${kindTitle(facts)} of ${packageLabel(facts.package)}${facts.short === facts.token ? "" : `, short: ${visible(facts.short)}`}`,
    ...deprecation(facts.deprecationMessage, screen),
  ].join("\n");
  return [head, ...descriptionLines(facts.description, screen), ...memberBody(facts, subject, screen)].join("\n\n");
}

function kindTitle(facts: ShownMember): string {
  const overlay = "isOverlay" in facts && facts.isOverlay ? " (overlay: handwritten in the SDKs)" : "";
  return `${facts.kind}${overlay}`;
}

function memberBody(member: ShownMember, subject: string, screen: Screen): readonly string[] {
  switch (member.kind) {
    case "resource":
    case "component":
    case "provider":
      return resourceBody(member, subject, screen);
    case "function":
      return [
        propertySection("Inputs", member.inputs, subject, screen),
        member.returns === undefined
          ? outputSection("Outputs", member.outputs, subject, screen)
          : `Returns ${visible(member.returns)}`,
      ];
    case "type":
      return [propertySection("Properties", member.properties, subject, screen)];
    case "enum":
      return [enumSection(member.element, member.values, screen)];
  }
}

function resourceBody(resource: ShownResource, subject: string, screen: Screen): readonly string[] {
  const { inputs, outputs, aliases, methods, importSection, importFile } = resource;
  return [
    propertySection("Inputs", inputs, subject, screen),
    ...(outputs.length > 0 ? [outputSection("Additional outputs", outputs, subject, screen)] : []),
    ...(methods.length > 0 ? [titledList("Methods", methods, screen)] : []),
    ...(aliases.length > 0 ? [titledList("Aliases", aliases, screen)] : []),
    ...(importSection === undefined
      ? []
      : [`${boldTitle("Import", screen)}\n${indentBlock(markdown(importSection, screen), "  ")}`]),
    ...(importFile === undefined
      ? []
      : [`${boldTitle("Import file", screen)}\n${indentBlock(visibleJson(importFile), "  ")}`]),
  ];
}

/** Renders the modules, configuration, and counts of a package. @param subject the package as typed, for the commands to run */
export function renderPackage(shownPackage: ShownPackage, subject: string, screen: Screen): string {
  const { displayName, publisher, license, homepage, repository, pluginDownloadUrl, parameterization } = shownPackage;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["name", displayName],
    ["publisher", publisher],
    ["license", license],
    ["homepage", homepage],
    ["repository", repository],
    ["plugin from", pluginDownloadUrl],
    ["plugin", parameterization && `${parameterization.pluginName} ${parameterization.pluginVersion}`],
  ];
  const { counts } = shownPackage;
  const components = counts.components === 0 ? "" : ` (${counted(counts.components, "component")})`;
  const numbers = [
    `${counted(counts.resources, "resource")}${components}`,
    counted(counts.functions, "function"),
    counted(counts.types, "type"),
  ].join(", ");
  const head = [
    paint(packageLabel(shownPackage.package), "bold", screen),
    ...rows.flatMap(([label, value]) =>
      value === undefined || value === "" ? [] : [`  ${label.padEnd(12)} ${visible(value)}`],
    ),
    `  ${"contains".padEnd(12)} ${numbers}`,
  ].join("\n");
  const isSame = JSON.stringify(shownPackage.provider) === JSON.stringify(shownPackage.config);
  return [
    head,
    ...descriptionLines(shownPackage.description, screen),
    modulesSection(shownPackage.modules, screen),
    propertySection("Configuration", shownPackage.config, subject, screen),
    ...(isSame ? [] : [propertySection("Provider inputs", shownPackage.provider, subject, screen)]),
  ].join("\n\n");
}

function modulesSection(modules: readonly ModuleFacts[], screen: Screen): string {
  const lines = modules.map(({ name, resources, functions, types }) => {
    const numbers = [
      ...(resources > 0 ? [counted(resources, "resource")] : []),
      ...(functions > 0 ? [counted(functions, "function")] : []),
      ...(types > 0 ? [counted(types, "type")] : []),
    ].join(", ");
    return `  ${name === "" ? "(root)" : visible(name)}: ${numbers}`;
  });
  return [boldTitle(`Modules: ${modules.length}`, screen), ...lines].join("\n");
}

function packageLabel({ name, version }: PackageHead): string {
  return `${visible(name)}${version === undefined ? "" : ` ${visible(version)}`}`;
}

function propertySection(name: string, properties: readonly PropertyFacts[], subject: string, screen: Screen): string {
  if (properties.length === 0) return boldTitle(`${name}: none`, screen);
  const required = properties.filter((property) => property.required).length;
  const head = boldTitle(`${name}: ${required} required, ${properties.length - required} optional`, screen);
  return `${head}\n${renderProperties(properties, subject, screen)}`;
}

/** Renders outputs. Hides whether an output is required, which does not matter for programs. */
function outputSection(name: string, outputs: readonly PropertyFacts[], subject: string, screen: Screen): string {
  if (outputs.length === 0) return boldTitle(`${name}: none`, screen);
  const shown = outputs.map((output) => ({ ...output, required: false }));
  return `${boldTitle(`${name}: ${outputs.length}`, screen)}\n${renderProperties(shown, subject, screen)}`;
}

function enumSection(element: string, values: readonly EnumValueFacts[], screen: Screen): string {
  return `${boldTitle(`${counted(values.length, "value")} (${visible(element)})`, screen)}\n${renderValues(values, screen)}`;
}

function titledList(name: string, items: readonly string[], screen: Screen): string {
  return [boldTitle(name, screen), ...items.map((item) => `  ${visible(item)}`)].join("\n");
}

function deprecation(message: string | undefined, screen: Screen): readonly string[] {
  if (message === undefined) return [];
  return [paint(wrap(harmless(`deprecated: ${cutDescription(message)}`), screen.width, "  "), "yellow", screen)];
}

function descriptionLines(description: string | undefined, screen: Screen): readonly string[] {
  return description === undefined ? [] : [markdown(description, screen)];
}

/** Wraps Markdown. Keeps its line breaks. */
function markdown(source: string, { width }: Screen): string {
  return wrap(breakable(harmless(cutDescription(source)), width - 2), width - 2, "");
}

function indentBlock(block: string, indent: string): string {
  return block
    .split("\n")
    .map((line) => (line === "" ? "" : `${indent}${line}`))
    .join("\n");
}

/** Formats JSON that the user can copy. Escapes invisible characters, which does not change the value. */
function visibleJson(value: object): string {
  return JSON.stringify(value, null, 2).split("\n").map(visible).join("\n");
}

function boldTitle(name: string, screen: Screen): string {
  return paint(name, "bold", screen);
}
