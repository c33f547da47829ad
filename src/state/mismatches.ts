/**
 * Finds members of a state whose JSON type is not the one that Pulumi decodes, each with its path.
 */
import { type Path, parsePath } from "../ir/path.ts";
import { isBase64 } from "../value/base64.ts";
import { deploymentShape, type Shape } from "./state-shape.ts";

export interface Mismatch {
  /** From the deployment. */
  readonly path: Path;
  /** The end of the sentence `is not …`: `a time`. */
  readonly expected: string;
}

/** Returns them in the order of the document. Does not look into property values: `unreadableParts` reads them. */
export function mismatchesOf(deployment: unknown): readonly Mismatch[] {
  const found: Mismatch[] = [];
  visit(deployment, deploymentShape, [], found);
  return found;
}

/** The path is one array that grows and shrinks: a state may have tens of thousands of resources, and hardly ever a mismatch. */
function visit(json: unknown, shape: Shape, path: (string | number)[], found: Mismatch[]): void {
  if (json === undefined || (json === null && shape.kind !== "needed version")) return;
  if (!fitsShape(json, shape)) {
    found.push({ path: [...path], expected: wordsFor(shape.kind) });
    return;
  }
  const below = (key: string | number, value: unknown, of: Shape): void => {
    path.push(key);
    visit(value, of, path, found);
    path.pop();
  };
  if (shape.kind === "list")
    for (const [index, item] of (json as readonly unknown[]).entries()) below(index, item, shape.of);
  else if (shape.kind === "map") {
    if (shape.of.kind !== "value")
      for (const [key, member] of Object.entries(json as object)) below(key, member, shape.of);
  } else if (shape.kind === "object") {
    for (const [key, member] of Object.entries(json as object)) {
      const of = Object.hasOwn(shape.members, key) ? shape.members[key] : undefined;
      if (of !== undefined) below(key, member, of);
    }
  }
}

function fitsShape(json: unknown, { kind }: Shape): boolean {
  switch (kind) {
    case "value":
      return true;
    case "text":
      return typeof json === "string";
    case "flag":
      return typeof json === "boolean";
    case "number":
      // A number that is too large for Go is infinite here.
      return Number.isFinite(json);
    case "time":
      return typeof json === "string" && isTime(json);
    case "version":
    case "needed version":
      return typeof json === "string" && semanticVersionPattern.test(json);
    case "lenient version":
      return typeof json === "string" && isLenientVersion(json);
    case "path":
      return typeof json === "string" && parsePath(json) !== undefined;
    case "base64":
      return typeof json === "string" ? isBase64(json) : Array.isArray(json) && json.every(isByte);
    case "list":
      return Array.isArray(json);
    case "map":
    case "object":
      return typeof json === "object" && !Array.isArray(json);
  }
}

function wordsFor(kind: Shape["kind"]): string {
  switch (kind) {
    case "value":
      return "a value";
    case "text":
      return "a string";
    case "flag":
      return "true or false";
    case "number":
      return "a number";
    case "time":
      return "a time";
    case "version":
    case "needed version":
    case "lenient version":
      return "a version";
    case "path":
      return "a property path";
    case "base64":
      return "base64";
    case "list":
      return "a list";
    case "map":
    case "object":
      return "an object";
  }
}

/** Go takes bytes as a list of numbers too. */
function isByte(json: unknown): boolean {
  return json === null || (Number.isInteger(json) && Number(json) >= 0 && Number(json) < 256);
}

/** Go's decoder also accepts one digit for the hour, a comma before the fraction and 24 hours of offset, which no RFC has. */
const timePattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/;

function isTime(text: string): boolean {
  const match = timePattern.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  const isClock = hour < 24 && minute < 60 && second < 60 && zoneHour <= 24 && zoneMinute <= 60;
  return day >= 1 && day <= days && isClock;
}

const semanticVersionPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(\+[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/;

/** Accepts what Pulumi's tolerant parser does: empty for none, a leading `v`, and a missing minor and patch if nothing follows. */
function isLenientVersion(text: string): boolean {
  if (text === "") return true;
  const plain = text.trim().replace(/^v/, "");
  const missing = 3 - plain.split(".").length;
  return semanticVersionPattern.test(missing > 0 && !/[-+]/.test(plain) ? plain + ".0".repeat(missing) : plain);
}
