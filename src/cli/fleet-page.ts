/** The report of `imp fleet` as an HTML page, which works offline and contains no scripts. */
import { type FleetFacts, fleetExitCode, type TargetFacts } from "../fleet/results.ts";
import { fleetSummary, statusWords } from "./fleet-screen.ts";
import { visible } from "./quote.ts";
import { readStyle } from "./reports/files/assets.ts";
import { digestSource, escapeHtml } from "./reports/files/html.ts";

const pageStart = "<!DOCTYPE html>\n<!-- imp fleet -->";

/** Returns true for a page of `fleetHtml`. */
export function isFleetPage(text: string): boolean {
  return text.startsWith(pageStart);
}

/** The maximum number of errors per target. */
const mostErrors = 100;

export function fleetHtml(facts: FleetFacts): string {
  const style = readStyle();
  const title = `imp fleet: ${facts.file}`;
  const policy = `default-src 'none'; style-src '${digestSource(style)}'; base-uri 'none'; form-action 'none'`;
  const failing = facts.targets.filter(({ errors }) => errors.length > 0);
  return `${pageStart}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${html(title)}</h1></header>
<main>
<section id="summary"><h2>Summary</h2>
<p>${html(fleetSummary(facts))}. Exit code ${fleetExitCode(facts)}.</p>
</section>
<section id="targets"><h2>Targets</h2>
<table>
<thead><tr><th scope="col">Target</th><th scope="col">Stack</th><th scope="col">Directory</th><th scope="col">Result</th><th scope="col">Resources</th><th scope="col">Seconds</th></tr></thead>
<tbody>
${facts.targets.map(targetRow).join("\n")}
</tbody>
</table>
</section>
${failing.map(targetErrors).join("\n")}
</main>
</body>
</html>
`;
}

function targetRow({ name, stack = "", directory, status, resources, imported, seconds }: TargetFacts): string {
  const count = imported === resources ? String(resources) : `${imported} of ${resources}`;
  const cells = [stack, directory, statusWords[status], count, seconds === undefined ? "" : seconds.toFixed(1)];
  return `<tr><th scope="row">${html(name)}</th>${cells.map((cell) => `<td>${html(cell)}</td>`).join("")}</tr>`;
}

function targetErrors({ name, errors }: TargetFacts): string {
  const more = errors.length - mostErrors;
  const items = errors.slice(0, mostErrors).map(({ resource, code, message }) => {
    const where = resource === undefined ? "" : `<code>${html(resource)}</code>: `;
    return `<li>${where}${html(message)}${code === undefined ? "" : ` (${html(code)})`}</li>`;
  });
  return `<section><h2>${html(name)}</h2><ul>${items.join("")}</ul>${more > 0 ? `<p>and ${more} more</p>` : ""}</section>`;
}

function html(text: string): string {
  return escapeHtml(visible(text.trim().replaceAll(/\s+/g, " ")));
}
