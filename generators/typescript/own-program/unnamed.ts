/**
 * Finds the constructor calls that may make a resource although the text does not show their names: in loops, in factories, of subclasses.
 */
import type { ts as Ts } from "ts-morph";
import type { StackResource } from "../../own-program.ts";
import { ts } from "./compiler.ts";
import { type ConstructedType, type Construction, extendedType } from "./constructions.ts";
import { isClassOfType } from "./match.ts";
import { lineNumber } from "./merging.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, type Reading, staticText, withoutParentheses } from "./values.ts";

/** A constructor call whose name only a run knows. */
interface UnnamedCall {
  readonly place: string;
  readonly type: ConstructedType;
  readonly ends: Ends;
  /** Absent: the text does not show whether the resource has a parent. */
  readonly isChild?: boolean;
}

/** The ends of a name that the text shows; the rest of it, only a run knows. */
interface Ends {
  readonly first: string;
  readonly last: string;
}

const noEnds: Ends = { first: "", last: "" };

/** URN -> the places of the calls that may construct the resource, `index.ts:12`. */
export function unnamedCalls(
  constructions: readonly Construction[],
  resources: readonly StackResource[],
  reading: Reading,
): ReadonlyMap<string, readonly string[]> {
  const shown = new Set<Ts.Node>(constructions.map(({ node }) => node));
  const calls = [...reading.sources.files.values()].flatMap((file) => unnamedIn(file, shown, reading));
  return new Map(
    resources.flatMap(({ urn, type, name, parent }) => {
      const places = calls
        .filter((call) => mayBe(name, call.ends) && isClassOfType(call.type, type))
        .filter(({ isChild }) => isChild === undefined || isChild === (parent !== undefined))
        .map(({ place }) => place);
      return places.length === 0 ? [] : [[urn, [...new Set(places)]] as const];
    }),
  );
}

function unnamedIn(file: SourceFile, shown: ReadonlySet<Ts.Node>, reading: Reading): readonly UnnamedCall[] {
  const found: UnnamedCall[] = [];
  const visit = (node: Ts.Node): void => {
    if (ts.isNewExpression(node) && !shown.has(node)) {
      const call = unnamedCall(node, file, reading);
      if (call !== undefined) found.push(call);
    }
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return found;
}

function unnamedCall(node: Ts.NewExpression, file: SourceFile, reading: Reading): UnnamedCall | undefined {
  const meaning = expressionMeaning(node.expression, file, reading);
  const [name, ...others] = node.arguments ?? [];
  if (name === undefined) return undefined;
  const place = `${file.path}:${lineNumber(node)}`;
  if (meaning?.kind === "package") {
    const isChild = isChildBy(others[1]);
    return { place, type: meaning, ends: endsOf(name, file, reading), isChild };
  }
  // The constructor of a subclass may give its parent another name, and other options.
  const type = meaning?.kind === "class" ? extendedType(meaning.node, meaning.file, reading) : undefined;
  return type === undefined ? undefined : { place, type, ends: noEnds };
}

/** Whether the options of a resource name a parent. */
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
