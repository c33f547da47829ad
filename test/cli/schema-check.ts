import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";

export const broken = join(projectRoot, "fixtures", "plugins", "broken");

export const sound = JSON.stringify({ name: "orchard", version: "1.2.0", resources: { "orchard:index:Tree": {} } });
export const faulty = `{
  "name": "orchard",
  "version": "1.2.0",
  "colour": "green",
  "resources": {
    "orchard:index:Tree": {
      "inputProperties": { "height": { "type": "banana" } },
      "requiredInputs": ["heigth"]
    }
  }
}
`;
const faultyYaml = `name: orchard
version: 1.2.0
resources:
  orchard:index:Tree:
    inputProperties:
      height: { type: banana }
`;

export interface CheckedDocument {
  readonly sound: boolean;
  readonly refusedByPulumi: boolean;
  readonly package?: { readonly name: string };
  readonly faults: readonly {
    readonly rule: string;
    readonly path: string;
    readonly line: number;
    readonly column: number;
    readonly pulumi: string;
  }[];
}

/** Parses the document of `imp schema check --json`. */
export const parseDocument = ({ stdout }: { readonly stdout: string }): CheckedDocument =>
  JSON.parse(stdout) as CheckedDocument;

/** Installs a plugin that serves the schema. Returns its path. */
export function servePlugin(project: CliProject, name: string, schema: string): string {
  project.write(`${name}.json`, schema);
  const file = `bin/pulumi-resource-${name}`;
  const script = `SCHEMA_FILE="${project.path(`${name}.json`)}" exec "${broken}/pulumi-resource-schemafile" "$@"`;
  project.write(file, `#!/bin/sh\n${script}\n`);
  chmodSync(project.path(file), 0o755);
  return `./${file}`;
}

/** Creates a project with schema files, and with the simulated cloud as an installed plugin. */
export function makeSchemaProject(): CliProject {
  const project = makeProject({
    files: { "sound.json": sound, "faulty.json": faulty, "faulty.yaml": faultyYaml, "sound.txt": sound },
  });
  const folder = join(project.root, "home", ".pulumi", "plugins", "resource-simcloud-v1.0.0");
  mkdirSync(folder, { recursive: true });
  symlinkSync(simcloud, join(folder, "pulumi-resource-simcloud"));
  return project;
}
