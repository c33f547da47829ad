/** Prints expressions as PCL. */
import type {
  CallExpression,
  Expression,
  InterpolationPart,
  MapEntry,
  ReferenceExpression,
} from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import type { Path } from "../../src/value/path.ts";
import {
  escapeBeforeReference,
  escapeText,
  isBareKey,
  isHclIdentifier,
  textRefusal,
  validNumber,
  validString,
} from "../shared/hcl-syntax.ts";
import { isGoJson } from "../shared/is-go-json.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { block, bracketedList, type Doc, stacked } from "../shared/layout.ts";
import { callKey, type NamesInOneScope } from "../shared/names-in-one-scope.ts";
import { assetPrinters, type Printers, printWith } from "../shared/printers.ts";
import { below, refuse } from "../shared/scope.ts";
import { stackOutputName } from "../shared/stack-references.ts";
import { mergeTexts, slashComment } from "../shared/strings.ts";
import { binds } from "./binds.ts";

/** The scope of an expression, with its path for messages. */
export interface Scope {
  readonly language: "pcl";
  readonly node: ResourceNode;
  readonly path: Path;
  readonly names: NamesInOneScope;
}

/**
 * Prints an expression.
 *
 * @throws ImpError GENERATOR_CANNOT_EXPRESS for text that HCL would change, numbers that HCL cannot express, and values that the binder rejects
 */
export function printExpression(expression: Expression, scope: Scope): Doc {
  if (!binds(expression)) {
    const isEnum = expression.type.kind === "enum";
    return refuse(
      scope,
      isEnum ? "has a value that is not in the schema's enum" : "has a value that does not match its schema type",
    );
  }
  return printWith(pclPrinters, expression, scope);
}

const pclPrinters: Printers<[scope: Scope], Doc> = {
  null: () => "null",
  boolean: ({ value }) => String(value),
  number: ({ value }, scope) => validNumber(value, scope),
  string: ({ value }, scope) => validString(value, scope),
  enum({ member: { value } }, scope) {
    if (typeof value === "string") return validString(value, scope);
    return typeof value === "number" ? validNumber(value, scope) : String(value);
  },
  list: ({ items }, scope) =>
    bracketedList(
      "[",
      items.map((item, index) => printExpression(item, below(scope, index))),
      "]",
    ),
  map: ({ entries }, scope) => objectDoc(entries, scope),
  object({ properties }, scope) {
    const items = properties.map(({ name, value, comment }) => {
      const childScope = below(scope, name);
      const key = isBareKey(name) ? name : validString(name, childScope);
      return commented(comment, [key, " = ", printExpression(value, childScope)]);
    });
    return block("{", items, "}");
  },
  reference: traversalText,
  call: traversalText,
  interpolation: ({ parts }, scope) => interpolatedText(parts, scope),
  secret: ({ value }, scope) => ["secret(", printExpression(value, scope), ")"],
  config: ({ key }, scope) => scope.names.config.get(key) ?? "null",
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    const callee = name.slice(0, 1).toLowerCase() + name.slice(1);
    return [
      `${callee}(`,
      entries === undefined ? validString(text ?? location, scope) : objectDoc(entries, scope),
      ")",
    ];
  }),
  /** Prints `toJSON` if Go's encoder produces the same JSON. Otherwise, prints a string. */
  json({ value }, scope) {
    if (isGoJson(value)) return ["toJSON(", printExpression(value, scope), ")"];
    const parts = jsonParts(value);
    if (parts !== undefined) return interpolatedText(parts, scope);
    return refuse(scope, "has a JSON document that PCL's toJSON would format differently");
  },
};

/** Prints the steps of a traversal after its first name: `.a`, `[0]`, `["x y"]`. */
export function printSteps(path: Path, scope: Scope): string {
  const steps = path.map((key) => {
    if (typeof key === "number") return `[${key}]`;
    return isHclIdentifier(key) ? `.${key}` : `[${validString(key, scope)}]`;
  });
  return steps.join("");
}

export function commentDoc(text: string): Doc {
  return stacked(slashComment(text));
}

/** Prints a document with its comment above it. */
export function commented(comment: string | undefined, doc: Doc): Doc {
  return comment === undefined ? doc : stacked([commentDoc(comment), doc]);
}

/** Prints a map. Its keys are always quoted. */
function objectDoc(entries: readonly MapEntry[], scope: Scope): Doc {
  const items = entries.map(({ key, value }) => {
    const childScope = below(scope, key);
    return [validString(key, childScope), " = ", printExpression(value, childScope)];
  });
  return block("{", items, "}");
}

/** Prints an output of a resource, or a member of a function result, which is stored in a variable. */
function traversalText(reference: ReferenceExpression | CallExpression, scope: Scope): string {
  const { resources, calls } = scope.names;
  const name = reference.kind === "call" ? calls.get(callKey(reference)) : resources.get(reference.node);
  const output = reference.kind === "call" ? undefined : stackOutputName(reference);
  if (output !== undefined) return `getOutput(${name ?? "null"}, ${validString(output, scope)})`;
  return (name ?? "null") + printSteps(reference.path, scope);
}

function interpolatedText(parts: readonly InterpolationPart[], scope: Scope): string {
  const merged = mergeTexts(parts);
  const texts = merged.map((part, index) => {
    if (part.kind === "reference") return `\${${traversalText(part.reference, scope)}}`;
    const why = textRefusal(part.text);
    if (why !== undefined) return refuse(scope, why);
    return index === merged.length - 1 ? escapeText(part.text) : escapeBeforeReference(part.text);
  });
  return `"${texts.join("")}"`;
}
