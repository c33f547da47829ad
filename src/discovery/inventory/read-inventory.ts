/**
 * Converts the records of an inventory to objects. Knows the field names of the listings of AWS, Azure, Google Cloud, CloudFormation, Terraform, and
 * Pulumi. Other listings are read by the names and forms of their fields.
 */
import type { Problem } from "../../domain/errors.ts";
import {
  hasControlCharacter,
  type InventoryObject,
  identityParts,
  isGlobal,
} from "../../import-ids/inventory-object.ts";
import type { JsonMap, JsonNode } from "../../value/json/tree.ts";
import { parsedText } from "../json-list.ts";
import { fieldNames } from "./field-names.ts";
import { type InventoryRecord, readRecords, recordProblems } from "./records.ts";

export interface ReadInventory {
  readonly objects: readonly InventoryObject[];
  readonly problems: readonly Problem[];
}

/** Reads an inventory file, and reports errors with their positions. */
export function readInventory(file: string, content: string): ReadInventory {
  const { records, problems } = readRecords(file, content);
  const objects: InventoryObject[] = [];
  const wrong: Problem[] = [];
  for (const record of records) {
    const node = objectNode(record.node);
    if (node === undefined) continue;
    const object = inventoryObject({ ...record, node });
    const problem = objectProblem(object);
    if (problem === undefined) objects.push(object);
    else wrong.push({ ...record.where, message: problem[0], hint: problem[1] });
  }
  return { objects, problems: [...problems, ...wrong] };
}

function objectProblem({ identity }: InventoryObject): readonly [string, string] | undefined {
  if (identity === "") return recordProblems.noIdentity;
  return hasControlCharacter(identity) ? recordProblems.controlCharacter : undefined;
}

/** Returns the object in a record. `terraform query -json` prints one event per line, and only some events are objects. */
function objectNode(record: JsonMap): JsonMap | undefined {
  const event = record.entries.get("list_resource_found")?.value;
  if (event?.kind === "map") return event;
  return record.entries.has("@level") && record.entries.has("@message") ? undefined : record;
}

/** Returns the object. Its identity is `""` if no field identifies it. */
function inventoryObject({ node, where }: InventoryRecord): InventoryObject {
  const fields = new Map(scalarFields(node, ""));
  const tags = fieldNames.tags.flatMap((key) => [...tagsOf(node.entries.get(key)?.value)]);
  const named = firstField(fieldNames.name, fields) ?? "";
  const texts = fieldNames.identity.flatMap((key) => fields.get(key) ?? []).filter((text) => text !== "");
  // Google's assets have the whole path as their name. Terraform lists the identity as an object.
  const names = fieldNames.name.flatMap((key) => fields.get(key) ?? []);
  const identity = [...texts, ...names].find(isGlobal) ?? texts[0] ?? terraformIdentity(fields);
  const last = isGlobal(named) ? (identityParts(named).segments.at(-1) ?? "") : named;
  const found = identity ?? (last === "" ? identifyingField(node, fields) : last);
  const tagName = tags.find(([key]) => key === "Name")?.[1] ?? "";
  return {
    identity: found,
    typeName: firstField(fieldNames.type, fields),
    name: [tagName, last].find((text) => text !== "") ?? "",
    fields,
    tags: new Map(tags),
    where,
  };
}

/** Returns the first ARN or path in a listing with unknown field names, otherwise its first text. */
function identifyingField({ entries }: JsonMap, fields: ReadonlyMap<string, string>): string {
  const texts = [...entries.values()].flatMap(({ value }) => (value.kind === "text" ? [value.value] : []));
  return [...fields.values()].find(isGlobal) ?? texts.find((text) => text !== "") ?? "";
}

function firstField(names: readonly string[], fields: ReadonlyMap<string, string>): string | undefined {
  return names.map((name) => fields.get(name)).find((text) => text !== undefined && text !== "");
}

/** Returns the only or the most specific value of a Terraform identity: `{"bucket": "logs"}`. */
function terraformIdentity(fields: ReadonlyMap<string, string>): string | undefined {
  const values = [...fields].filter(([key]) => key.startsWith("identity."));
  const specific = values.filter(([key]) => !/\.(?:account_id|region|project|location|zone)$/.test(key));
  return (specific.find(([key]) => /\.(?:arn|id)$/.test(key)) ?? specific[0])?.[1];
}

const deepestFields = 3;

/** Returns the fields with texts, numbers, or booleans, by dotted path. */
function* scalarFields(node: JsonMap, prefix: string, depth = 1): Generator<readonly [string, string]> {
  for (const { key, value } of node.entries.values()) {
    if (value.kind === "map" && depth < deepestFields) yield* scalarFields(value, `${prefix}${key}.`, depth + 1);
    const text = scalarText(value);
    if (text !== undefined) yield [prefix + key, text];
  }
}

function scalarText(node: JsonNode): string | undefined {
  switch (node.kind) {
    case "text":
      return node.value;
    case "number":
      return node.text;
    case "boolean":
      return String(node.value);
    default:
      return undefined;
  }
}

/** Returns tags from an object, or from a list of keys and values. CSV files contain them as JSON. */
function tagsOf(node: JsonNode | undefined): readonly (readonly [string, string])[] {
  if (node?.kind === "text" && /^\s*[[{]/.test(node.value)) return tagsOf(parsedText(node.value, () => {})[0]?.node);
  if (node?.kind === "map") return [...scalarFields(node, "")];
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item) => {
    if (item.kind !== "map") return [];
    const [key, value] = ["Key", "Value"].map((name) => {
      const entry = item.entries.get(name) ?? item.entries.get(name.toLowerCase());
      return entry === undefined ? undefined : scalarText(entry.value);
    });
    return key === undefined ? [] : [[key, value ?? ""] as const];
  });
}
