/**
 * Every format of documents; a format is a module of this folder and a line here.
 */
import { jsonFormat } from "./json.ts";
import type { DocumentFormat } from "./report.ts";

export const documentFormats: readonly DocumentFormat[] = [jsonFormat];
