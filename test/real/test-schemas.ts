/** Schemas that a checkout may have beside it, and what an official generator leaves out of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { projectRoot } from "./project-root.ts";

export interface TestSchema {
  /** Of its file. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** @param language that is told to be skipped when there are none */
export function testSchemas(language: string): readonly TestSchema[] {
  const folders = ["small", "real"].map((name) => join(projectRoot, "..", "shared", "data", "schemas", name));
  const there = folders.filter((path) => existsSync(path));
  if (there.length === 0) {
    console.log(`SKIPPED: ${language} of published test schemas: they are not beside this checkout`);
  }
  const files = there.flatMap((path) => readdirSync(path).map((name) => join(path, name)));
  return files
    .filter((path) => path.endsWith(".json"))
    .map((path) => ({ name: basename(path, ".json"), bytes: readFileSync(path) }));
}

/** Classes that no generator makes. */
export function overlays(schema: Buffer): ReadonlySet<string> {
  const { resources = {} } = JSON.parse(schema.toString("utf8")) as {
    resources?: Record<string, { isOverlay?: true }>;
  };
  return new Set(Object.keys(resources).filter((token) => resources[token]?.isOverlay === true));
}

/** Why a generator of SDKs failed, in one line. */
export function whyNoSdk(error: unknown): string {
  const lines = String(error).split("\n");
  return lines.find((line) => /panic|gensdk:|gendotnet:/.test(line)) ?? lines[0] ?? "";
}
