/**
 * Lays out Java exactly as prettier-plugin-java does: variable declarators, argument lists, and call chains. Supports only syntax that generated
 * programs contain. Tests compare the result with the plugin.
 */
import {
  breakParent,
  conditionalGroup,
  type Doc,
  group,
  hardline,
  indent,
  indentIfBreak,
  line,
  type Page,
  softline,
  stacked,
  willBreak,
} from "../shared/layout.ts";

export const page: Page = { width: 100, indent: 4 };

/** A document with the properties that the layout rules depend on. */
export interface Code {
  readonly doc: Doc;
  /** The depth of nested calls, as the layout rules count it. Infinite if the code is not a simple argument. */
  readonly depth: number;
  /** The layout of a lambda with a call as its body, if it is the last argument of a call. */
  readonly hugging?: Doc;
}

const never = Number.POSITIVE_INFINITY;

/** The maximum nesting depth of arguments in a call chain on one line. */
const simple = 2;

export interface Call {
  /** The method, with type arguments if needed: `<String>mapBuilder`. */
  readonly name: string;
  readonly args: readonly Code[];
  readonly comments?: readonly string[];
}

/** Prints a literal, a name, or a constant, which never breaks. */
export function wordCode(text: string): Code {
  return { doc: text, depth: 1 };
}

/** Prints `new Bucket(a, b)`. */
export function javaNew(type: string, args: readonly Code[]): Code {
  return { doc: [`new ${type}`, argumentList(args)], depth: callDepth(0, args) };
}

/** Prints `head.first().second()`. @param head a name or a class */
export function chainCode(head: string, calls: readonly Call[]): Code {
  // A class and its factory method stay on one line.
  const isFactory = /(?:^|\.)[A-Z][^.]*$/.test(head);
  return { doc: chainDoc(head, isFactory, calls), depth: calls.reduce((depth, { args }) => callDepth(depth, args), 1) };
}

/** Prints `(Map<?, ?>) value`. @param args the type arguments, which are printed on separate lines if they do not fit */
export function javaCast(type: string, args: readonly string[], value: Code): Code {
  const inside = args.flatMap((arg, index): Doc[] => (index === 0 ? [arg] : [",", line, arg]));
  const shown: Doc = inside.length === 0 ? "" : group(["<", indent([softline, ...inside]), softline, ">"]);
  return { doc: [`(${type}`, shown, ") ", value.doc], depth: never };
}

/** Prints `((Map<?, ?>) value).get("key")`. */
export function inParentheses({ doc }: Code, calls: readonly Call[]): Code {
  return { doc: chainDoc(group(["(", indent([softline, doc]), softline, ")"]), false, calls), depth: never };
}

/** Prints `name -> body`. @param isCall true if the body is a call */
export function lambdaCode(name: string, body: Code, isCall: boolean): Code {
  const laid = (end: Doc) => group([`${name} ->`, group([indent([line, body.doc]), end])]);
  return { doc: laid(""), depth: never, hugging: isCall ? laid(softline) : undefined };
}

/** Prints `final var x = …;` or `this.x = …;`. */
export function declarationDoc(assignee: string, right: Code): Doc {
  const id = Symbol("assignment");
  return [group([assignee, " =", group(indent(line), { id }), indentIfBreak(right.doc, { groupId: id })]), ";"];
}

function chainDoc(head: Doc, isFactory: boolean, calls: readonly Call[]): Doc {
  const printed = calls.map(({ name, args }): Doc => [`.${name}`, argumentList(args)]);
  const commented = calls.map(({ comments = [] }, index): Doc => {
    return comments.length === 0 ? (printed[index] ?? "") : stacked([...comments, printed[index] ?? ""]);
  });
  const hasComments = calls.some(({ comments = [] }) => comments.length > 0);
  const merged = isFactory && (calls[0]?.comments ?? []).length === 0 ? 1 : 0;
  if (calls.length <= merged + 1 && !hasComments) return group([head, ...printed]);
  const expanded: Doc = [head, ...commented.slice(0, merged), indent([hardline, stacked(commented.slice(merged))])];
  const isDeep = calls.length > 2 && calls.some(({ args }) => args.some(({ depth }) => depth > simple));
  const isTorn =
    willBreak(printed.slice(0, -1)) || (willBreak(printed.at(-1) ?? "") && hasFunction(calls.slice(0, -1)));
  if (hasComments || isDeep || isTorn) return group(expanded);
  const oneLine: Doc = [head, ...printed];
  return [willBreak(oneLine) ? breakParent : "", conditionalGroup([oneLine, expanded])];
}

function hasFunction(calls: readonly Call[]): boolean {
  return calls.some(({ args }) => args.some(({ hugging }) => hugging !== undefined));
}

function argumentList(args: readonly Code[]): Doc {
  const last = args.at(-1);
  if (last === undefined) return "()";
  const head = args.slice(0, -1).map(({ doc }): Doc => [doc, ",", line]);
  const all = [...head, last.doc];
  const { hugging } = last;
  if (hugging === undefined || args.at(-2)?.hugging !== undefined) {
    return group(["(", indent([softline, ...all]), softline, ")"], { shouldBreak: all.some(willBreak) });
  }
  const broken = () => group(["(", indent([line, ...all]), line, ")"], { shouldBreak: true });
  if (head.some(willBreak)) return broken();
  const hugged: Doc = ["(", ...head, group(hugging, { shouldBreak: true }), ")"];
  if (willBreak(hugging)) return [breakParent, conditionalGroup([hugged, broken()])];
  return conditionalGroup([["(", ...head, hugging, ")"], hugged, broken()]);
}

/** Returns the depth of a call: the maximum of its target's depth, its number of arguments, and one more than its deepest argument. */
function callDepth(target: number, args: readonly Code[]): number {
  return Math.max(1, target, args.length, ...args.map(({ depth }) => depth + 1));
}
