/**
 * Lays out TypeScript exactly as prettier does, but without parsing. Follows `src/language-js/print/` in prettier: assignment, call-arguments, array,
 * object, member. Supports only syntax that generated programs contain. Tests compare the result with prettier.
 */
import {
  breakParent,
  conditionalGroup,
  type Doc,
  fill,
  fitsInto,
  group,
  hardline,
  ifBreak,
  indent,
  indentIfBreak,
  line,
  type Page,
  softline,
  unindented,
  willBreak,
} from "../shared/layout.ts";
import { quoted } from "./strings.ts";

export const page: Page = { width: 100, indent: 4 };

/** A document with the properties that the layout rules depend on. */
export interface Code {
  readonly doc: Doc;
  readonly form:
    | "string"
    | "number"
    | "signed number"
    | "boolean"
    | "name"
    | "other"
    | "template"
    | "array"
    | "object"
    | "cast";
  readonly size?: number;
  /** True for an argument so short that a line break before it would not help. */
  readonly isShort?: boolean;
  readonly isTall?: boolean;
  /** True for a member chain, or a call without arguments or with one short argument. It moves to a new line before it breaks. */
  readonly isChain?: boolean;
  /** True for a nonempty list or object, even if it is cast. Its brackets can hug the parentheses of a call. */
  readonly canHug?: boolean;
}

export interface PropertyCode {
  /** The printed key, with quotes if needed. */
  readonly key: string;
  readonly value: Code;
  readonly comments?: readonly string[];
}

/** Prints an object. Only an object with a single property and no comment can be on one line. */
export function objectCode(properties: readonly PropertyCode[]): Code {
  const size = properties.length;
  if (size === 0) return { doc: "{}", form: "object", size };
  const items: Doc[] = [];
  for (const { key, value, comments } of properties) {
    if (items.length > 0) items.push(",", line);
    for (const comment of comments ?? []) items.push(comment, hardline);
    // Use shorthand if the variable has the name of the property: `{ parent }`.
    const isSame = value.form === "name" && value.doc === key;
    items.push(isSame ? key : assignmentDoc(key, ":", value, fitsInto(key, page.indent + 2)));
  }
  const isBroken = size > 1 || (properties[0]?.comments?.length ?? 0) > 0;
  const doc = group(["{", indent([line, ...items]), ifBreak(","), line, "}"], { shouldBreak: isBroken });
  return { doc, form: "object", size, canHug: true };
}

/** Prints an array. Fills lines with numbers. Prints one item per line if all items are objects, or all are lists, of more than one member. */
export function arrayCode(items: readonly Code[]): Code {
  const size = items.length;
  if (size === 0) return { doc: "[]", form: "array", size };
  const isConcise = items.every(({ form }) => form === "number" || form === "signed number");
  const isMatrix = (form: Code["form"]) => items.every((item) => item.form === form && (item.size ?? 0) > 1);
  const shouldBreak = size > 1 && (isMatrix("object") || isMatrix("array"));
  const id = Symbol("array");
  const parts = items.flatMap(({ doc }, index): Doc[] => {
    const isLast = index === size - 1;
    // A string needs no group, because it cannot break.
    const item = typeof doc === "string" ? doc : group(doc);
    if (!isConcise) return isLast ? [item] : [item, ",", line];
    return isLast ? [[doc, ifBreak(",", "", { groupId: id })]] : [[doc, ","], line];
  });
  const inside = isConcise ? fill(parts) : [parts, ifBreak(",")];
  const doc = group(["[", indent([softline, inside]), softline, "]"], { shouldBreak, id });
  return { doc, form: "array", size, canHug: true };
}

/** Prints `pulumi.secret(x)`. @param callee a name and a member of it, optionally with type arguments */
export function callCode(callee: Doc, args: readonly Code[]): Code {
  const [single] = args;
  const isChain = args.length === 0 || (args.length === 1 && single?.isShort === true);
  return { doc: group([callee, callArguments(args)]), form: "other", isChain };
}

/** Prints `new pulumi.asset.FileAsset(x)`. */
export function typescriptNew(callee: string, args: readonly Code[]): Code {
  return { doc: [`new ${callee}`, callArguments(args)], form: "other" };
}

export function castToAny({ doc, canHug }: Code): Code {
  return { doc: [doc, " as any"], form: "cast", canHug: canHug === true ? canHug : undefined };
}

/** A step of a member chain. The chain can break before a dot, but not between a name and its only member. */
export type Step = { readonly member: string; readonly isComputed: boolean };

export function memberCode(name: string, steps: readonly Step[]): Code {
  if (steps.length === 0) return nameCode(name);
  const isPlain = steps.length === 1;
  const lookups = steps.map(({ member, isComputed }, index): Doc => {
    if (!isComputed) return isPlain && index === 0 ? `.${member}` : group(indent([softline, `.${member}`]));
    return /^\d+$/.test(member) ? `[${member}]` : group(["[", indent([softline, member]), softline, "]"]);
  });
  return { doc: [name, ...lookups], form: "other", isChain: true };
}

export function nameCode(name: string): Code {
  return { doc: name, form: "name", isShort: name.length <= shortLength };
}

/** Prints a string literal on one line. */
export function stringCode(text: string): Code {
  const literal = quoted(text);
  return { doc: literal, form: "string", isShort: literal.length <= shortLength };
}

/** Prints `null`, `true`, `false`, or other code that never breaks. */
export function plainCode(word: string | boolean): Code {
  return { doc: String(word), form: typeof word === "boolean" ? "boolean" : "other", isShort: true };
}

/** Prints a number in JavaScript's shortest exact form. */
export function numberCode(value: number): Code {
  const text = Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
  if (!Number.isFinite(value)) return { doc: text, form: "name", isShort: true };
  return { doc: text, form: text.startsWith("-") ? "signed number" : "number", isShort: true };
}

/** Prints a template literal, which never breaks. `tag` can be empty. */
export function templateCode(tag: string, texts: readonly string[], values: readonly string[]): Code {
  const parts = texts.map((text, index): Doc => {
    const value = values[index];
    return value === undefined ? unindented(text) : [unindented(text), group(["${", value, "}"])];
  });
  const isTall = texts.some((text) => text.includes("\n"));
  return { doc: [tag, "`", ...parts, "`"], form: "template", isTall };
}

/** Prints type arguments: `<string>`. A single word hugs the brackets. */
export function typeArguments(types: readonly Doc[]): Doc {
  const [single] = types;
  if (types.length === 1 && typeof single === "string") return `<${single}>`;
  const inside = types.flatMap((type, index): Doc[] => (index === 0 ? [type] : [",", line, type]));
  return group(["<", indent([softline, ...inside]), softline, ">"]);
}

/** Prints `const x = …;` */
export function constant(name: string, value: Code): Doc {
  return group([`const ${name}`, assignmentDoc("", " =", value, false), ";"]);
}

/** Prints `return { vpc, logs };` */
export function returned(names: readonly Code[]): Doc {
  const items = names.flatMap(({ doc }, index): Doc[] => (index === 0 ? [doc] : [",", line, doc]));
  return group(["return {", indent([line, ...items]), ifBreak(","), line, "};"]);
}

/** Prints `export` before the statement. */
export function exported(statement: Doc): Doc {
  return ["export ", statement];
}

const shortLength = page.width / 4;

function assignmentDoc(left: string, operator: string, right: Code, hasShortKey: boolean): Doc {
  const { doc, form } = right;
  if (!hasShortKey && (form === "string" || right.isChain === true)) {
    return group([left, operator, group(indent([line, doc]))]);
  }
  if (hasShortKey || form === "template" || form === "boolean" || form === "number") {
    return typeof doc === "string" ? `${left}${operator} ${doc}` : group([left, operator, " ", doc]);
  }
  const id = Symbol("assignment");
  return group([left, operator, group(indent(line), { id }), indentIfBreak(doc, { groupId: id })]);
}

function callArguments(args: readonly Code[]): Doc {
  const last = args.at(-1);
  if (last === undefined) return "()";
  if (args.length === 1 && last.isTall === true) return ["(", last.doc, ")"];
  const head = args.slice(0, -1).map(({ doc }): Doc => [doc, ",", line]);
  const all = [...head, last.doc];
  const allBroken = () => group(["(", indent([line, ...all]), ifBreak(","), line, ")"], { shouldBreak: true });
  if (last.canHug !== true || args.at(-2)?.form === last.form) {
    return group(["(", indent([softline, ...all]), ifBreak(","), softline, ")"], { shouldBreak: all.some(willBreak) });
  }
  if (head.some(willBreak)) return allBroken();
  const hugging: Doc = ["(", ...head, group(last.doc, { shouldBreak: true }), ")"];
  if (willBreak(last.doc)) return [breakParent, conditionalGroup([hugging, allBroken()])];
  return conditionalGroup([["(", ...head, last.doc, ")"], hugging, allBroken()]);
}
