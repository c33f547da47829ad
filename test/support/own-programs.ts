/** User programs, and the resources to import into them. The stack has a component, a provider, and a network. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./imp-process.ts";
import { bucket, component, policy, specsOf, subnetB, vpc } from "./quickstart-specs.ts";

/** A program and its `case.json`: where imp adds code, and how that code should refer to the resources of the stack. */
export interface OwnProgramCase {
  readonly name: string;
  /** `FILE` or `FILE:LINE`. */
  readonly into: string;
  /** The expression that refers to the component `network`. */
  readonly parent: string;
  /** The expression that refers to the provider `east`. */
  readonly provider: string;
  /** The expression that refers to the network `main`. Omitted if no variable contains it. */
  readonly vpc?: string;
  /** Logical names by variable. */
  readonly nameTable?: Readonly<Record<string, string>>;
  /** The program files by path. */
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

/** The specs of the stack's resources, which every program constructs. */
export const stackSpecs = specsOf(component, east, { ...vpc, parent: component.name, provider: east.name });

/** Returns the specs to import, with parent, provider and network from the stack. */
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
