import type { AssignedBecause } from "../../../domain/graph.ts";
import { equalValues } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import { startsWith } from "../../../value/path.ts";
import type { Value } from "../../../value/value.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Leaf } from "./leaves.ts";

/**
 * Guesses why the cloud may have chosen a value: it is an identifier or address of the resource, a generated value, or a reserved name. A preview of
 * Create, or a Diff with a changed value, can later show that the program must set the value.
 *
 * @returns undefined for all other values, and for values that the user or another resource chose: they are required, requested, or references
 */
export function assignedBecause(leaf: Leaf, subject: Subject): AssignedBecause | undefined {
  const { resource, linked, requested } = subject;
  if (leaf.optional.length === 0 || leaf.path.length > leaf.optional.length) return undefined;
  const isIn = (path: Leaf["path"]): boolean => startsWith(path, leaf.path) || startsWith(leaf.path, path);
  if (linked.some(isIn) || requested.some(isIn)) return undefined;
  const property = resource.inputs.get(String(leaf.path[0]));
  // If the provider computed the property, it would also be an output.
  if (property === undefined || !resource.outputs.has(property.name)) return undefined;
  const texts = listedTexts(leaf.value);
  if (texts.length === 0) return undefined;
  const isIdentifier = (text: string): boolean =>
    isOwnId(property.name, text, subject) || isArnWithId(property.name, text, subject.cloud.id);
  const kinds = texts.map((text) => (isIdentifier(text) ? "identifier" : assignedForm(text, subject)));
  const [first] = kinds;
  // A new deployment gets another address, even if changing the address would replace the resource.
  if (first !== "address" && (property.replaceOnChanges || property.willReplaceOnChanges)) return undefined;
  // A list of ids refers to other resources, such as the subnets of a load balancer. A single id can be generated.
  if (first === "generated" && leaf.value.kind === "list") return undefined;
  return kinds.every((kind) => kind !== undefined) ? first : undefined;
}

/** Returns whether two values differ only in generated parts, for example in a label that contains an identifier. */
export function isGeneratedAlike(read: Value, generated: Value): boolean {
  const [readValue, generatedValue] = [openSecret(read), openSecret(generated)];
  if (readValue.kind === "map" && generatedValue.kind === "map") {
    const keys = new Set([...readValue.entries.keys(), ...generatedValue.entries.keys()]);
    return [...keys].every((key) => {
      const [a, b] = [readValue.entries.get(key), generatedValue.entries.get(key)];
      return a !== undefined && b !== undefined && (equalValues(a, b) || isGeneratedAlike(a, b));
    });
  }
  if (
    readValue.kind === "list" &&
    generatedValue.kind === "list" &&
    readValue.items.length === generatedValue.items.length
  )
    return readValue.items.every((item, i) => {
      const drawnItem = generatedValue.items[i] ?? item;
      return equalValues(item, drawnItem) || isGeneratedAlike(item, drawnItem);
    });
  if (readValue.kind !== "string" || generatedValue.kind !== "string") return false;
  return [isIpAddress, isGeneratedText].some((isForm) => isForm(readValue.value) && isForm(generatedValue.value));
}

/** Matches the input `queueId` of a `Queue` if its value is the id. Some providers return the id under such a name. */
function isOwnId(name: string, text: string, { cloud, resource }: Subject): boolean {
  return text === cloud.id && name.toLowerCase() === `${resource.name.member.toLowerCase()}id`;
}

/** Matches an input `arn` that ends with the id. Bridged providers return it for some types. */
function isArnWithId(name: string, text: string, id: string): boolean {
  if (name !== "arn" || !/^arn:[^:]*:[^:]*:[^:]*:[^:]*:./.test(text)) return false;
  return text === id || (id !== "" && text.split(/[/:]/).at(-1) === id.split(/[/:]/).at(-1));
}

function assignedForm(text: string, { cloud }: Subject): AssignedBecause | undefined {
  if (isOwnIdentifier(text, cloud.id)) return "identifier";
  if (isIpAddress(text)) return "address";
  if (isGeneratedText(text)) return "generated";
  return isReserved(text) ? "reserved" : undefined;
}

/** Matches the resource's id if it is generated, also as a part of an ARN, a URL, or a path. If an id is not generated, the program chose it. */
function isOwnIdentifier(text: string, id: string): boolean {
  if (!isGeneratedText(id.slice(Math.max(id.lastIndexOf("/"), id.lastIndexOf(":")) + 1))) return false;
  return text === id || text.split(/[/:]/).includes(id);
}

/** Matches an IPv4 address, or an IPv6 address in its usual notation. */
function isIpAddress(text: string): boolean {
  return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) || (/^[0-9a-f:]+$/i.test(text) && text.split(":").length > 2);
}

/** Matches names that only AWS can assign: `default:mysql-8-0`, `alias/aws/rds`, `role/aws-service-role/…`, and default policies. */
function isReserved(text: string): boolean {
  if (/^default:[\w.:-]+$/.test(text) || /^(?:arn:[^/]*:)?alias\/aws\/[\w/-]+$/.test(text)) return true;
  return /^arn:[^/]*:role\/aws-service-role\/\S+$/.test(text) || isDefaultPolicy(text);
}

/** Matches AWS default policies, which give only the owner access. */
function isDefaultPolicy(text: string): boolean {
  if (!text.includes('"__default_policy_ID"')) return false;
  const statements = statementsIn(text);
  const [only] = statements;
  if (statements.length !== 1 || only?.Effect !== "Allow") return false;
  if (only.Sid === "__owner_statement") return true;
  const owner = only.Condition?.StringEquals?.["AWS:SourceOwner"];
  return only.Sid === "__default_statement_ID" && typeof owner === "string";
}

interface PolicyStatement {
  readonly Sid?: unknown;
  readonly Effect?: unknown;
  readonly Condition?: { readonly StringEquals?: Readonly<Record<string, unknown>> };
}

function statementsIn(text: string): readonly (PolicyStatement | null)[] {
  try {
    const { Statement: statements } = JSON.parse(text) as { readonly Statement?: unknown };
    return Array.isArray(statements) ? statements : [];
  } catch {
    return [];
  }
}

/** Matches a UUID, or at least eight hexadecimal digits including a decimal digit, with an optional prefix (`eni-0a1b2c3d`). */
function isGeneratedText(text: string): boolean {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)) return true;
  // A SHA-1 or SHA-256 hash depends on the content, so it is not generated.
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)) return false;
  const [, digits = ""] = /^(?:[a-z]+[-_])*([0-9a-f]{8,})$/i.exec(text) ?? [];
  return /[0-9]/.test(digits) && (/[a-f]/i.test(digits) || digits.length > 12);
}

/** Returns a string, or the strings of a list that has only strings. */
function listedTexts(value: Value): readonly string[] {
  if (value.kind === "string") return [value.value];
  const isListed = value.kind === "list" && value.items.every(({ kind }) => kind === "string");
  return isListed ? value.items.flatMap(listedTexts) : [];
}
