/** The interface of a report format. Types only. */
import type { RunPage } from "./page.ts";

export interface ReportFormat {
  /** The file extension that selects the format. */
  readonly ending: `.${string}`;
  readonly name: string;
  /** Returns the text of the report. @param seal must occur once near the start; imp detects edits by it */
  text(page: RunPage, seal: string): string;
}
