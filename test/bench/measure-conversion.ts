/**
 * Measures the conversion of a 60 MB schema to a specification and back, and its use as a description of a package, compared with `JSON.parse` of the
 * same text.
 */
import { loadSchema } from "../../src/schema/load.ts";
import { convertDocument, Overlay } from "../../src/terraform/index.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import { median, processorSeconds } from "./median.ts";

/** Medians of CPU seconds, which do not depend on other processes. */
export interface ConversionFigure {
  readonly bytes: number;
  readonly parse: number;
  readonly toSpecification: number;
  readonly toSchema: number;
  /** The time to open the document for a run, and to read its description of one resource. */
  readonly claimed: number;
}

export async function measureConversion(runs: number, print: (line: string) => void): Promise<ConversionFigure> {
  const bytes = readAwsSchema();
  print(`conversion of a ${Math.round(bytes.length / 1e6)} MB schema`);
  const text = bytes.toString("utf8");
  const schema = loadSchema(bytes);
  const times = { parse: [] as number[], to: [] as number[], back: [] as number[], claimed: [] as number[] };
  for (let turn = 0; turn < runs; turn += 1) {
    times.parse.push(await processorSeconds(() => JSON.parse(text)));
    let specification = Buffer.alloc(0);
    times.to.push(
      await processorSeconds(() => {
        const made = convertDocument(bytes, "schema.json", { to: "specification" });
        if (made.kind === "converted") specification = Buffer.from(made.text);
      }),
    );
    times.back.push(await processorSeconds(() => convertDocument(specification, "specification.json", {})));
    times.claimed.push(
      await processorSeconds(async () => {
        const overlay = new Overlay([{ name: "schema.json", bytes }]);
        return (await overlay.over(schema, async () => [])).resource("aws:s3/bucket:Bucket")?.claims;
      }),
    );
  }
  const { parse, to, back, claimed } = times;
  return {
    bytes: bytes.length,
    parse: median(parse),
    toSpecification: median(to),
    toSchema: median(back),
    claimed: median(claimed),
  };
}
