/**
 * Descriptions of a schema: Markdown with examples in every language, and with the marks of the tools that made it.
 */

/** The text in front of the first section: without the examples. */
export function leadOf(description: string | undefined): string | undefined {
  return nonEmptyText(cleaned(sectionsOf(description ?? "")[0]?.text ?? ""));
}

/** The section about imports, without its heading. */
export function importSectionOf(description: string | undefined): string | undefined {
  const section = sectionsOf(description ?? "").find(({ title }) => /^imports?$/i.test(title));
  return section === undefined ? undefined : nonEmptyText(cleaned(section.text));
}

interface MarkdownSection {
  /** `""` in front of the first heading. */
  readonly title: string;
  readonly text: string;
}

/** Cuts at headings of the first two levels; what looks like one inside of code is none. */
function sectionsOf(markdown: string): readonly MarkdownSection[] {
  const found: { title: string; lines: string[] }[] = [{ title: "", lines: [] }];
  let fence = "";
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) || line.trim().endsWith(`<break>${fence}`)) fence = "";
    const title = fence === "" ? /^#{1,2}\s+(.*?)\s*#*$/.exec(line)?.[1] : undefined;
    if (title === undefined) found.at(-1)?.lines.push(line);
    else found.push({ title, lines: [] });
  }
  return found.map(({ title, lines }) => ({ title, text: lines.join("\n") }));
}

/** Without tags of documentation tools: names for each language, shortcodes, comments, and the line breaks that survive their HTML. */
function cleaned(markdown: string): string {
  return markdown
    .replaceAll(/<\/?(?:break|br) ?\/?>/g, "")
    .replaceAll(/<\/?span\b[^<>]*>/g, "")
    .replaceAll(/<!--[^<>]*-->/g, "")
    .replaceAll(/\{\{[%<][^{}]*[%>]\}\}/g, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function nonEmptyText(text: string): string | undefined {
  return text === "" ? undefined : text;
}

/** A description that has no sections, such as that of a property. */
export function plainDescription(description: string | undefined): string | undefined {
  return nonEmptyText(cleaned(description ?? ""));
}
