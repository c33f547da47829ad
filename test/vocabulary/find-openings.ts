/** Finds sentences that open with "What" and are no questions, in comments, texts and documents. */
import ts from "typescript";

/** Stands for code, at which every sentence ends. */
const code = "\0";

/** The marks of a comment, a heading, a list or a quotation at the start of a line. */
const lineMarks = /^[ \t]*(?:\/\*\*?|\*\/|\*(?=\s|$)|\/\/+|#+(?=\s)|[->](?= ))/gm;

/** A full stop inside of a word ends no sentence; an empty line and the edge of a table cell do. */
const opening = /\bWhat(?=\s)(?:[^.?!|\0\n]|[.?!](?=[\w/*])|\n(?![ \t]*\n))*[.?!]?/g;

/** One line for each such sentence: where it stands, and how it begins. Of TypeScript only comments and texts are read. */
export function findOpenings(path: string, text: string): readonly string[] {
  if (!/\bWhat\s/.test(text)) return [];
  const prose = (path.endsWith(".ts") ? withoutCode(path, text) : text)
    .replaceAll(/\\[nrt]/g, "  ")
    .replaceAll(lineMarks, (marks) => " ".repeat(marks.length));
  return [...prose.matchAll(opening)]
    .filter(([sentence]) => !sentence.endsWith("?"))
    .map(({ 0: sentence, index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${path}:${line}: ${JSON.stringify(clipped(sentence))}: open the sentence with its subject`;
    });
}

/** The source with its comments and texts in their places, and with nothing else but white space. */
function withoutCode(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const kept = text.replaceAll(/\S/g, code).split("");
  const keep = (start: number, end: number): void => {
    for (let at = start; at < end; at++) kept[at] = text.charAt(at);
  };
  const visit = (node: ts.Node): void => {
    const around = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of around) keep(pos, end);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      keep(node.getStart() + 1, node.getEnd() - 1);
    // A value in the middle of a text ends no sentence.
    if (ts.isTemplateSpan(node)) kept.fill(" ", node.expression.getFullStart() - 2, node.literal.getStart() + 1);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return kept.join("");
}

function clipped(sentence: string): string {
  const text = sentence.replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
