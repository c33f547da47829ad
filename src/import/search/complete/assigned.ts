/**
 * Values that the cloud chose: the resource's own identifiers, its addresses, and generated values that name nothing else.
 */
import type { AssignedBecause } from "../../../graph.ts";
import { startsWith } from "../../../ir/path.ts";
import { equalValues } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import type { Value } from "../../../value/value.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Leaf } from "./leaves.ts";

/**
 * Guesses from the form of a value why the cloud may have chosen it. The schema, the fresh plan and a Diff of an altered value decide
 * whether the value identifies the resource instead.
 *
 * @returns `undefined` for a value that a person or another resource chose: one that is required, asked for, or holds a reference.
 */
export function assignedBecause(leaf: Leaf, subject: Subject): AssignedBecause | undefined {
  const { resource, linked, requested: asked } = subject;
  if (leaf.optional.length === 0 || leaf.path.length > leaf.optional.length) return undefined;
  const isIn = (path: Leaf["path"]): boolean => startsWith(path, leaf.path) || startsWith(leaf.path, path);
  if (linked.some(isIn) || asked.some(isIn)) return undefined;
  const property = resource.inputs.get(String(leaf.path[0]));
  // A provider that computes a property returns it among the outputs too.
  if (property === undefined || !resource.outputs.has(property.name)) return undefined;
  const texts = listedTexts(leaf.value);
  if (texts.length === 0) return undefined;
  const isOwn = (text: string): boolean =>
    isOwnId(property.name, text, subject) || isArnWithId(property.name, text, subject.cloud.id);
  const kinds = texts.map((text) => (isOwn(text) ? "identifier" : assignedForm(text, subject)));
  const [first] = kinds;
  // A new deployment has another address, also where a change of the address would replace the resource.
  if (first !== "address" && (property.replaceOnChanges || property.willReplaceOnChanges)) return undefined;
  // A list of ids names other resources, imported or not: the subnets of a load balancer. A single id may be the cloud's choice.
  if (first === "generated" && leaf.value.kind === "list") return undefined;
  return kinds.every((kind) => kind !== undefined) ? first : undefined;
}

/**
 * True for two values of which the provider generates at least one part anew each time, and that are equal in all others: labels with an
 * identifier among them.
 */
export function isGeneratedAlike(read: Value, drawn: Value): boolean {
  const [one, other] = [openSecret(read), openSecret(drawn)];
  if (one.kind === "map" && other.kind === "map") {
    const keys = new Set([...one.entries.keys(), ...other.entries.keys()]);
    return [...keys].every((key) => {
      const [a, b] = [one.entries.get(key), other.entries.get(key)];
      return a !== undefined && b !== undefined && (equalValues(a, b) || isGeneratedAlike(a, b));
    });
  }
  if (one.kind === "list" && other.kind === "list" && one.items.length === other.items.length)
    return one.items.every((item, i) => {
      const drawnItem = other.items[i] ?? item;
      return equalValues(item, drawnItem) || isGeneratedAlike(item, drawnItem);
    });
  if (one.kind !== "string" || other.kind !== "string") return false;
  return [isIpAddress, isGeneratedText].some((isForm) => isForm(one.value) && isForm(other.value));
}

/** `queueId` of a resource `Queue` with the id as its value: providers that know no better name return the id under it. */
function isOwnId(name: string, text: string, { cloud, resource }: Subject): boolean {
  return text === cloud.id && name.toLowerCase() === `${resource.name.member.toLowerCase()}id`;
}

/** `arn` with the id at its end: bridged providers have it among the inputs of some types. */
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

/** The whole id, or the id as one part of an ARN, a URL or a path; a name that the id repeats is the program's, not the cloud's. */
function isOwnIdentifier(text: string, id: string): boolean {
  if (!isGeneratedText(id.slice(Math.max(id.lastIndexOf("/"), id.lastIndexOf(":")) + 1))) return false;
  return text === id || text.split(/[/:]/).includes(id);
}

/** An address of IPv4, or of IPv6 in its usual spelling. */
function isIpAddress(text: string): boolean {
  return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) || (/^[0-9a-f:]+$/i.test(text) && text.split(":").length > 2);
}

/**
 * A name that nobody else may give: the option groups of RDS are `default:mysql-8-0`, and those of its users have no colon; AWS's own keys are
 * `alias/aws/rds`, and its own roles have the path `aws-service-role`. Or the policy that a queue or a topic has from the beginning.
 */
function isReserved(text: string): boolean {
  if (/^default:[\w.:-]+$/.test(text) || /^(?:arn:[^/]*:)?alias\/aws\/[\w/-]+$/.test(text)) return true;
  return /^arn:[^/]*:role\/aws-service-role\/\S+$/.test(text) || isDefaultPolicy(text);
}

/** True for a policy that gives nobody but the owner access, under the names that AWS gives it. */
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

/** A UUID, or a prefix and at least eight hexadecimal digits with a decimal one among them (`eni-0a1b2c3d`). */
function isGeneratedText(text: string): boolean {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)) return true;
  // A SHA-1 or SHA-256 is a digest of content: whoever gives the content gives the digest.
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)) return false;
  const [, digits = ""] = /^(?:[a-z]+[-_])*([0-9a-f]{8,})$/i.exec(text) ?? [];
  return /[0-9]/.test(digits) && (/[a-f]/i.test(digits) || digits.length > 12);
}

function listedTexts(value: Value): readonly string[] {
  switch (value.kind) {
    case "string":
      return [value.value];
    case "list":
      return value.items.every(({ kind }) => kind === "string") ? value.items.flatMap(listedTexts) : [];
    case "null":
    case "boolean":
    case "number":
    case "bytes":
    case "map":
    case "secret":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return [];
  }
}
