/** Parses YAML to a tree with offsets, with the `yaml` library. Replaces the library's messages, because they may contain text of the file. */
import { type Alias, Composer, type CST, isAlias, isMap, isPair, isScalar, isSeq, Parser, type Scalar } from "yaml";
import type { Lines } from "../value/json/lines.ts";
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

/** Parses a YAML 1.2 text that contains a single document. Errors are in the order of the text. */
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
  const syntaxFaults = [...(document?.errors ?? []), ...(second?.errors ?? [])].map(({ code, pos }) =>
    syntaxFault(code, pos[0]),
  );
  if (second !== undefined) {
    syntaxFaults.push({
      offset: second.range[0],
      message: "The file contains a second YAML document.",
      hint: "Remove the --- line, or split the documents into two files.",
    });
  }
  if (document === undefined || document.contents === null || syntaxFaults.length > 0)
    return { root: undefined, faults: byOffset(syntaxFaults) };
  const builder: Builder = { lines, anchors: new Map(), open: new Set(), faults: syntaxFaults, aliased: false };
  const root = build(builder, document.contents, 0);
  return {
    root: syntaxFaults.some((fault) => fault.message === blown) ? undefined : root,
    faults: byOffset(syntaxFaults),
  };
}

const blown = faults.tooLarge(0).message;

/** Returns the offset of the first token that is nested too deeply. Does not recurse, because the stack could overflow. */
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
  /** Anchor name -> its node. A later anchor replaces an earlier one with the same name. */
  readonly anchors: Map<string, Node>;
  /** Anchors whose nodes are not complete. An alias to one of them is a cycle. */
  readonly open: Set<string>;
  readonly faults: Fault[];
  /** True if the text contains an alias. Only then can the tree be larger than the text. */
  aliased: boolean;
}

/** Builds the node of a value. An alias shares the node of its anchor, so even many aliases to large values take no memory. */
function build(builder: Builder, content: unknown, offset: number): Node {
  if (isAlias(content)) return followAlias(builder, content, offset);
  const anchor = isScalar(content) || isMap(content) || isSeq(content) ? content.anchor : undefined;
  if (anchor !== undefined) builder.open.add(anchor);
  const node = buildContent(builder, content, offset);
  if (anchor !== undefined) {
    builder.open.delete(anchor);
    builder.anchors.set(anchor, node);
  }
  return node;
}

function buildContent(builder: Builder, content: unknown, fallback: number): Node {
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
    const keyOffset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
    const key = mapKeyText(builder, pair.key, keyOffset);
    if (key === "<<" && repeats(pair.value)) builder.faults.push(mergeKey(keyOffset));
    const value = build(builder, pair.value, keyOffset);
    const first = seen.get(key);
    if (first !== undefined) builder.faults.push(faults.twice(keyOffset, key, builder.lines.place(first).line));
    else {
      seen.set(key, keyOffset);
      entries.push({ key, offset: keyOffset, value });
    }
  }
  const values = entries.map(({ value }) => value);
  return { kind: "map", offset, size: treeSize(builder, offset, values), entries };
}

/** Returns true if the value is an alias or a list with an alias. Under the key `<<`, such a value is a merge, which YAML 1.2 does not support. */
function repeats(value: unknown): boolean {
  return isAlias(value) || (isSeq(value) && value.items.some((item) => isAlias(item)));
}

function mergeKey(offset: number): Fault {
  return { offset, message: "Merge keys (<<) are not supported.", hint: "Write the entries instead of the merge key." };
}

/** Returns a key as text. Keys such as `8080` and `true` become strings. */
function mapKeyText(builder: Builder, key: unknown, offset: number): string {
  if (!isScalar(key)) {
    builder.faults.push({
      offset,
      message: "A key must be a string.",
      hint: "Write the key as one word or in quotes.",
    });
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
    // BigInt has no -0, so check the sign in the text.
    const number = value === 0n && content.source?.startsWith("-") ? -0 : Number(value);
    return { kind: "number", offset, size: 1, value: number };
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
      ? {
          offset,
          message: "The alias is inside the value that it repeats.",
          hint: "Write the value instead of the alias.",
        }
      : {
          offset,
          message: "The alias has no anchor before it.",
          hint: "Write the value itself, or define the anchor (&name) above.",
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

function refuseTag(builder: Builder, tag: string | undefined, allowed: string, offset: number): void {
  if (tag === undefined || tag === allowed) return;
  builder.faults.push({
    offset,
    message: "YAML tags (!…) are not supported.",
    hint: "Write the value without the tag.",
  });
}

function byOffset(list: readonly Fault[]): readonly Fault[] {
  return [...list].sort((a, b) => a.offset - b.offset);
}

/** Returns a message and hint for an error code of the library. They contain no text of the file. */
function syntaxFault(code: string, offset: number): Fault {
  const [message, hint] = syntax[code] ?? [
    "Invalid YAML.",
    "Check the indentation, the colons, and the quotes of this line.",
  ];
  return { offset, message, hint };
}

const syntax: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  TAB_AS_INDENT: ["YAML does not allow tabs for indentation.", "Indent with spaces."],
  BAD_INDENT: [
    "The indentation does not match the lines above.",
    "Use the same indentation, in spaces, for all entries of a list or map.",
  ],
  MISSING_CHAR: ["Missing quote, comma, or bracket.", "Add the missing ], }, or quote."],
  BAD_DQ_ESCAPE: ["Invalid YAML escape.", "In double quotes, write a backslash as \\\\, or use single quotes."],
  BAD_ALIAS: [
    "A word that starts with * or & is not a valid alias or anchor.",
    "Put text that starts with * or & in quotes.",
  ],
  BAD_SCALAR_START: ["Unquoted text cannot start with this character.", "Put the text in quotes."],
  BLOCK_AS_IMPLICIT_KEY: [
    "Unexpected value: a key was expected.",
    "Put text that contains a colon and a space in quotes.",
  ],
  MULTILINE_IMPLICIT_KEY: ["A key spans several lines.", "Is a colon missing? Write key: value on one line."],
  UNEXPECTED_TOKEN: ["Unexpected text.", "Check the brackets and the indentation of this line."],
  TAG_RESOLVE_FAILED: ["YAML tags (!…) are not supported.", "Write the value without the tag."],
  BAD_DIRECTIVE: ["The % line is not a YAML directive.", "Remove the line."],
  NON_STRING_KEY: ["A key must be a string.", "Write the key as one word or in quotes."],
};
