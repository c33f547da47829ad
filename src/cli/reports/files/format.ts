/**
 * ReportFormat: a form of report files. Types only.
 */
import type { RunPage } from "./page.ts";

export interface ReportFormat {
  /** The ending of a file chooses the form. */
  readonly ending: `.${string}`;
  readonly name: string;
  /** Pure. @param seal stands once near the start: imp knows its own files by it */
  text(page: RunPage, seal: string): string;
}
