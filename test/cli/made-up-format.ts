/** An example of a report format: it prints one count per line. imp uses a format only through this object. */
import type { DocumentFormat } from "../../src/cli/reports/report.ts";

export const tally: DocumentFormat = {
  name: "tally",
  description: "print a tally",
  document: (report) => {
    switch (report.kind) {
      case "plan":
      case "consent":
      case "declined":
        return undefined;
      case "run":
        return `imported ${report.plan.entries.filter(({ custom }) => custom).length}, files ${report.facts.files.length}, warned ${report.warnings.length}`;
      case "generated":
        return `printed ${report.facts.graph.resources.length}`;
      case "verified":
        return `verified ${report.facts.steps.length}`;
      case "synced":
        return `synced ${report.facts.resources.length}`;
      case "undone":
        return `forgot ${report.facts.forgotten.length}`;
      case "runs":
        return `runs ${report.runs.length}`;
      case "state":
        return `has ${(report.full ?? report.facts.resources).length}`;
      case "faults":
        return `faults ${report.faults.length}`;
      case "specification":
      case "schema":
        return `judged ${report.facts.errors}`;
      case "found":
        return `found ${report.facts.found.length}`;
      case "compared":
        return `compared ${report.facts.changes.length}`;
      case "described":
        return `described ${report.facts.kind}`;
      case "converted":
        return `converted ${report.facts.file}`;
      case "fleet":
        return `targets ${report.facts.targets.length}`;
      case "discovered":
        return `discovered ${report.facts.resources}`;
      case "failed":
        return `failed ${report.error.code}`;
    }
  },
};
