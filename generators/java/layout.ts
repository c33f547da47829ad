/**
 * Lays out Java as prettier-plugin-java does, by the same rules in the same order: variable declarators, argument lists and chains of
 * calls. It has only the forms that a program has; a test compares the result with the plugin's own.
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

/** A piece of code, with the facts that the rules depend on. */
export interface Code {
  readonly doc: Doc;
  /** The depth of nested calls, as the rules count it; `never`: the code is no simple argument. */
  readonly depth: number;
  /** A lambda whose body is a call, laid out as the last argument of a call, whose brackets touch those of the lambda. */
  readonly hugging?: Doc;
}

const never = Number.POSITIVE_INFINITY;

/** A chain of calls with an argument that is nested deeper than this has a line for each call. */
const simple = 2;

export interface Call {
  /** The method, with type arguments where it has some: `<String>mapBuilder`. */
  readonly name: string;
  readonly args: readonly Code[];
  /** Lines of comment above. */
  readonly comments?: readonly string[];
}

/** A literal, a name or a constant of a class, which is never broken. */
export function wordCode(text: string): Code {
  return { doc: text, depth: 1 };
}

/** `new Bucket(a, b)`. */
export function javaNew(type: string, args: readonly Code[]): Code {
  return { doc: [`new ${type}`, argumentList(args)], depth: callDepth(0, args) };
}

/** `head.first().second()`. @param head a name, or a class with or without its package */
export function chainCode(head: string, calls: readonly Call[]): Code {
  // A class and its factory method stay on one line.
  const isFactory = /(?:^|\.)[A-Z][^.]*$/.test(head);
  return { doc: chainDoc(head, isFactory, calls), depth: calls.reduce((depth, { args }) => callDepth(depth, args), 1) };
}

/** `(Map<?, ?>) value`. @param args of the type; far to the right each has a line of its own */
export function javaCast(type: string, args: readonly string[], value: Code): Code {
  const inside = args.flatMap((arg, index): Doc[] => (index === 0 ? [arg] : [",", line, arg]));
  const shown: Doc = inside.length === 0 ? "" : group(["<", indent([softline, ...inside]), softline, ">"]);
  return { doc: [`(${type}`, shown, ") ", value.doc], depth: never };
}

/** `((Map<?, ?>) value).get("key")`. */
export function inParentheses({ doc }: Code, calls: readonly Call[]): Code {
  return { doc: chainDoc(group(["(", indent([softline, doc]), softline, ")"]), false, calls), depth: never };
}

/** `name -> body`. @param isCall of the body, which is something else without it */
export function lambdaCode(name: string, body: Code, isCall: boolean): Code {
  const laid = (end: Doc) => group([`${name} ->`, group([indent([line, body.doc]), end])]);
  return { doc: laid(""), depth: never, hugging: isCall ? laid(softline) : undefined };
}

/** `final var x = …;`, `this.x = …;` */
export function declarationDoc(left: string, right: Code): Doc {
  const id = Symbol("assignment");
  return [group([left, " =", group(indent(line), { id }), indentIfBreak(right.doc, { groupId: id })]), ";"];
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

/** The depth of a call: the greatest of that of its target, its number of arguments, and one more than that of its deepest argument. */
function callDepth(target: number, args: readonly Code[]): number {
  return Math.max(1, target, args.length, ...args.map(({ depth }) => depth + 1));
}
