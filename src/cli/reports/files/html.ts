/**
 * A run as one HTML page that needs no network: a document without a script, which the script makes searchable and draws as a graph. Pure.
 *
 * The policy of the page lets it load nothing and run nothing but its own style and script, known by their digests: a name that got past
 * the escapes would stay text.
 */
import { createHash } from "node:crypto";
import { grouped } from "../../diagnostics.ts";
import { counted } from "../../render.ts";
import type { ReportAssets } from "./assets.ts";
import type { ReportFormat } from "./format.ts";
import type { MessageGroup, PageResource, ProblemGroup, RunPage } from "./page.ts";

/** @param assets reads the style and the scripts */
export function htmlReport(assets: () => ReportAssets): ReportFormat {
  return { ending: ".html", name: "HTML", text: (page, seal) => htmlOf(page, seal, assets()) };
}

function htmlOf(page: RunPage, seal: string, { style, script, graphScript }: ReportAssets): string {
  const hasGraph = page.resources.some(({ edges }) => edges.some(({ at }) => at !== undefined));
  const scripts = hasGraph ? [script, graphScript] : [script];
  const digests = scripts.map((text) => `'${scriptDigest(text)}'`).join(" ");
  const policy = `default-src 'none'; style-src '${scriptDigest(style)}'; script-src ${digests}; base-uri 'none'; form-action 'none'`;
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
    htmlProblems("problems", "Imported, with a problem", others, page),
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

/** The counts of the verdicts as one bar; the table has them as text. */
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

/** `ec2` and `Vpc` of `aws:ec2/vpc:Vpc`; types of the root module are in the area of their package. */
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
      const place = where === undefined ? "" : ` <small>${escapeHtml(where)}</small>`;
      return `<li>${isNamed ? nameLink(at, page) : linkTo(at, page)}${place}</li>`;
    });
    return `<article><h3>${escapeHtml(failure)} <small>${escapeHtml(code)}, ${counted(resources.length, "resource")}</small></h3><p>${escapeHtml(why)}</p><p><strong>To do:</strong> ${escapeHtml(hint)}</p>${preformatted(commands)}${preformatted(differences)}<ul>${items.join("")}</ul></article>`;
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
    const shown = differences.length > 0 ? differences : ["the provider does not name the property"];
    const items = resources.map((at) => `<li>${linkTo(at, page)}</li>`).join("");
    return `<article><h3>${counted(resources.length, effect)} <small>${escapeHtml(type)}</small></h3>${preformatted(shown)}<ul>${items}</ul></article>`;
  });
  return htmlSection("changes", "Changes by the next update", articles.join("\n"));
}

function messagesOf(id: string, title: string, groups: readonly MessageGroup[]): string {
  if (groups.length === 0) return "";
  const items = groups.map(({ message, about }) => {
    const names = about.map((name) => `<li><code>${escapeHtml(name)}</code></li>`).join("");
    return `<li>${escapeHtml(message)}${names === "" ? "" : `<ul>${names}</ul>`}</li>`;
  });
  return htmlSection(id, `${title} (${groups.length})`, `<ul>${items.join("\n")}</ul>`);
}

/** Drawn by the script; without it, each resource of the list below names its neighbours. */
function graphOf(): string {
  return `<section id="graph" aria-labelledby="h-graph" hidden>
<h2 id="h-graph">Graph</h2>
<p class="tools"><label>Filter <input id="graph-filter" type="search" placeholder="type, name or verdict"></label>
<label><input id="graph-collapse" type="checkbox" checked> one box for each type</label>
<label><input id="graph-near" type="checkbox"> neighbours of the filter too</label></p>
<p id="graph-note" role="status"></p>
<div id="graph-canvas" tabindex="0" role="group" aria-label="Graph of the resources; an arrow points to what a resource refers to"></div>
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
  const tools = `<p class="tools" id="list-tools" hidden><label>Filter <input id="list-filter" type="search" placeholder="type, name, id or verdict"></label> <button type="button" id="list-open">Expand all types</button> <button type="button" id="list-close">Collapse all types</button> <span id="list-note" role="status"></span></p>`;
  return htmlSection("resources", `Resources (${resources.length})`, tools + groups.join("\n"));
}

function htmlRow(resource: PageResource, at: number, all: readonly PageResource[]): string {
  const { verdict, name, id, values, accounting, differences, edges } = resource;
  const facts: string[] = [];
  for (const group of grouped(edges, ({ kind }) => kind)) {
    const names = group.map((edge) =>
      edge.at === undefined || all[edge.at] === undefined
        ? escapeHtml(edge.name)
        : `<a href="#r${edge.at}">${escapeHtml(edge.name)}</a>`,
    );
    facts.push(`<li>${group[0].kind} ${names.join(", ")}</li>`);
  }
  if (values !== "") facts.push(`<li>${escapeHtml(values)}</li>`);
  for (const line of accounting) facts.push(`<li>${escapeHtml(line)}</li>`);
  const more = `${preformatted(differences)}${facts.length > 0 ? `<ul>${facts.join("")}</ul>` : ""}`;
  const shownId = id === undefined ? "" : ` <code>${escapeHtml(id)}</code>`;
  return `<details class="r" id="r${at}" data-v="${verdict}"><summary><span class="v ${verdict}">${verdict}</span> <b>${escapeHtml(name)}</b>${shownId}</summary>${more === "" ? "<p>Nothing more is known.</p>" : more}</details>`;
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

/** The data of the graph that the script draws: types, then nodes and arrows that name types and nodes by their index. */
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function scriptDigest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
