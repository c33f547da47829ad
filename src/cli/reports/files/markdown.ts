/** A run as Markdown. */
import { grouped } from "../../diagnostics.ts";
import { counted } from "../../render.ts";
import type { MessageGroup, PageResource, ProblemGroup, ReportFormat, RunPage } from "./page.ts";

export const markdownReport: ReportFormat = {
  ending: ".md",
  name: "Markdown",
  text: (page, seal) => `<!-- ${seal} -->\n${markdownOf(page)}`,
};

function markdownOf(page: RunPage): string {
  const { problems, changes, warnings, notes } = page;
  const blocks = [
    `# ${escapeMarkdown(page.title)}`,
    "## Summary",
    page.summary.map(([label, text]) => `- ${label}: ${escapeMarkdown(text)}`).join("\n"),
    ...(page.written.length > 0
      ? ["## Written files", page.written.map((file) => `- ${codeSpan(file)}`).join("\n")]
      : []),
    "## Next steps",
    fenced(page.next),
    ...problemBlocks(
      "Left out",
      problems.filter(({ isLeftOut }) => isLeftOut),
      page,
    ),
    ...problemBlocks(
      "Imported with problems",
      problems.filter(({ isLeftOut }) => !isLeftOut),
      page,
    ),
    ...(changes.length > 0 ? ["## Changes in the next update"] : []),
    ...changes.flatMap(({ effect, type, differences, resources }) => [
      `### ${counted(resources.length, effect)}: ${escapeMarkdown(type)}`,
      fenced(differences.length > 0 ? differences : ["the provider did not report the property"]),
      resources.map((at) => `- ${resourceCode(page.resources[at])}`).join("\n"),
    ]),
    ...messageBlocks("Warnings", warnings),
    ...messageBlocks("Notes", notes),
    `## Resources (${page.resources.length})`,
    ...grouped(page.resources, ({ type }) => type).flatMap((group) => [
      `### ${escapeMarkdown(group[0].type)} (${group.length})`,
      group.map(resourceItem).join("\n"),
    ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function problemBlocks(title: string, groups: readonly ProblemGroup[], page: RunPage): readonly string[] {
  if (groups.length === 0) return [];
  const resources = groups.reduce((sum, group) => sum + group.resources.length, 0);
  return [
    `## ${title} (${counted(resources, "resource")}, ${counted(groups.length, "reason")})`,
    ...groups.flatMap((group) => [
      `### ${group.code}: ${escapeMarkdown(group.failure)}`,
      escapeMarkdown(group.why),
      `Fix: ${escapeMarkdown(group.hint)}`,
      ...(group.commands.length > 0 ? [fenced(group.commands)] : []),
      ...(group.differences.length > 0 ? [fenced(group.differences)] : []),
      group.resources
        .map(
          ({ at, where }) =>
            `- ${where === undefined ? resourceCode(page.resources[at]) : placedResource(page.resources[at], where)}`,
        )
        .join("\n"),
    ]),
  ];
}

/** Returns a resource with its location, which usually contains the name of the resource. */
function placedResource(resource: PageResource | undefined, where: string): string {
  return resource !== undefined && where.includes(resource.name)
    ? codeSpan(where)
    : `${resourceCode(resource)} at ${codeSpan(where)}`;
}

function messageBlocks(title: string, groups: readonly MessageGroup[]): readonly string[] {
  if (groups.length === 0) return [];
  const items = groups.map(({ message, about }) =>
    [`- ${escapeMarkdown(message)}`, ...about.map((name) => `  - ${codeSpan(name)}`)].join("\n"),
  );
  return [`## ${title} (${groups.length})`, items.join("\n")];
}

function resourceItem(resource: PageResource): string {
  const { verdict, name, id, isLeftOut, accounting, differences, edges } = resource;
  const head = `- ${verdict}${isLeftOut ? ", left out" : ""}: ${codeSpan(name)}${id === undefined ? "" : `, ID ${codeSpan(id)}`}`;
  const links = grouped(edges, ({ kind }) => kind).map(
    (group) => `${group[0].kind} ${group.map((edge) => codeSpan(edge.name)).join(", ")}`,
  );
  const lines = [...links, ...differences.map(codeSpan), ...accounting.map(escapeMarkdown)];
  return [head, ...lines.map((line) => `  - ${line}`)].join("\n");
}

function resourceCode(resource: PageResource | undefined): string {
  return resource === undefined ? "" : codeSpan(`${resource.type} ${resource.name}`);
}

/** Escapes Markdown. Backticks stay, because messages use them for code. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_{}[\]<>#|~&]/g, "\\$&");
}

/** Returns a code span whose fence is longer than any run of backticks in the text. */
function codeSpan(text: string): string {
  const fence = "`".repeat(longestBackticks(text) + 1);
  return `${fence} ${text} ${fence}`.replace(/^(`+) ([^` ](?:.*[^` ])?) (`+)$/s, "$1$2$3");
}

function fenced(lines: readonly string[]): string {
  const fence = "`".repeat(Math.max(3, longestBackticks(lines.join("\n")) + 1));
  return [`${fence}text`, ...lines, fence].join("\n");
}

function longestBackticks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
