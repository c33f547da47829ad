/**
 * Lays out TypeScript as prettier does, by the same rules in the same order, without parsing it again.
 *
 * The rules are those of `src/language-js/print/` in prettier, file by file: assignment, call-arguments, array, object, member. Only
 * the forms that a program has are here; a test holds prettier itself against the result.
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
  verbatim,
  willBreak,
} from "../shared/layout.ts";

export const page: Page = { width: 100, indent: 4 };

/** A piece of code, with the facts that the rules depend on. */
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
  /** How many elements or properties. */
  readonly size?: number;
  /** An argument that a line break in front of it would not make fit. */
  readonly isShort?: boolean;
  /** A template of several lines. */
  readonly isTall?: boolean;
  /** A chain of names, or a call of one without arguments or with a short one: it goes to a line of its own before it breaks. */
  readonly isChain?: boolean;
  /** A list or an object that is not empty, cast or not: its brackets may hug those of a call. */
  readonly canHug?: boolean;
}

export interface PropertyCode {
  /** The key as it is printed: quoted where it must be. */
  readonly key: string;
  readonly value: Code;
  /** Lines of comment above. */
  readonly comments?: readonly string[];
}

/** `{ a: 1 }` stays on one line where it fits; more than one property, or a comment, never does. */
export function objectCode(properties: readonly PropertyCode[]): Code {
  const size = properties.length;
  if (size === 0) return { doc: "{}", form: "object", size };
  const items: Doc[] = [];
  for (const { key, value, comments } of properties) {
    if (items.length > 0) items.push(",", line);
    for (const comment of comments ?? []) items.push(comment, hardline);
    // `{ parent }`: the variable has the name of the property.
    const isSame = value.form === "name" && value.doc === key;
    items.push(isSame ? key : assignmentDoc(key, ":", value, fitsInto(key, page.indent + 2)));
  }
  const isBroken = size > 1 || (properties[0]?.comments?.length ?? 0) > 0;
  const doc = group(["{", indent([line, ...items]), ifBreak(","), line, "}"], { shouldBreak: isBroken });
  return { doc, form: "object", size, canHug: true };
}

/** Numbers fill their lines; objects (or lists) of more than one member each get lines of their own. */
export function arrayCode(items: readonly Code[]): Code {
  const size = items.length;
  if (size === 0) return { doc: "[]", form: "array", size };
  const isConcise = items.every(({ form }) => form === "number" || form === "signed number");
  const isMatrix = (form: Code["form"]) => items.every((item) => item.form === form && (item.size ?? 0) > 1);
  const shouldBreak = size > 1 && (isMatrix("object") || isMatrix("array"));
  const id = Symbol("array");
  const parts = items.flatMap(({ doc }, index): Doc[] => {
    const isLast = index === size - 1;
    // A group with nothing but text is the text.
    const item = typeof doc === "string" ? doc : group(doc);
    if (!isConcise) return isLast ? [item] : [item, ",", line];
    return isLast ? [[doc, ifBreak(",", "", { groupId: id })]] : [[doc, ","], line];
  });
  const inside = isConcise ? fill(parts) : [parts, ifBreak(",")];
  const doc = group(["[", indent([softline, inside]), softline, "]"], { shouldBreak, id });
  return { doc, form: "array", size, canHug: true };
}

/** `pulumi.secret(x)`. `callee` is a name and a member of it, with type arguments perhaps. */
export function callCode(callee: Doc, args: readonly Code[]): Code {
  const [only] = args;
  const isChain = args.length === 0 || (args.length === 1 && only?.isShort === true);
  return { doc: group([callee, callArguments(args)]), form: "other", isChain };
}

/** `new pulumi.asset.FileAsset(x)`. */
export function typescriptNew(callee: string, args: readonly Code[]): Code {
  return { doc: [`new ${callee}`, callArguments(args)], form: "other" };
}

export function castToAny({ doc, canHug }: Code): Code {
  return { doc: [doc, " as any"], form: "cast", canHug: canHug === true ? canHug : undefined };
}

/** One step of a chain of names: where it does not fit it may break before a dot, but not between a name and its only member. */
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

/** @param literal with its quotes */
export function stringCode(literal: string): Code {
  return { doc: literal, form: "string", isShort: literal.length <= shortLength };
}

/** `null`, `true`, `false`, or other code that is never broken. */
export function wordCode(word: string | boolean): Code {
  return { doc: String(word), form: typeof word === "boolean" ? "boolean" : "other", isShort: true };
}

/** JavaScript's own form is the shortest that reads back the same. */
export function numberCode(value: number): Code {
  const text = Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
  if (!Number.isFinite(value)) return { doc: text, form: "name", isShort: true };
  return { doc: text, form: text.startsWith("-") ? "signed number" : "number", isShort: true };
}

/** Texts with values between them, in backticks; nothing in it is ever broken. `tag` may be empty. */
export function templateCode(tag: string, texts: readonly string[], values: readonly string[]): Code {
  const parts = texts.map((text, index): Doc => {
    const value = values[index];
    return value === undefined ? verbatim(text) : [verbatim(text), group(["${", value, "}"])];
  });
  const isTall = texts.some((text) => text.includes("\n"));
  return { doc: [tag, "`", ...parts, "`"], form: "template", isTall };
}

/** `<string>`; a single word hugs its brackets. */
export function typeArguments(types: readonly Doc[]): Doc {
  const [only] = types;
  if (types.length === 1 && typeof only === "string") return `<${only}>`;
  const inside = types.flatMap((type, index): Doc[] => (index === 0 ? [type] : [",", line, type]));
  return group(["<", indent([softline, ...inside]), softline, ">"]);
}

/** `const x = …;` */
export function constant(name: string, value: Code): Doc {
  return group([`const ${name}`, assignmentDoc("", " =", value, false), ";"]);
}

/** `return { vpc, logs };` */
export function returned(names: readonly Code[]): Doc {
  const items = names.flatMap(({ doc }, index): Doc[] => (index === 0 ? [doc] : [",", line, doc]));
  return group(["return {", indent([line, ...items]), ifBreak(","), line, "};"]);
}

/** The statement with `export`. */
export function exported(statement: Doc): Doc {
  return ["export ", statement];
}

/** The width of a short argument: a quarter of the line. */
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
