/** Programs that people wrote, and what is imported into them: a stack with a component, a provider and a network in it. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./imp-process.ts";
import { bucket, component, policy, specsOf, subnetB, vpc } from "./quickstart-specs.ts";

/** The content of a program's `case.json`: where code goes, and the code by which it is to refer to what the stack has. */
export interface OwnProgramCase {
  readonly name: string;
  /** `FILE` or `FILE:LINE`. */
  readonly into: string;
  /** Of the component `network`. */
  readonly parent: string;
  /** Of the provider `east`. */
  readonly provider: string;
  /** Of the network `main`; absent: no variable holds it. */
  readonly vpc?: string;
  /** Variables -> logical names. */
  readonly nameTable?: Readonly<Record<string, string>>;
  /** The files of the program, by their paths. */
  readonly files: Readonly<Record<string, Buffer>>;
}

const folder = join(projectRoot, "fixtures", "own-programs");

export const ownPrograms: readonly OwnProgramCase[] = readdirSync(folder)
  .sort()
  .map((name) => {
    const { "case.json": facts, ...files } = filesBelow(join(folder, name), "");
    return { name, ...JSON.parse(String(facts)), files };
  });

function filesBelow(root: string, path: string): Readonly<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {};
  for (const name of readdirSync(join(root, path))) {
    const inner = path === "" ? name : `${path}/${name}`;
    if (statSync(join(root, inner)).isDirectory()) Object.assign(found, filesBelow(root, inner));
    else found[inner] = readFileSync(join(root, inner));
  }
  return found;
}

const east = { type: "pulumi:providers:simcloud", name: "east", inputs: { region: "us-east-1" } };

/** The specs of the stack's resources: every program constructs these three. */
export const stackSpecs = specsOf(component, east, { ...vpc, parent: component.name, provider: east.name });

/** The specs to import: their parent, their provider and their network are in the stack. */
export function importedSpecs(urnOf: (name: string) => string, { nameTable = {} }: OwnProgramCase): string {
  const provider = urnOf("east");
  const resources = [
    { ...bucket, parent: urnOf("network"), provider },
    { ...policy, provider },
    { ...subnetB, provider },
  ];
  const names = Object.entries(nameTable).map(([variable, name]) => [variable, urnOf(name)]);
  return JSON.stringify({ nameTable: Object.fromEntries(names), resources });
}
