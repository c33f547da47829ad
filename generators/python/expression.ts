/**
 * Prints expressions as Python: one switch, with a function for each longer form.
 */
import type {
  ArchiveSource,
  AssetSource,
  CallExpression,
  Expression,
  InterpolatedReference,
  InterpolationPart,
  MapEntry,
  Property,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import type { EnumMember, Token, Type } from "../../src/ir/type.ts";
import { textAt } from "../../src/json/object.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import type { ImportSymbol, Imports } from "../shared/imports.ts";
import { isKnownExpression } from "../shared/known.ts";
import { type Doc, verbatim } from "../shared/layout.ts";
import { hashComment, isTall, mergeTexts } from "../shared/strings.ts";
import { bracket, dictionaryDoc, type Item, pythonNumber, subscript } from "./layout.ts";
import { className, core, functionName, jsonModule, type Names, typeName, typingModule } from "./names.ts";
import { isPrivate, nameInClass, pyName, pythonMember } from "./py-name.ts";
import { quoted, tripleQuoted } from "./strings.ts";

/** The position of an expression, with what its printer uses. */
export interface Place {
  readonly program: Program;
  readonly names: Names;
  readonly imports: Imports;
  readonly node: ResourceNode;
  /** The resource's input that has the expression. */
  readonly property?: string;
  /** Reports a part of the file that the SDK ignores. */
  readonly report: (property: string, message: string) => void;
}

/**
 * Prints an expression; what does not fit its type is cast, because the program has to pass a type checker and to mean the same.
 *
 * @param asClass the schema allows several types here, or the type of an Output is what it holds: a dictionary would not show which one
 *   it is, neither to the SDK
 */
function printExpression(expression: Expression, place: Place, asClass = false): Doc {
  const doc = printForm(expression, place, asClass);
  const isEnumText = expression.kind === "config" && expression.type.kind === "enum";
  return fits(expression) && !isEnumText ? doc : cast(doc, place);
}

/** A property that is not required may be None, whatever its type. */
function printProperty({ value, union, required }: Property, place: Place, asClass: boolean): Doc {
  if (value.kind === "null" && required !== true) return "None";
  return printExpression(value, place, asClass || union !== undefined);
}

function cast(doc: Doc, place: Place): Doc {
  const typing = place.imports.use(typingModule);
  return bracket(`${typing}.cast(`, [{ doc: `${typing}.Any` }, { doc }], ")");
}

function printForm(expression: Expression, place: Place, asClass: boolean): Doc {
  switch (expression.kind) {
    case "null":
      return "None";
    case "boolean":
      return expression.value ? "True" : "False";
    case "number":
      return pythonNumber(expression.value);
    case "string":
      return printText(expression.value);
    case "enum":
      return printMember(expression.member, expression.type, place);
    case "list":
      return printList(expression.items, expression.type, place, asClass);
    case "map":
      return printMap(expression.entries, expression.type, place, asClass);
    case "object":
      return printObject(expression.properties, expression.type, place, asClass);
    case "reference":
      return printReference(expression, place);
    case "call":
      return printCall(expression, place);
    case "interpolation":
      return printInterpolation(expression.parts, place);
    case "secret":
      return coreCall(place, "Output.secret", [printExpression(expression.value, place, true)]);
    case "config":
      return place.names.config.get(expression.key) ?? "None";
    case "asset":
      return printAsset(expression.source, place);
    case "archive":
      return printArchive(expression.source, place);
    case "json":
      return printJson(expression.value, place);
  }
}

/** The literal; between three quotes for text of three lines and more. */
function printText(text: string): Doc {
  return isTall(text) ? verbatim(tripleQuoted(text)) : quoted(text);
}

/** The member of the enum's class: type checkers refuse its value. Enums of booleans have no class. */
function printMember(member: EnumMember, type: Type & { kind: "enum" }, place: Place): Doc {
  if (typeof member.value === "boolean") return member.value ? "True" : "False";
  const name = pythonMember(member.name ?? String(member.value), typeName(type.name));
  return `${sdkName(type.name, place, "")}.${name}`;
}

function printList(items: readonly Expression[], type: Type, place: Place, asClass: boolean): Doc {
  const inside = asClass || (type.kind === "list" && type.element.kind === "union");
  return bracket(
    "[",
    items.map((item) => ({ doc: printExpression(item, place, inside) })),
    "]",
  );
}

/** Keys of maps are data. */
function printMap(entries: readonly MapEntry[], type: Type, place: Place, asClass: boolean): Doc {
  const inside = asClass || (type.kind === "map" && type.element.kind === "union");
  const items = entries.map(({ key, value }) => ({
    doc: [`${quoted(key)}: `, printExpression(value, place, inside)],
  }));
  return dictionaryDoc("{", items, "}");
}

/** A dictionary with Python names as keys, or the class where a dictionary would have no type, or several. */
function printObject(properties: readonly Property[], type: Type, place: Place, asClass: boolean): Doc {
  const isWhole = !properties.some((property) => property.undeclared === true);
  refuseEqualNames(
    properties.map(({ name, undeclared }) => (undeclared === true ? name : pyName(name))),
    place,
  );
  if (type.kind === "object" && isWhole && (asClass || hasClassesOnly(type.name, place))) {
    // Classes take no dictionaries.
    const items = properties.map((property) => {
      const name = nameInClass(pyName(property.name), `${typeName(type.name)}Args`);
      return printArgument(`${name}=`, property, place, true);
    });
    return bracket(`${sdkName(type.name, place, "Args")}(`, items, ")", items.length > 1);
  }
  const items = properties.map((property) => {
    // The SDK passes on the names that it does not know unchanged. It does not know the private ones by their Python names.
    const { name, undeclared } = property;
    const key = undeclared === true || isPrivate(pyName(name)) ? name : pyName(name);
    return printItem(`${quoted(key)}: `, property, place);
  });
  return dictionaryDoc("{", items, "}");
}

/** Refuses two properties with one Python name: only one of them would be sent. */
export function refuseEqualNames(names: readonly string[], { node }: Place): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    cannotExpress("python", node, [], `has two properties that are both called "${twice}" in Python`);
}

/** An argument of a class, or an input of a component, with its comment. SDKs leave out those that are None. */
export function printArgument(head: string, property: Property, place: Place, asClass = false): Item {
  const { name, value } = property;
  const inside = { ...place, property: place.property ?? name };
  const item = printItem(head, property, inside, asClass);
  if (value.kind !== "null") return item;
  place.report(inside.property, `Python's SDK does not send None: "${name}" is left out.`);
  return { ...item, comments: [...(item.comments ?? []), `# ${quoted(name)} is None, which Python's SDK leaves out.`] };
}

/** An argument or an entry, with its comment. */
function printItem(head: string, property: Property, place: Place, asClass = false): Item {
  const doc: Doc = [head, printProperty(property, place, asClass)];
  return property.comment === undefined ? { doc } : { doc, comments: hashComment(property.comment) };
}

/**
 * True where a class is printed: dictionaries have no type with `inputTypes: classes`, nor for types of another package unless that package
 * allows them. Arguments of a provider become JSON text, and SDKs do not translate the keys of a dictionary there.
 */
function hasClassesOnly(token: Token, place: Place): boolean {
  if (place.node.kind === "provider") return true;
  const inputTypes = textAt(place.program.packages.get(token.package)?.language, "python", "inputTypes");
  if (inputTypes === "classes") return true;
  return inputTypes === undefined && token.package !== place.node.resource.package;
}

function sdkName(token: Token, place: Place, suffix: string): string {
  const symbol: ImportSymbol = place.names.packages.get(token.package) ?? core;
  const language = place.program.packages.get(token.package)?.language;
  return className(place.imports.use(symbol), token, language, suffix);
}

/** The members of an output itself: a property with one of these names is not lifted. */
const pythonOutputMembers: ReadonlySet<string> = new Set(
  "all apply concat format from_input future get is_known is_secret json_dumps json_loads recover resources secret unsecret".split(
    " ",
  ),
);

function printReference(reference: ReferenceExpression, place: Place): Doc {
  const [first, ...rest] = reference.path;
  const variable = place.names.resources.get(reference.node) ?? "None";
  if (first === undefined) return variable;
  const steps = rest.map((key, index): Doc => {
    if (typeof key === "number") return subscript(String(key));
    if (reference.through?.[index]?.kind !== "object") return subscript(quoted(key));
    const type = reference.through[index];
    const name = nameInClass(pyName(key), type?.kind === "object" ? typeName(type.name) : "");
    return pythonOutputMembers.has(name) || name.startsWith("_") ? `.apply(lambda value: value.${name})` : `.${name}`;
  });
  const member = pyName(String(first));
  const head = `${variable}.${isPrivate(member) ? nameInClass(member, resourceClassName(reference.node, place)) : member}`;
  return steps.length === 0 ? head : [head, ...steps];
}

/** The class of a resource, without its module. */
function resourceClassName(id: string, { program }: Place): string {
  const node = [...program.resources, ...(program.held ?? [])].find((each) => each.id === id);
  return node === undefined ? "" : typeName(node.resource);
}

function printPart(reference: InterpolatedReference, place: Place): Doc {
  return reference.kind === "call" ? printCall(reference, place) : printReference(reference, place);
}

/** The form of a function that returns an Output: `aws.get_caller_identity_output().account_id`. */
function printCall({ function: token, provider, path }: CallExpression, place: Place): Doc {
  const symbol: ImportSymbol = place.names.packages.get(token.package) ?? core;
  const language = place.program.packages.get(token.package)?.language;
  const callee = functionName(place.imports.use(symbol), token, language);
  const variable = provider === undefined ? undefined : (place.names.resources.get(provider) ?? "None");
  const options: Doc[] =
    variable === undefined
      ? []
      : [bracket(`opts=${place.imports.use(core)}.InvokeOptions(`, [{ doc: `provider=${variable}` }], ")")];
  const steps = path.map((key, index) => {
    if (typeof key === "number") return `[${key}]`;
    const name = pyName(key);
    return index === 0 && pythonOutputMembers.has(name) ? `.apply(lambda value: value.${name})` : `.${name}`;
  });
  const asked = bracket(
    `${callee}(`,
    options.map((doc) => ({ doc })),
    ")",
  );
  return [asked, ...steps];
}

/** Joins texts with `concat`; other values are formatted with `format`, where braces are doubled. */
function printInterpolation(parts: readonly InterpolationPart[], place: Place): Doc {
  const merged = mergeTexts(parts);
  const references = merged.flatMap((part) => (part.kind === "reference" ? [part.reference] : []));
  const isText = ({ type, optional }: InterpolatedReference) => type.kind === "string" && optional !== true;
  if (references.every(isText)) {
    const docs = merged.map((part) => (part.kind === "text" ? printText(part.text) : printPart(part.reference, place)));
    return coreCall(place, "Output.concat", docs);
  }
  let count = -1;
  const template = merged.map((part) => {
    if (part.kind === "text") return part.text.replace(/[{}]/g, "$&$&");
    count += 1;
    return `{${count}}`;
  });
  const args = references.map((reference) => printPart(reference, place));
  return coreCall(place, "Output.format", [printText(template.join("")), ...args]);
}

function printAsset(source: AssetSource, place: Place): Doc {
  switch (source.from) {
    case "text":
      return coreCall(place, "StringAsset", [printText(source.text)]);
    case "path":
      return coreCall(place, "FileAsset", [quoted(source.path)]);
    case "uri":
      return coreCall(place, "RemoteAsset", [quoted(source.uri)]);
  }
}

function printArchive(source: ArchiveSource, place: Place): Doc {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map((asset) => ({ key: asset.name, value: asset.value }));
      return coreCall(place, "AssetArchive", [printMap(entries, { kind: "any" }, place, false)]);
    }
    case "path":
      return coreCall(place, "FileArchive", [quoted(source.path)]);
    case "uri":
      return coreCall(place, "RemoteArchive", [quoted(source.uri)]);
  }
}

/** Separators without blanks and no ASCII escapes: the text that the other languages write. */
function printJson(value: Expression, place: Place): Doc {
  const args: readonly Doc[] = [printExpression(value, place), 'separators=(",", ":")', "ensure_ascii=False"];
  if (!isKnownExpression(value)) return coreCall(place, "Output.json_dumps", args);
  return bracket(
    `${place.imports.use(jsonModule)}.dumps(`,
    args.map((doc) => ({ doc })),
    ")",
  );
}

/** `pulumi.f(a, b)`. */
function coreCall(place: Place, name: string, args: readonly Doc[]): Doc {
  return bracket(
    `${place.imports.use(core)}.${name}(`,
    args.map((doc) => ({ doc })),
    ")",
  );
}
