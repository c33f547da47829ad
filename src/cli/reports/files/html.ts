/**
 * A run as a single HTML page that works offline. Without scripts, the page is a complete document; the scripts add search and the graph.
 *
 * The content security policy of the page only allows its own style and scripts, by their digests. Injected styles and scripts are blocked.
 */
import { createHash } from "node:crypto";
import { grouped } from "../../diagnostics.ts";
import { counted } from "../../render.ts";
import type { ReportAssets } from "./assets.ts";
import type { MessageGroup, PageResource, ProblemGroup, ReportFormat, RunPage } from "./page.ts";

/** Returns the HTML format. @param assets reads the style and the scripts */
export function htmlReport(assets: () => ReportAssets): ReportFormat {
  return { ending: ".html", name: "HTML", text: (page, seal) => htmlOf(page, seal, assets()) };
}

function htmlOf(page: RunPage, seal: string, { style, script, graphScript }: ReportAssets): string {
  const hasGraph = page.resources.some(({ edges }) => edges.some(({ at }) => at !== undefined));
  const scripts = hasGraph ? [script, graphScript] : [script];
  const digests = scripts.map((text) => `'${digestSource(text)}'`).join(" ");
  const policy = `default-src 'none'; style-src '${digestSource(style)}'; script-src ${digests}; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<!-- ${seal} -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escapeHtml(page.title)}</h1></header>
<main>
${htmlBody(page, hasGraph)}
</main>
${hasGraph ? `<script type="application/json" id="graph-data">${graphData(page)}</script>\n` : ""}${scripts.map((text) => `<script type="module">${text}</script>`).join("\n")}
</body>
</html>
`;
}

function htmlBody(page: RunPage, hasGraph: boolean): string {
  const left = page.problems.filter(({ isLeftOut }) => isLeftOut);
  const others = page.problems.filter(({ isLeftOut }) => !isLeftOut);
  return [
    htmlSummary(page),
    htmlProblems("left-out", "Left out", left, page),
    htmlProblems("problems", "Imported with problems", others, page),
    htmlChanges(page),
    messagesOf("warnings", "Warnings", page.warnings),
    messagesOf("notes", "Notes", page.notes),
    hasGraph ? graphOf() : "",
    htmlResources(page),
  ].join("\n");
}

function htmlSummary(page: RunPage): string {
  const { summary, written, next } = page;
  const rows = summary.map(
    ([label, text]) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`,
  );
  const files =
    written.length === 0
      ? ""
      : `<h3>Written files</h3><ul>${written.map((file) => `<li><code>${escapeHtml(file)}</code></li>`).join("")}</ul>`;
  const steps = `<h3>Next steps</h3><pre>${escapeHtml(next.join("\n"))}</pre>`;
  return htmlSection("summary", "Summary", `${barOf(page)}<table>${rows.join("")}</table>${files}${steps}`);
}

/** Returns a bar chart of the verdicts. Hidden from screen readers, because the table has the same numbers. */
function barOf({ resources }: RunPage): string {
  const groups = grouped(resources, ({ verdict }) => verdict);
  let start = 0;
  const parts = groups.map((group) => {
    const [{ verdict }] = group;
    const part = `<rect class="${verdict}" x="${start}" y="0" width="${group.length}" height="1"><title>${group.length} ${verdict}</title></rect>`;
    start += group.length;
    return part;
  });
  return `<svg id="verdicts" aria-hidden="true" viewBox="0 0 ${Math.max(1, start)} 1" preserveAspectRatio="none">${parts.join("")}</svg>`;
}

/** Splits a type into area and name: `ec2` and `Vpc` for `aws:ec2/vpc:Vpc`. Types of the root module are in the area of their package. */
function typeParts(token: string): { readonly area: string; readonly name: string } {
  const [first = token, module = "", ...rest] = token.split(":");
  const folder = module.split("/")[0] ?? "";
  return { area: folder === "" || folder === "index" ? first : folder, name: rest.at(-1) ?? module };
}

function htmlProblems(id: string, title: string, groups: readonly ProblemGroup[], page: RunPage): string {
  if (groups.length === 0) return "";
  const count = groups.reduce((sum, { resources }) => sum + resources.length, 0);
  const articles = groups.map(({ code, failure, why, hint, commands, differences, resources }) => {
    const items = resources.map(({ at, where }) => {
      const isNamed = where?.includes(page.resources[at]?.name ?? "") === true;
      const location = where === undefined ? "" : ` <small>${escapeHtml(where)}</small>`;
      return `<li>${isNamed ? nameLink(at, page) : linkTo(at, page)}${location}</li>`;
    });
    return `<article><h3>${escapeHtml(failure)} <small>${escapeHtml(code)}, ${counted(resources.length, "resource")}</small></h3><p>${escapeHtml(why)}</p><p><strong>Fix:</strong> ${escapeHtml(hint)}</p>${preformatted(commands)}${preformatted(differences)}<ul>${items.join("")}</ul></article>`;
  });
  return htmlSection(
    id,
    `${title}: ${counted(count, "resource")}, ${counted(groups.length, "reason")}`,
    articles.join("\n"),
  );
}

function htmlChanges(page: RunPage): string {
  if (page.changes.length === 0) return "";
  const articles = page.changes.map(({ effect, type, differences, resources }) => {
    const shown = differences.length > 0 ? differences : ["the provider did not report the property"];
    const items = resources.map((at) => `<li>${linkTo(at, page)}</li>`).join("");
    return `<article><h3>${counted(resources.length, effect)} <small>${escapeHtml(type)}</small></h3>${preformatted(shown)}<ul>${items}</ul></article>`;
  });
  return htmlSection("changes", "Changes in the next update", articles.join("\n"));
}

function messagesOf(id: string, title: string, groups: readonly MessageGroup[]): string {
  if (groups.length === 0) return "";
  const items = groups.map(({ message, about }) => {
    const names = about.map((name) => `<li><code>${escapeHtml(name)}</code></li>`).join("");
    return `<li>${escapeHtml(message)}${names === "" ? "" : `<ul>${names}</ul>`}</li>`;
  });
  return htmlSection(id, `${title} (${groups.length})`, `<ul>${items.join("\n")}</ul>`);
}

/** Returns an empty section that the script fills with the graph. Without scripts, the list of resources shows the same references. */
function graphOf(): string {
  return `<section id="graph" aria-labelledby="h-graph" hidden>
<h2 id="h-graph">Graph</h2>
<p class="tools"><label>Filter <input id="graph-filter" type="search" placeholder="type, name, or verdict"></label>
<label><input id="graph-collapse" type="checkbox" checked> one box per type</label>
<label><input id="graph-near" type="checkbox"> include neighbors</label></p>
<p id="graph-note" role="status"></p>
<div id="graph-canvas" tabindex="0" role="group" aria-label="Graph of the resources and their references"></div>
<div id="graph-chosen" aria-live="polite"></div>
</section>`;
}

function htmlResources({ resources }: RunPage): string {
  const placed = resources.map((resource, at) => ({ resource, at }));
  const groups = grouped(placed, ({ resource }) => resource.type).map((group) => {
    const { type } = group[0].resource;
    const bad = group.filter(({ resource }) => resource.isLeftOut).length;
    const count = `${group.length}${bad > 0 ? `, ${bad} left out` : ""}`;
    const rows = group.map(({ resource, at }) => htmlRow(resource, at, resources));
    const { area, name } = typeParts(type);
    return `<details class="type"><summary><h3>${escapeHtml(`${area} ${name}`)}</h3> (${count}) <small>${escapeHtml(type)}</small></summary>\n${rows.join("\n")}\n</details>`;
  });
  const tools = `<p class="tools" id="list-tools" hidden><label>Filter <input id="list-filter" type="search" placeholder="type, name, ID, or verdict"></label> <button type="button" id="list-open">Expand all types</button> <button type="button" id="list-close">Collapse all types</button> <span id="list-note" role="status"></span></p>`;
  return htmlSection("resources", `Resources (${resources.length})`, tools + groups.join("\n"));
}

function htmlRow(resource: PageResource, index: number, all: readonly PageResource[]): string {
  const { verdict, name, id, values, accounting, differences, edges } = resource;
  const items: string[] = [];
  for (const group of grouped(edges, ({ kind }) => kind)) {
    const names = group.map((edge) =>
      edge.at === undefined || all[edge.at] === undefined
        ? escapeHtml(edge.name)
        : `<a href="#r${edge.at}">${escapeHtml(edge.name)}</a>`,
    );
    items.push(`<li>${group[0].kind} ${names.join(", ")}</li>`);
  }
  if (values !== "") items.push(`<li>${escapeHtml(values)}</li>`);
  for (const line of accounting) items.push(`<li>${escapeHtml(line)}</li>`);
  const more = `${preformatted(differences)}${items.length > 0 ? `<ul>${items.join("")}</ul>` : ""}`;
  const shownId = id === undefined ? "" : ` <code>${escapeHtml(id)}</code>`;
  return `<details class="r" id="r${index}" data-v="${verdict}"><summary><span class="v ${verdict}">${verdict}</span> <b>${escapeHtml(name)}</b>${shownId}</summary>${more === "" ? "<p>No details.</p>" : more}</details>`;
}

function linkTo(at: number, page: RunPage): string {
  const type = page.resources[at]?.type ?? "";
  return `${nameLink(at, page)} <small>${escapeHtml(type)}</small>`;
}

function nameLink(at: number, { resources }: RunPage): string {
  return `<a href="#r${at}">${escapeHtml(resources[at]?.name ?? "")}</a>`;
}

function htmlSection(id: string, title: string, content: string): string {
  return `<section id="${id}" aria-labelledby="h-${id}"><h2 id="h-${id}">${escapeHtml(title)}</h2>${content}</section>`;
}

function preformatted(texts: readonly string[]): string {
  return texts.length === 0 ? "" : `<pre>${escapeHtml(texts.join("\n"))}</pre>`;
}

/** Returns the data of the graph as JSON. Nodes refer to types by index, and arrows refer to nodes by index. */
function graphData({ resources }: RunPage): string {
  const tokens = [...new Set(resources.map(({ type }) => type))];
  const types = tokens.map((token) => ({ token, ...typeParts(token) }));
  const typeAt = new Map(tokens.map((token, at) => [token, at]));
  const nodes = resources.map(({ name, type, verdict }) => [name, typeAt.get(type) ?? 0, verdict]);
  const arrows = resources.flatMap(({ edges }, from) =>
    edges.flatMap(({ at, kind }) => (at === undefined || at === from ? [] : [[from, at, kind]])),
  );
  return JSON.stringify({ types, nodes, arrows }).replaceAll("<", "\\u003c");
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function digestSource(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
