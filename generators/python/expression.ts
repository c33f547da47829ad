/** Prints expressions as Python. */
import type {
  CallExpression,
  Expression,
  InterpolatedReference,
  Property,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { anyType, type Token } from "../../src/ir/type.ts";
import { textAt } from "../../src/value/json/object.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import type { ImportSymbol, Imports } from "../shared/imports.ts";
import { isKnownExpression } from "../shared/known-expression.ts";
import { type Doc, unindented } from "../shared/layout.ts";
import { assetPrinters, type Printers, printWith } from "../shared/printers.ts";
import { stackOutputName } from "../shared/stack-references.ts";
import { hashComment, isTall, mergeTexts } from "../shared/strings.ts";
import { upperCamel } from "../shared/type-names.ts";
import {
  bracket,
  callDoc,
  dictionaryDoc,
  type Item,
  listDoc,
  pythonBoolean,
  pythonNumber,
  subscript,
} from "./layout.ts";
import { core, jsonModule, type Names, pythonClass, pythonFunction, typingModule } from "./names.ts";
import { isPrivate, nameInClass, pyName, pythonMember } from "./py-name.ts";
import { quoted, tripleQuoted } from "./strings.ts";

export interface Scope {
  readonly program: Program;
  readonly names: Names;
  readonly imports: Imports;
  readonly node: ResourceNode;
  readonly property?: string;
  /** Reports a value that the SDK ignores. */
  readonly report: (property: string, message: string) => void;
}

/**
 * Prints an expression. Casts a value that does not fit its type, so that type checkers accept the program.
 *
 * @param asClass true to print objects as classes, because a dictionary would be ambiguous: the schema allows several types, or the expression is the
 * value of an Output
 */
function printExpression(expression: Expression, scope: Scope, asClass = false): Doc {
  const doc = printWith(pythonPrinters, expression, scope, asClass);
  const isEnumText = expression.kind === "config" && expression.type.kind === "enum";
  return fits(expression) && !isEnumText ? doc : cast(doc, scope);
}

function cast(doc: Doc, scope: Scope): Doc {
  const typing = scope.imports.use(typingModule);
  return callDoc(`${typing}.cast`, [`${typing}.Any`, doc]);
}

const pythonPrinters: Printers<[scope: Scope, asClass: boolean], Doc> = {
  null: () => "None",
  boolean: ({ value }) => pythonBoolean(value),
  number: ({ value }) => pythonNumber(value),
  string: ({ value }) => stringLiteral(value),
  /** Prints an enum member as a member of the class, because type checkers reject its value. SDKs don't declare boolean enums. */
  enum({ member, type }, scope) {
    if (typeof member.value === "boolean") return pythonBoolean(member.value);
    const name = pythonMember(member.name ?? String(member.value), upperCamel(type.name.member));
    return `${sdkName(type.name, scope, "")}.${name}`;
  },
  list({ items, type }, scope, asClass) {
    const inside = asClass || (type.kind === "list" && type.element.kind === "union");
    return listDoc(items.map((item) => printExpression(item, scope, inside)));
  },
  map: printMap,
  /** Prints an object as a dictionary with Python names, or as a class if a dictionary is ambiguous or not accepted. */
  object({ properties, type }, scope, asClass) {
    const isWhole = !properties.some((property) => property.undeclared === true);
    refuseEqualNames(
      properties.map(({ name, undeclared }) => (undeclared === true ? name : pyName(name))),
      scope,
    );
    if (type.kind === "object" && isWhole && (asClass || hasClassesOnly(type.name, scope))) {
      // Classes do not accept nested dictionaries.
      const items = properties.map((property) => {
        const name = nameInClass(pyName(property.name), `${upperCamel(type.name.member)}Args`);
        return printArgument(`${name}=`, property, scope, true);
      });
      return bracket(`${sdkName(type.name, scope, "Args")}(`, items, ")", items.length > 1);
    }
    const items = properties.map((property) => {
      // The SDK passes unknown keys through unchanged. Properties with private Python names keep their schema names too.
      const { name, undeclared } = property;
      const key = undeclared === true || isPrivate(pyName(name)) ? name : pyName(name);
      return printItem(`${quoted(key)}: `, property, scope);
    });
    return dictionaryDoc("{", items, "}");
  },
  reference: printReference,
  call: printCall,
  /** Prints an interpolation: `Output.concat` if all references are strings, otherwise `Output.format`, where braces are doubled. */
  interpolation({ parts }, scope) {
    const merged = mergeTexts(parts);
    const references = merged.flatMap((part) => (part.kind === "reference" ? [part.reference] : []));
    const isText = ({ type, optional }: InterpolatedReference) => type.kind === "string" && optional !== true;
    if (references.every(isText)) {
      const docs = merged.map((part) =>
        part.kind === "text" ? stringLiteral(part.text) : outputCode(part.reference, scope),
      );
      return coreCall(scope, "Output.concat", docs);
    }
    let count = -1;
    const template = merged.map((part) => {
      if (part.kind === "text") return part.text.replace(/[{}]/g, "$&$&");
      count += 1;
      return `{${count}}`;
    });
    const args = references.map((reference) => outputCode(reference, scope));
    return coreCall(scope, "Output.format", [stringLiteral(template.join("")), ...args]);
  },
  secret: ({ value }, scope) => coreCall(scope, "Output.secret", [printExpression(value, scope, true)]),
  config: ({ key }, scope) => scope.names.config.get(key) ?? "None",
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    if (entries !== undefined) return coreCall(scope, name, [printMap({ entries, type: anyType }, scope, false)]);
    return coreCall(scope, name, [text === undefined ? quoted(location) : stringLiteral(text)]);
  }),
  /** Prints a JSON function without spaces and ASCII escapes, so that it produces the same string as in other languages. */
  json({ value }, scope) {
    const args: readonly Doc[] = [printExpression(value, scope), 'separators=(",", ":")', "ensure_ascii=False"];
    if (!isKnownExpression(value)) return coreCall(scope, "Output.json_dumps", args);
    return callDoc(`${scope.imports.use(jsonModule)}.dumps`, args);
  },
};

/** Prints a string literal, with triple quotes if it has three or more lines. */
function stringLiteral(text: string): Doc {
  return isTall(text) ? unindented(tripleQuoted(text)) : quoted(text);
}

/** Prints a map. Its keys are not converted to Python names. */
function printMap(
  { entries, type }: Pick<Expression & { kind: "map" }, "entries" | "type">,
  scope: Scope,
  asClass: boolean,
): Doc {
  const inside = asClass || (type.kind === "map" && type.element.kind === "union");
  const items = entries.map(({ key, value }) => ({
    doc: [`${quoted(key)}: `, printExpression(value, scope, inside)],
  }));
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
  const { value, union, required, comment } = property;
  const isNone = value.kind === "null" && required !== true;
  const doc: Doc = [head, isNone ? "None" : printExpression(value, scope, asClass || union !== undefined)];
  return comment === undefined ? { doc } : { doc, comments: hashComment(comment) };
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
  return pythonClass(scope.imports.use(symbol), token, language, suffix);
}

/** The members of the class Output. A reference to a property with one of these names needs `apply`. */
const pythonOutputMembers: ReadonlySet<string> = new Set(
  "all apply concat format from_input future get is_known is_secret json_dumps json_loads recover resources secret unsecret".split(
    " ",
  ),
);

/** Prints a resource or one of its outputs. */
export function printReference(reference: ReferenceExpression, scope: Scope): Doc {
  const [first, ...rest] = reference.path;
  const variable = scope.names.resources.get(reference.node) ?? "None";
  if (first === undefined) return variable;
  const output = stackOutputName(reference);
  if (output !== undefined) return callDoc(`${variable}.require_output`, [quoted(output)]);
  const steps = rest.map((key, index): Doc => {
    if (typeof key === "number") return subscript(String(key));
    if (reference.through?.[index]?.kind !== "object") return subscript(quoted(key));
    const type = reference.through[index];
    const name = nameInClass(pyName(key), type?.kind === "object" ? upperCamel(type.name.member) : "");
    return pythonOutputMembers.has(name) || name.startsWith("_") ? `.apply(lambda value: value.${name})` : `.${name}`;
  });
  const member = pyName(String(first));
  const head = `${variable}.${isPrivate(member) ? nameInClass(member, resourceClassName(reference.node, scope)) : member}`;
  return steps.length === 0 ? head : [head, ...steps];
}

/** Returns the class name of a resource, without its module. */
function resourceClassName(id: string, { program }: Scope): string {
  const node = [...program.resources, ...(program.held ?? [])].find((each) => each.id === id);
  return node === undefined ? "" : upperCamel(node.resource.member);
}

function outputCode(reference: InterpolatedReference, scope: Scope): Doc {
  return reference.kind === "call" ? printCall(reference, scope) : printReference(reference, scope);
}

/** Prints a call of the function variant that returns an Output: `aws.get_caller_identity_output().account_id`. */
function printCall({ function: token, provider, path }: CallExpression, scope: Scope): Doc {
  const symbol: ImportSymbol = scope.names.packages.get(token.package) ?? core;
  const language = scope.program.packages.get(token.package)?.language;
  const callee = pythonFunction(scope.imports.use(symbol), token, language);
  const variable = provider === undefined ? undefined : (scope.names.resources.get(provider) ?? "None");
  const options: Doc[] =
    variable === undefined ? [] : [["opts=", coreCall(scope, "InvokeOptions", [`provider=${variable}`])]];
  const steps = path.map((key, index) => {
    if (typeof key === "number") return `[${key}]`;
    const name = pyName(key);
    return index === 0 && pythonOutputMembers.has(name) ? `.apply(lambda value: value.${name})` : `.${name}`;
  });
  return [callDoc(callee, options), ...steps];
}

function coreCall(scope: Scope, name: string, args: readonly Doc[]): Doc {
  return callDoc(`${scope.imports.use(core)}.${name}`, args);
}
