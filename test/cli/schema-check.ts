import { join } from "node:path";
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
export const faultyYaml = `name: orchard
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
