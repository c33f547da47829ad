/** Validates each `--json` document in the tests with the shipped schema. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { projectRoot } from "../real/project-root.ts";

/** The schema definition of each command. */
const definitions: Readonly<Record<string, string>> = {
  run: "run",
  import: "run",
  add: "run",
  generate: "generated",
  verify: "verified",
  sync: "synced",
  undo: "undone",
  discover: "discovered",
  "undo --list": "runs",
  "fleet run": "fleet",
  "fleet report": "fleet",
  "state show": "state",
  "state verify": "stateFaults",
  "terraform check": "specification",
  "terraform convert": "conversion",
  "schema check": "schemaCheck",
  "schema show": "schemaShow",
  "schema find": "schemaFind",
  "schema diff": "schemaDiff",
};

const validators = new Map<string, ValidateFunction>();

/** Throws if a command with `--json` printed neither its document nor that of a failure. */
export function assertDocument(words: readonly string[], stdout: string): void {
  if (!words.includes("--json") || stdout === "") return;
  const [first = "", second = ""] = words;
  const name =
    first === "undo" && words.includes("--list")
      ? "undo --list"
      : first === "discover" && words.includes("--run")
        ? "run"
        : first in definitions
          ? first
          : `${first} ${second}`;
  const definition = definitions[name];
  const document: unknown = JSON.parse(stdout);
  if (definition === undefined) throw new Error(`no schema is known for the document of imp ${name}`);
  const isFailure = typeof document === "object" && document !== null && "error" in document;
  const validate = validatorOf(isFailure ? "failure" : definition);
  if (validate(document)) return;
  const faults = validate.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`imp ${name} --json: not as documents.schema.json has it:\n${faults?.join("\n")}`);
}

function validatorOf(definition: string): ValidateFunction {
  const cached = validators.get(definition);
  if (cached !== undefined) return cached;
  const path = `${projectRoot}/src/cli/reports/documents.schema.json`;
  const { $defs } = JSON.parse(readFileSync(path, "utf8")) as { readonly $defs: Record<string, object> };
  const made = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile({
    $defs,
    $ref: `#/$defs/${definition}`,
  });
  validators.set(definition, made);
  return made;
}
