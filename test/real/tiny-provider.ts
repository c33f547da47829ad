/**
 * A small provider on Pulumi's Node.js provider server, with notes in the JSON file TINY_FILE. It tests the harness and the wire format
 * against independent code.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Provider } from "@pulumi/pulumi/provider/index.js";
import provider from "@pulumi/pulumi/provider/index.js";

interface Note {
  readonly text: string;
  readonly token?: string;
  readonly tags?: Readonly<Record<string, string>>;
  /** An output of Read, but not an input. */
  readonly length: number;
}

const version = "1.2.3";
const text = { type: "string" };
const tags = { type: "object", additionalProperties: text };
const token = { type: "string", secret: true };

export const tinySchema: string = JSON.stringify({
  name: "tiny",
  version,
  description: "Notes.",
  config: {},
  provider: {},
  language: { nodejs: { respectSchemaVersion: true } },
  resources: {
    "tiny:index:Note": {
      description: "A note.",
      inputProperties: { text, token, tags },
      requiredInputs: ["text"],
      properties: { text, token, tags, length: { type: "integer" } },
      required: ["text", "length"],
    },
  },
});

const tiny: Provider = {
  version,
  schema: tinySchema,
  async check(_urn, _olds, news) {
    const failures = typeof news.text === "string" || typeof news.text === "object" ? [] : [missing("text")];
    return { inputs: news, failures };
  },
  async diff(_id, _urn, olds, news) {
    const changed = ["text", "token", "tags"].some((key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
    return { changes: changed };
  },
  async create(_urn, inputs) {
    const id = `note-${Object.keys(load()).length + 1}`;
    return { id, outs: save(id, inputs) };
  },
  async update(id, _urn, _olds, news) {
    return { outs: save(id, news) };
  },
  async read(id) {
    const note = load()[id];
    if (note === undefined) return {};
    const { length: _length, ...inputs } = note;
    return { id, props: note, inputs };
  },
  async delete(id) {
    const { [id]: _gone, ...rest } = load();
    writeFileSync(file(), JSON.stringify(rest));
  },
};

function missing(property: string) {
  return { property, reason: `missing required property '${property}'` };
}

function save(id: string, inputs: Omit<Note, "length">): Note {
  const note = { ...inputs, length: [...inputs.text].length };
  writeFileSync(file(), JSON.stringify({ ...load(), [id]: note }));
  return note;
}

function load(): Readonly<Record<string, Note>> {
  return existsSync(file()) ? JSON.parse(readFileSync(file(), "utf8")) : {};
}

function file(): string {
  const path = process.env.TINY_FILE;
  if (path === undefined) throw new Error("TINY_FILE is not set");
  return path;
}

if (process.argv[1] === import.meta.filename) await provider.main(tiny, process.argv.slice(2));
