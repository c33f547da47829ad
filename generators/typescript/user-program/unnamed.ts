/**
 * Finds constructor calls that could construct a resource but whose names are not literals: calls in loops and in factories, and calls of subclasses.
 */
import type { ts as Ts } from "ts-morph";
import type { StackResource } from "../../user-program.ts";
import { nodesIn, ts } from "./compiler.ts";
import { type ConstructedType, type Construction, extendedType } from "./constructions.ts";
import { isClassOfType } from "./match.ts";
import { lineNumber } from "./merging.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, type Reading, staticText, withoutParentheses } from "./values.ts";

interface UnnamedCall {
  readonly location: string;
  readonly type: ConstructedType;
  readonly ends: Ends;
  /** Omitted if the code does not show whether the resource has a parent. */
  readonly isChild?: boolean;
}

/** The literal start and end of a computed name. */
interface Ends {
  readonly first: string;
  readonly last: string;
}

const noEnds: Ends = { first: "", last: "" };

/** Returns the locations (`index.ts:12`) of calls that could construct each resource, by URN. */
export function unnamedCalls(
  constructions: readonly Construction[],
  resources: readonly StackResource[],
  reading: Reading,
): ReadonlyMap<string, readonly string[]> {
  const shown = new Set<Ts.Node>(constructions.map(({ node }) => node));
  const calls = [...reading.sources.files.values()].flatMap((file) => unnamedIn(file, shown, reading));
  return new Map(
    resources.flatMap(({ urn, type, name, parent }) => {
      const locations = calls
        .filter((call) => mayBe(name, call.ends) && isClassOfType(call.type, type))
        .filter(({ isChild }) => isChild === undefined || isChild === (parent !== undefined))
        .map(({ location }) => location);
      return locations.length === 0 ? [] : [[urn, [...new Set(locations)]] as const];
    }),
  );
}

function unnamedIn(file: SourceFile, shown: ReadonlySet<Ts.Node>, reading: Reading): readonly UnnamedCall[] {
  const calls = nodesIn(file.tree).filter(ts.isNewExpression);
  return calls.flatMap((node) => (shown.has(node) ? [] : (unnamedCall(node, file, reading) ?? [])));
}

function unnamedCall(node: Ts.NewExpression, file: SourceFile, reading: Reading): UnnamedCall | undefined {
  const meaning = expressionMeaning(node.expression, file, reading);
  const [name, ...others] = node.arguments ?? [];
  if (name === undefined) return undefined;
  const location = `${file.path}:${lineNumber(node)}`;
  if (meaning?.kind === "package") {
    const isChild = isChildBy(others[1]);
    return { location, type: meaning, ends: endsOf(name, file, reading), isChild };
  }
  // A subclass can pass a different name and different options to `super()`, so the arguments of this call don't show them.
  const type = meaning?.kind === "class" ? extendedType(meaning.node, meaning.file, reading) : undefined;
  return type === undefined ? undefined : { location, type, ends: noEnds };
}

/** Returns true if the options name a parent, or undefined if the code does not show it. */
function isChildBy(options: Ts.Expression | undefined): boolean | undefined {
  if (options === undefined) return false;
  const object = withoutParentheses(options);
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const names = object.properties.map(({ name }) => (name !== undefined && ts.isIdentifier(name) ? name.text : ""));
  if (names.includes("parent")) return true;
  return object.properties.some((one) => ts.isSpreadAssignment(one)) ? undefined : false;
}

function mayBe(name: string, { first, last }: Ends): boolean {
  return name.length >= first.length + last.length && name.startsWith(first) && name.endsWith(last);
}

function endsOf(expression: Ts.Expression, file: SourceFile, reading: Reading): Ends {
  const node = withoutParentheses(expression);
  const text = staticText(node, file, reading, new Map());
  if (text !== undefined) return { first: text, last: text };
  if (ts.isTemplateExpression(node))
    return { first: node.head.text, last: node.templateSpans.at(-1)?.literal.text ?? "" };
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return noEnds;
  return { first: endsOf(node.left, file, reading).first, last: endsOf(node.right, file, reading).last };
}
