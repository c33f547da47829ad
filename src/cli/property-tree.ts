/**
 * Renders properties as a tree: a line with name, type and marks, below it the description and the properties of object types.
 */
import type { EnumValueFacts, NestedFacts, PropertyFacts } from "../schema/show/facts.ts";
import { shellQuote } from "./quote.ts";
import { breakable, counted, harmless, paint, type Screen, wrap } from "./render.ts";
import { visible } from "./visible.ts";

/** So many characters of one description are shown; the document has all. */
const longestDescription = 4000;

/** So many values of an enum are shown with a property; the enum itself has all. */
const mostValues = 40;

/** Text is given so many columns at least, however deep it stands. */
const fewestColumns = 30;

/** @param subject the package as the command line names it */
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
    ...nested.map((one) => renderNested(one, nested.length > 1, subject, screen, below)),
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
        : `${indent}imp schema show ${shellQuote(visible(subject))} ${shellQuote(visible(token))}`;
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

/** The values of an enum, each with its name and description. */
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

/** Cuts a text that no person reads. */
export function cutDescription(text: string): string {
  if (text.length <= longestDescription) return text;
  return `${text.slice(0, longestDescription)} … (${text.length - longestDescription} more characters: --json has all)`;
}

function indentedBlock(text: string, indent: string, screen: Screen): string {
  return wrappedLines(harmless(text), indent, indent, screen);
}

function wrappedLines(text: string, indent: string, below: string, { width }: Screen): string {
  const columns = Math.max(fewestColumns, width - below.length);
  const filled = wrap(breakable(text, columns), columns, below);
  return `${indent}${filled}`.replaceAll(/[ ]+$/gm, "");
}
