/** The document formats. To add one, add a module in this directory and an entry here. */
import { jsonFormat } from "./json.ts";
import type { DocumentFormat } from "./report.ts";

export const documentFormats: readonly DocumentFormat[] = [jsonFormat];
