/** Measures the check of a schema of 60 MB, and how long an import takes to open it, compared with `JSON.parse` of the same text. */
import { checkSchema } from "../../src/schema/check/check.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import { median, processorSeconds } from "./median.ts";

/** Medians of CPU seconds, which do not depend on other processes. */
export interface SchemaCheckFigure {
  readonly bytes: number;
  readonly parse: number;
  readonly checked: number;
  /** The time to open the schema with an index, and to read one resource. */
  readonly opened: number;
}

export async function measureSchemaCheck(runs: number, print: (line: string) => void): Promise<SchemaCheckFigure> {
  const bytes = readAwsSchema();
  print(`${Math.round(bytes.length / 1e6)} MB schema`);
  const text = bytes.toString("utf8");
  const times = { parse: [] as number[], checked: [] as number[], opened: [] as number[] };
  for (let turn = 0; turn < runs; turn += 1) {
    times.parse.push(await processorSeconds(() => JSON.parse(text)));
    times.checked.push(await processorSeconds(() => checkSchema(bytes, "json", async () => undefined)));
    times.opened.push(await processorSeconds(() => loadSchema(bytes).resource("aws:s3/bucket:Bucket")?.inputs));
  }
  const { parse, checked, opened } = times;
  return { bytes: bytes.length, parse: median(parse), checked: median(checked), opened: median(opened) };
}
