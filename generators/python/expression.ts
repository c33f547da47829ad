/** Prints expressions as Python. */
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
import { isKnownExpression } from "../shared/known-expression.ts";
import { type Doc, unindented } from "../shared/layout.ts";
import { hashComment, isTall, mergeTexts } from "../shared/strings.ts";
import { bracket, dictionaryDoc, type Item, pythonNumber, subscript } from "./layout.ts";
import { className, core, functionName, jsonModule, type Names, typeName, typingModule } from "./names.ts";
import { isPrivate, nameInClass, pyName, pythonMember } from "./py-name.ts";
import { quoted, tripleQuoted } from "./strings.ts";

export interface Scope {
  readonly program: Program;
  readonly names: Names;
  readonly imports: Imports;
  readonly node: ResourceNode;
  readonly property?: string;
  /** Reports a part of the file that the SDK ignores. */
  readonly report: (property: string, message: string) => void;
}

/**
 * Prints an expression. Casts a value that does not fit its type, so that type checkers accept the program.
 *
 * @param asClass true to print objects as classes, because a dictionary would be ambiguous: the schema allows several types, or the expression is the
 * value of an Output
 */
function printExpression(expression: Expression, scope: Scope, asClass = false): Doc {
  const doc = printForm(expression, scope, asClass);
  const isEnumText = expression.kind === "config" && expression.type.kind === "enum";
  return fits(expression) && !isEnumText ? doc : cast(doc, scope);
}

/** Prints the value of a property. Optional properties can be None. */
function printProperty({ value, union, required }: Property, scope: Scope, asClass: boolean): Doc {
  if (value.kind === "null" && required !== true) return "None";
  return printExpression(value, scope, asClass || union !== undefined);
}

function cast(doc: Doc, scope: Scope): Doc {
  const typing = scope.imports.use(typingModule);
  return bracket(`${typing}.cast(`, [{ doc: `${typing}.Any` }, { doc }], ")");
}

function printForm(expression: Expression, scope: Scope, asClass: boolean): Doc {
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
      return printMember(expression.member, expression.type, scope);
    case "list":
      return printList(expression.items, expression.type, scope, asClass);
    case "map":
      return printMap(expression.entries, expression.type, scope, asClass);
    case "object":
      return printObject(expression.properties, expression.type, scope, asClass);
    case "reference":
      return printReference(expression, scope);
    case "call":
      return printCall(expression, scope);
    case "interpolation":
      return printInterpolation(expression.parts, scope);
    case "secret":
      return coreCall(scope, "Output.secret", [printExpression(expression.value, scope, true)]);
    case "config":
      return scope.names.config.get(expression.key) ?? "None";
    case "asset":
      return printAsset(expression.source, scope);
    case "archive":
      return printArchive(expression.source, scope);
    case "json":
      return printJson(expression.value, scope);
  }
}

/** Prints a string literal, with triple quotes if it has three or more lines. */
function printText(text: string): Doc {
  return isTall(text) ? unindented(tripleQuoted(text)) : quoted(text);
}

/** Prints an enum member as a member of the class, because type checkers reject its value. SDKs don't declare boolean enums. */
function printMember(member: EnumMember, type: Type & { kind: "enum" }, scope: Scope): Doc {
  if (typeof member.value === "boolean") return member.value ? "True" : "False";
  const name = pythonMember(member.name ?? String(member.value), typeName(type.name));
  return `${sdkName(type.name, scope, "")}.${name}`;
}

function printList(items: readonly Expression[], type: Type, scope: Scope, asClass: boolean): Doc {
  const inside = asClass || (type.kind === "list" && type.element.kind === "union");
  return bracket(
    "[",
    items.map((item) => ({ doc: printExpression(item, scope, inside) })),
    "]",
  );
}

/** Prints a map. Keys are data, so they are not renamed. */
function printMap(entries: readonly MapEntry[], type: Type, scope: Scope, asClass: boolean): Doc {
  const inside = asClass || (type.kind === "map" && type.element.kind === "union");
  const items = entries.map(({ key, value }) => ({
    doc: [`${quoted(key)}: `, printExpression(value, scope, inside)],
  }));
  return dictionaryDoc("{", items, "}");
}

/** Prints an object as a dictionary with Python names, or as a class if a dictionary is ambiguous or not accepted. */
function printObject(properties: readonly Property[], type: Type, scope: Scope, asClass: boolean): Doc {
  const isWhole = !properties.some((property) => property.undeclared === true);
  refuseEqualNames(
    properties.map(({ name, undeclared }) => (undeclared === true ? name : pyName(name))),
    scope,
  );
  if (type.kind === "object" && isWhole && (asClass || hasClassesOnly(type.name, scope))) {
    // Classes do not accept nested dictionaries.
    const items = properties.map((property) => {
      const name = nameInClass(pyName(property.name), `${typeName(type.name)}Args`);
      return printArgument(`${name}=`, property, scope, true);
    });
    return bracket(`${sdkName(type.name, scope, "Args")}(`, items, ")", items.length > 1);
  }
  const items = properties.map((property) => {
    // The SDK passes unknown keys through unchanged. It does not know private properties by their Python names.
    const { name, undeclared } = property;
    const key = undeclared === true || isPrivate(pyName(name)) ? name : pyName(name);
    return printItem(`${quoted(key)}: `, property, scope);
  });
  return dictionaryDoc("{", items, "}");
}

/** Throws GENERATOR_CANNOT_EXPRESS if two properties have the same Python name, because only one would be sent. */
export function refuseEqualNames(names: readonly string[], { node }: Scope): void {
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined)
    cannotExpress("python", node, [], `has two properties that are both called "${duplicate}" in Python`);
}

/** Prints an argument of a class or an input of a component, with its comment. Reports None, which SDKs omit. */
export function printArgument(head: string, property: Property, scope: Scope, asClass = false): Item {
  const { name, value } = property;
  const propertyScope = { ...scope, property: scope.property ?? name };
  const item = printItem(head, property, propertyScope, asClass);
  if (value.kind !== "null") return item;
  scope.report(propertyScope.property, `The Python SDK does not send None, so it omits "${name}".`);
  return {
    ...item,
    comments: [...(item.comments ?? []), `# The Python SDK omits ${quoted(name)} because it is None.`],
  };
}

function printItem(head: string, property: Property, scope: Scope, asClass = false): Item {
  const doc: Doc = [head, printProperty(property, scope, asClass)];
  return property.comment === undefined ? { doc } : { doc, comments: hashComment(property.comment) };
}

/**
 * Returns true if nested objects must be classes. SDKs with `inputTypes: classes` don't declare dictionary types, and types of other packages
 * accept dictionaries only if that package says so. Provider arguments become JSON, and SDKs do not rename dictionary keys there.
 */
function hasClassesOnly(token: Token, scope: Scope): boolean {
  if (scope.node.kind === "provider") return true;
  const inputTypes = textAt(scope.program.packages.get(token.package)?.language, "python", "inputTypes");
  if (inputTypes === "classes") return true;
  return inputTypes === undefined && token.package !== scope.node.resource.package;
}

function sdkName(token: Token, scope: Scope, suffix: string): string {
  const symbol: ImportSymbol = scope.names.packages.get(token.package) ?? core;
  const language = scope.program.packages.get(token.package)?.language;
  return className(scope.imports.use(symbol), token, language, suffix);
}

/** Members of the Output class. Properties with these names are not lifted. */
const pythonOutputMembers: ReadonlySet<string> = new Set(
  "all apply concat format from_input future get is_known is_secret json_dumps json_loads recover resources secret unsecret".split(
    " ",
  ),
);

function printReference(reference: ReferenceExpression, scope: Scope): Doc {
  const [first, ...rest] = reference.path;
  const variable = scope.names.resources.get(reference.node) ?? "None";
  if (first === undefined) return variable;
  const steps = rest.map((key, index): Doc => {
    if (typeof key === "number") return subscript(String(key));
    if (reference.through?.[index]?.kind !== "object") return subscript(quoted(key));
    const type = reference.through[index];
    const name = nameInClass(pyName(key), type?.kind === "object" ? typeName(type.name) : "");
    return pythonOutputMembers.has(name) || name.startsWith("_") ? `.apply(lambda value: value.${name})` : `.${name}`;
  });
  const member = pyName(String(first));
  const head = `${variable}.${isPrivate(member) ? nameInClass(member, resourceClassName(reference.node, scope)) : member}`;
  return steps.length === 0 ? head : [head, ...steps];
}

/** Returns the class name of a resource, without its module. */
function resourceClassName(id: string, { program }: Scope): string {
  const node = [...program.resources, ...(program.held ?? [])].find((each) => each.id === id);
  return node === undefined ? "" : typeName(node.resource);
}

function printPart(reference: InterpolatedReference, scope: Scope): Doc {
  return reference.kind === "call" ? printCall(reference, scope) : printReference(reference, scope);
}

/** Prints a call of the function variant that returns an Output: `aws.get_caller_identity_output().account_id`. */
function printCall({ function: token, provider, path }: CallExpression, scope: Scope): Doc {
  const symbol: ImportSymbol = scope.names.packages.get(token.package) ?? core;
  const language = scope.program.packages.get(token.package)?.language;
  const callee = functionName(scope.imports.use(symbol), token, language);
  const variable = provider === undefined ? undefined : (scope.names.resources.get(provider) ?? "None");
  const options: Doc[] =
    variable === undefined
      ? []
      : [bracket(`opts=${scope.imports.use(core)}.InvokeOptions(`, [{ doc: `provider=${variable}` }], ")")];
  const steps = path.map((key, index) => {
    if (typeof key === "number") return `[${key}]`;
    const name = pyName(key);
    return index === 0 && pythonOutputMembers.has(name) ? `.apply(lambda value: value.${name})` : `.${name}`;
  });
  const invocation = bracket(
    `${callee}(`,
    options.map((doc) => ({ doc })),
    ")",
  );
  return [invocation, ...steps];
}

/** Prints an interpolation: `Output.concat` for strings, else `Output.format`, where braces are doubled. */
function printInterpolation(parts: readonly InterpolationPart[], scope: Scope): Doc {
  const merged = mergeTexts(parts);
  const references = merged.flatMap((part) => (part.kind === "reference" ? [part.reference] : []));
  const isText = ({ type, optional }: InterpolatedReference) => type.kind === "string" && optional !== true;
  if (references.every(isText)) {
    const docs = merged.map((part) => (part.kind === "text" ? printText(part.text) : printPart(part.reference, scope)));
    return coreCall(scope, "Output.concat", docs);
  }
  let count = -1;
  const template = merged.map((part) => {
    if (part.kind === "text") return part.text.replace(/[{}]/g, "$&$&");
    count += 1;
    return `{${count}}`;
  });
  const args = references.map((reference) => printPart(reference, scope));
  return coreCall(scope, "Output.format", [printText(template.join("")), ...args]);
}

function printAsset(source: AssetSource, scope: Scope): Doc {
  switch (source.from) {
    case "text":
      return coreCall(scope, "StringAsset", [printText(source.text)]);
    case "path":
      return coreCall(scope, "FileAsset", [quoted(source.path)]);
    case "uri":
      return coreCall(scope, "RemoteAsset", [quoted(source.uri)]);
  }
}

function printArchive(source: ArchiveSource, scope: Scope): Doc {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map((asset) => ({ key: asset.name, value: asset.value }));
      return coreCall(scope, "AssetArchive", [printMap(entries, { kind: "any" }, scope, false)]);
    }
    case "path":
      return coreCall(scope, "FileArchive", [quoted(source.path)]);
    case "uri":
      return coreCall(scope, "RemoteArchive", [quoted(source.uri)]);
  }
}

/** Prints JSON without blanks and ASCII escapes, which matches the text of the other languages. */
function printJson(value: Expression, scope: Scope): Doc {
  const args: readonly Doc[] = [printExpression(value, scope), 'separators=(",", ":")', "ensure_ascii=False"];
  if (!isKnownExpression(value)) return coreCall(scope, "Output.json_dumps", args);
  return bracket(
    `${scope.imports.use(jsonModule)}.dumps(`,
    args.map((doc) => ({ doc })),
    ")",
  );
}

/** Prints a call of a core SDK function: `pulumi.f(a, b)`. */
function coreCall(scope: Scope, name: string, args: readonly Doc[]): Doc {
  return bracket(
    `${scope.imports.use(core)}.${name}(`,
    args.map((doc) => ({ doc })),
    ")",
  );
}
