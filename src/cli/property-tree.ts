/** Renders properties as a tree: name, type, and marks, then the description and nested properties. */
import type { EnumValueFacts, NestedFacts, PropertyFacts } from "../schema/show/facts.ts";
import { shellQuote, visible } from "./quote.ts";
import { breakable, counted, harmless, paint, type Screen, wrap } from "./render.ts";

/** Maximum number of characters of a description. */
const longestDescription = 4000;

/** Maximum number of enum values to show with a property. */
const mostValues = 40;

/** Minimum number of columns for text, at any depth. */
const fewestColumns = 30;

/** Renders the properties. @param subject the package as typed */
export function renderProperties(
  properties: readonly PropertyFacts[],
  subject: string,
  screen: Screen,
  indent = "  ",
): string {
  return properties.map((property) => renderProperty(property, subject, screen, indent)).join("\n");
}

function renderProperty(property: PropertyFacts, subject: string, screen: Screen, indent: string): string {
  const { name, typeText, required, description, deprecationMessage, values, nested } = property;
  const below = `${indent}    `;
  const marks = propertyMarks(property);
  const line = wrappedLines(
    `${visible(name)}: ${visible(typeText)}${marks === "" ? "" : ` [${marks}]`}`,
    indent,
    below,
    screen,
  );
  const shownName = visible(name);
  const head = line.replace(shownName, () => paint(shownName, required ? "bold" : "cyan", screen));
  return [
    head,
    ...(deprecationMessage === undefined
      ? []
      : [paint(indentedBlock(`deprecated: ${cutDescription(deprecationMessage)}`, below, screen), "yellow", screen)]),
    ...(values.length === 0 ? [] : [indentedBlock(enumChoices(values), below, screen)]),
    ...(description === undefined
      ? []
      : [paint(indentedBlock(cutDescription(description), below, screen), "dim", screen)]),
    ...nested.map((type) => renderNested(type, nested.length > 1, subject, screen, below)),
  ].join("\n");
}

function renderNested(
  { short, token, properties }: NestedFacts,
  isOneOfSeveral: boolean,
  subject: string,
  screen: Screen,
  indent: string,
): string {
  const name = visible(short);
  switch (properties.kind) {
    case "here": {
      const [head, inner] = isOneOfSeveral ? [`${indent}${name}\n`, `${indent}  `] : ["", indent];
      if (properties.list.length === 0) return `${indent}${name} has no properties`;
      return `${head}${renderProperties(properties.list, subject, screen, inner)}`;
    }
    case "as at":
      return indentedBlock(`${isOneOfSeveral ? `${name}: ` : ""}properties as in ${properties.path}`, indent, screen);
    case "not shown":
      return properties.isForeign
        ? indentedBlock(`${name} is a type of another package`, indent, screen)
        : `${indent}run imp schema show ${shellQuote(visible(subject))} ${shellQuote(visible(token))}`;
  }
}

function propertyMarks(property: PropertyFacts): string {
  const { required, secret, replaceOnChanges, willReplaceOnChanges, constant, environment } = property;
  return [
    ...(required ? ["required"] : []),
    ...(secret ? ["secret"] : []),
    ...(replaceOnChanges || willReplaceOnChanges ? ["replaces"] : []),
    ...(property.plain ? ["plain"] : []),
    ...(constant === undefined ? [] : [`always ${shownLiteral(constant)}`]),
    ...(property.default === undefined ? [] : [`default ${shownLiteral(property.default)}`]),
    ...(environment.length === 0 ? [] : [`default from ${environment.map(visible).join(", ")}`]),
  ].join(", ");
}

function shownLiteral(value: string | number | boolean): string {
  return visible(JSON.stringify(value));
}

function enumChoices(values: readonly EnumValueFacts[]): string {
  const shown = values.slice(0, mostValues).map(({ value }) => shownLiteral(value));
  const more = values.length - shown.length;
  return `one of ${shown.join(", ")}${more > 0 ? ` and ${counted(more, "more value")}` : ""}`;
}

/** Renders the values of an enum with their names and descriptions. */
export function renderValues(values: readonly EnumValueFacts[], screen: Screen): string {
  return values
    .map(({ value, name, deprecationMessage, description }) =>
      [
        indentedBlock(`${shownLiteral(value)}${name === undefined ? "" : ` (${visible(name)})`}`, "  ", screen),
        ...(deprecationMessage === undefined
          ? []
          : [
              paint(
                indentedBlock(`deprecated: ${cutDescription(deprecationMessage)}`, "      ", screen),
                "yellow",
                screen,
              ),
            ]),
        ...(description === undefined
          ? []
          : [paint(indentedBlock(cutDescription(description), "      ", screen), "dim", screen)]),
      ].join("\n"),
    )
    .join("\n");
}

/** Cuts a description after 4,000 characters, and says how many characters are missing. */
export function cutDescription(text: string): string {
  if (text.length <= longestDescription) return text;
  return `${text.slice(0, longestDescription)} … (${text.length - longestDescription} more characters; use --json for the full text)`;
}

function indentedBlock(text: string, indent: string, screen: Screen): string {
  return wrappedLines(harmless(text), indent, indent, screen);
}

function wrappedLines(text: string, indent: string, below: string, { width }: Screen): string {
  const columns = Math.max(fewestColumns, width - below.length);
  const filled = wrap(breakable(text, columns), columns, below);
  return `${indent}${filled}`.replaceAll(/[ ]+$/gm, "");
}
