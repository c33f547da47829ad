/**
 * YAML text -> tree with places, over the `yaml` library's tokens. Its messages are replaced: they may repeat the file's text.
 */
import { type Alias, Composer, type CST, isAlias, isMap, isPair, isScalar, isSeq, Parser, type Scalar } from "yaml";
import type { Lines } from "../json/lines.ts";
import {
  deepestNode,
  type Entry,
  type Fault,
  faults,
  hasHalfSurrogate,
  largest,
  type Node,
  type Parsed,
} from "./document.ts";

/** Reads a YAML 1.2 text of one document. Faults come in the order of the text. */
export function parseYaml(text: string, lines: Lines): Parsed {
  const tokens = [...new Parser().parse(text)];
  const deep = tooDeepAt(tokens);
  if (deep !== undefined) return { root: undefined, faults: [faults.tooDeep(deep)] };
  const composer = new Composer({
    version: "1.2",
    uniqueKeys: false,
    intAsBigInt: true,
    logLevel: "silent",
    prettyErrors: false,
  });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  const found: Fault[] = [];
  for (const error of [...(document?.errors ?? []), ...(second?.errors ?? [])])
    found.push(syntaxFault(error.code, error.pos[0]));
  if (second !== undefined) {
    found.push({
      offset: second.range[0],
      message: "A second document begins here.",
      hint: "Remove the --- line and make it one document, or give two files.",
    });
  }
  if (document === undefined || document.contents === null || found.length > 0)
    return { root: undefined, faults: byPlace(found) };
  const builder: Builder = { lines, anchors: new Map(), open: new Set(), faults: found, aliased: false };
  const root = build(builder, document.contents, 0);
  return { root: found.some((fault) => fault.message === blown) ? undefined : root, faults: byPlace(found) };
}

const blown = faults.tooLarge(0).message;

/** The offset of the first token that nests too deep; iterative, because building such a tree would use up the stack. */
function tooDeepAt(tokens: readonly CST.Token[]): number | undefined {
  const todo = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { token, depth } = next;
    if (depth > deepestNode) return token.offset;
    if (token.type === "document" && token.value !== undefined) todo.push({ token: token.value, depth });
    if (!("items" in token)) continue;
    for (const item of token.items) {
      if (item.key) todo.push({ token: item.key, depth: depth + 1 });
      if (item.value) todo.push({ token: item.value, depth: depth + 1 });
    }
  }
  return undefined;
}

interface Builder {
  readonly lines: Lines;
  /** The nodes of anchors met so far; a later anchor of the same name replaces it. */
  readonly anchors: Map<string, Node>;
  /** Anchors whose node is being built: an alias to one of them is a circle. */
  readonly open: Set<string>;
  readonly faults: Fault[];
  /** True once an alias repeated something: only then can the tree be larger than the text. */
  aliased: boolean;
}

/** Aliases share the node of their anchor, so a bomb of them costs nothing but its `size`. */
function build(builder: Builder, content: unknown, offset: number): Node {
  if (isAlias(content)) return followAlias(builder, content, offset);
  const anchor = isScalar(content) || isMap(content) || isSeq(content) ? content.anchor : undefined;
  if (anchor !== undefined) builder.open.add(anchor);
  const node = buildOwn(builder, content, offset);
  if (anchor !== undefined) {
    builder.open.delete(anchor);
    builder.anchors.set(anchor, node);
  }
  return node;
}

function buildOwn(builder: Builder, content: unknown, fallback: number): Node {
  if (isScalar(content)) return scalarNode(builder, content, content.range?.[0] ?? fallback);
  if (isSeq(content)) {
    const offset = content.range?.[0] ?? fallback;
    refuseTag(builder, content.tag, "tag:yaml.org,2002:seq", offset);
    const items = content.items.map((item) => build(builder, item, offset));
    return { kind: "list", offset, size: treeSize(builder, offset, items), items };
  }
  if (isMap(content)) {
    const offset = content.range?.[0] ?? fallback;
    refuseTag(builder, content.tag, "tag:yaml.org,2002:map", offset);
    return mapNode(builder, content.items, offset);
  }
  return { kind: "null", offset: fallback, size: 1 };
}

function mapNode(builder: Builder, pairs: readonly unknown[], offset: number): Node {
  const entries: Entry[] = [];
  const seen = new Map<string, number>();
  for (const pair of pairs) {
    if (!isPair(pair)) continue;
    const place = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
    const key = mapKeyText(builder, pair.key, place);
    if (key === "<<" && repeats(pair.value)) builder.faults.push(mergeKey(place));
    const value = build(builder, pair.value, place);
    const first = seen.get(key);
    if (first !== undefined) builder.faults.push(faults.twice(place, key, builder.lines.place(first).line));
    else {
      seen.set(key, place);
      entries.push({ key, offset: place, value });
    }
  }
  return {
    kind: "map",
    offset,
    size: treeSize(
      builder,
      offset,
      entries.map((entry) => entry.value),
    ),
    entries,
  };
}

/** In YAML 1.2 `<<` is a key like any other; before an alias it was meant to merge. */
function repeats(value: unknown): boolean {
  return isAlias(value) || (isSeq(value) && value.items.some((item) => isAlias(item)));
}

function mergeKey(offset: number): Fault {
  return { offset, message: "Merge keys (<<) are not supported.", hint: "Write the entries out." };
}

/** A key such as `8080` or `true` is the text that stands there. */
function mapKeyText(builder: Builder, key: unknown, offset: number): string {
  if (!isScalar(key)) {
    builder.faults.push({ offset, message: "A key must be text.", hint: "Write the key as one word or in quotes." });
    return "";
  }
  const text = typeof key.value === "string" ? key.value : (key.source ?? "");
  if (hasHalfSurrogate(text)) builder.faults.push(faults.surrogate(offset));
  return text;
}

function scalarNode(builder: Builder, content: Scalar, offset: number): Node {
  const { value } = content;
  if (content.tag !== undefined && !/^tag:yaml\.org,2002:(str|int|float|bool|null)$/.test(content.tag)) {
    refuseTag(builder, content.tag, "", offset);
  }
  if (typeof value === "bigint") {
    if (value > 2n ** 53n || value < -(2n ** 53n)) builder.faults.push(faults.unsafeInteger(offset));
    // BigInt has no -0.
    return {
      kind: "number",
      offset,
      size: 1,
      value: value === 0n && content.source?.startsWith("-") ? -0 : Number(value),
    };
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) builder.faults.push(faults.notFinite(offset));
    return { kind: "number", offset, size: 1, value };
  }
  if (typeof value === "boolean") return { kind: "boolean", offset, size: 1, value };
  if (typeof value !== "string") return { kind: "null", offset, size: 1 };
  if (hasHalfSurrogate(value)) builder.faults.push(faults.surrogate(offset));
  return { kind: "text", offset, size: 1, value };
}

function followAlias(builder: Builder, alias: Alias, fallback: number): Node {
  const offset = alias.range?.[0] ?? fallback;
  const node = builder.anchors.get(alias.source);
  builder.aliased = true;
  if (node !== undefined && !builder.open.has(alias.source)) return node;
  builder.faults.push(
    builder.open.has(alias.source)
      ? { offset, message: "The alias stands inside what it repeats.", hint: "Write the values out." }
      : {
          offset,
          message: "The alias has no anchor before it.",
          hint: "Write the value itself, or set the anchor (&name) above.",
        },
  );
  return { kind: "null", offset, size: 1 };
}

function treeSize(builder: Builder, offset: number, children: readonly Node[]): number {
  let size = 1;
  for (const child of children) size += child.size;
  if (!builder.aliased || size <= largest) return size;
  if (!builder.faults.some((fault) => fault.message === blown)) builder.faults.push(faults.tooLarge(offset));
  return 1;
}

function refuseTag(builder: Builder, tag: string | undefined, own: string, offset: number): void {
  if (tag === undefined || tag === own) return;
  builder.faults.push({
    offset,
    message: "A YAML tag (!…) has no meaning here.",
    hint: "Remove the tag; write the value plainly.",
  });
}

function byPlace(found: readonly Fault[]): readonly Fault[] {
  return [...found].sort((a, b) => a.offset - b.offset);
}

/** Messages for the library's error codes that hold nothing of the file. */
function syntaxFault(code: string, offset: number): Fault {
  const [message, hint] = syntax[code] ?? [
    "This is not valid YAML.",
    "Check the indentation, the colons and the quotes of this line.",
  ];
  return { offset, message, hint };
}

const syntax: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  TAB_AS_INDENT: ["A tab stands where YAML wants spaces.", "Indent with spaces."],
  BAD_INDENT: [
    "The indentation does not fit the lines above.",
    "Indent entries of one list or map alike, with spaces.",
  ],
  MISSING_CHAR: ["A quote, comma or bracket is missing here.", "Close what is open: ], } or a quote."],
  BAD_DQ_ESCAPE: [
    "The escape is not one of YAML.",
    "Write a backslash in double quotes as \\\\, or use single quotes.",
  ],
  BAD_ALIAS: [
    "A word that begins with * or & is not a legal alias or anchor.",
    "Put text that begins with * or & in quotes.",
  ],
  BAD_SCALAR_START: ["Text cannot begin with this character.", "Put the text in quotes."],
  BLOCK_AS_IMPLICIT_KEY: ["A value stands where only a key can.", "Put text that holds a colon and a space in quotes."],
  MULTILINE_IMPLICIT_KEY: ["A key runs over more than one line.", "Is a colon missing? Write key: value on one line."],
  UNEXPECTED_TOKEN: ["This cannot stand here.", "Check the brackets and the indentation of this line."],
  TAG_RESOLVE_FAILED: ["A YAML tag (!…) has no meaning here.", "Remove the tag; write the value plainly."],
  BAD_DIRECTIVE: ["The % line is no directive of YAML.", "Remove the line."],
  NON_STRING_KEY: ["A key must be text.", "Write the key as one word or in quotes."],
};
