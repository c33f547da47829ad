/** Cleans the descriptions in a schema: removes examples and the tags of documentation tools from their Markdown. */

/** Returns the text before the first section, without the examples. */
export function leadText(description: string | undefined): string | undefined {
  return nonEmptyText(cleaned(splitSections(description ?? "")[0]?.text ?? ""));
}

/** Returns the section about imports without its heading. */
export function importSectionText(description: string | undefined): string | undefined {
  const section = splitSections(description ?? "").find(({ title }) => /^imports?$/i.test(title));
  return section === undefined ? undefined : nonEmptyText(cleaned(section.text));
}

interface MarkdownSection {
  /** Empty for the text before the first heading. */
  readonly title: string;
  readonly text: string;
}

/** Splits text at headings of the first two levels, except inside code blocks. */
function splitSections(markdown: string): readonly MarkdownSection[] {
  const sections: { title: string; lines: string[] }[] = [{ title: "", lines: [] }];
  let fence = "";
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) || line.trim().endsWith(`<break>${fence}`)) fence = "";
    const title = fence === "" ? /^#{1,2}\s+(.*?)\s*#*$/.exec(line)?.[1] : undefined;
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ title, lines: [] });
  }
  return sections.map(({ title, lines }) => ({ title, text: lines.join("\n") }));
}

/** Removes documentation markup: per-language names, shortcodes, comments, and line breaks. */
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

/** Cleans a description without sections, such as that of a property. */
export function plainDescription(description: string | undefined): string | undefined {
  return nonEmptyText(cleaned(description ?? ""));
}
