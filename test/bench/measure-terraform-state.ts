/** Measures the reading and mapping of a large Terraform state, compared with `JSON.parse` of the same file. */
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { schemaText } from "../../fixtures/simcloud/provider.ts";
import { terraformMapping } from "../../fixtures/simcloud/terraform-mapping.ts";
import { allTypes } from "../../fixtures/simcloud/types/registry.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { readMappings, readTerraformState, specsOfState } from "../../src/terraform/index.ts";
import { terraformStateOf } from "../support/terraform-state.ts";
import { median } from "./median.ts";

/** Median times in seconds. */
export interface TerraformStateFigure {
  readonly resources: number;
  readonly bytes: number;
  readonly parse: number;
  /** The time from bytes to import specs. */
  readonly mapped: number;
}

export function measureTerraformState(
  resources: number,
  runs: number,
  print: (line: string) => void,
): TerraformStateFigure {
  print(`Terraform state with ${resources} resources`);
  const bytes = Buffer.from(JSON.stringify(largeState(resources), undefined, 2));
  const schema = loadSchema(Buffer.from(schemaText()));
  const definitions = allTypes.map(({ definition }) => definition);
  const mapping = readMappings([Buffer.from(JSON.stringify(terraformMapping(definitions)))]);
  const packages = new Map([["simcloud", { schema, ...(mapping !== undefined && { mapping }) }]]);
  const context = { nameTable: new Map(), resources: [] };
  const times = { parse: [] as number[], mapped: [] as number[] };
  for (let turn = 0; turn < runs; turn += 1) {
    times.parse.push(seconds(() => JSON.parse(bytes.toString("utf8"))));
    times.mapped.push(
      seconds(() =>
        specsOfState(readTerraformState(bytes, "it.tfstate"), { packages, tokens: new Map(), otherSpecs: context }),
      ),
    );
  }
  return { resources, bytes: bytes.length, parse: median(times.parse), mapped: median(times.mapped) };
}

function seconds(work: () => unknown): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

/** Returns a state with about 40 KB for each resource, mostly tags. */
function largeState(resources: number) {
  const { cloud } = makeEstate({ seed: 1, resources, regions: ["us-east-1"] });
  const tags = Object.fromEntries(Array.from({ length: 430 }, (_, index) => [`tag-${index}`, "x".repeat(70)]));
  return terraformStateOf(
    Object.entries(cloud.objects).map(([key, settings], index) => {
      const [, token = "", ...id] = key.split("|");
      return { name: `r${index}`, token, id: id.join("|"), settings: { ...settings, tagsAll: tags } };
    }),
  );
}
