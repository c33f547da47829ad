/** Finds members of a state with a JSON type that Pulumi cannot decode. */

import { isBase64 } from "../value/base64.ts";
import { type Path, parsePath } from "../value/path.ts";
import { deploymentShape, type Shape } from "./state-shape.ts";

export interface Mismatch {
  /** The path in the deployment. */
  readonly path: Path;
  /** The end of a sentence "… is not", for example `a time`. */
  readonly expected: string;
}

/** Returns the mismatches in document order. Does not check property values, because `unreadableParts` does. */
export function mismatchesOf(deployment: unknown): readonly Mismatch[] {
  const mismatches: Mismatch[] = [];
  collectMismatches(deployment, deploymentShape, [], mismatches);
  return mismatches;
}

/** Adds the mismatches of a value. To save memory, reuses `path` for all values and copies it only for a mismatch. */
function collectMismatches(json: unknown, shape: Shape, path: (string | number)[], mismatches: Mismatch[]): void {
  if (json === undefined || (json === null && shape.kind !== "needed version")) return;
  if (!fitsShape(json, shape)) {
    mismatches.push({ path: [...path], expected: wordsFor(shape.kind) });
    return;
  }
  const collectIn = (key: string | number, value: unknown, inner: Shape): void => {
    path.push(key);
    collectMismatches(value, inner, path, mismatches);
    path.pop();
  };
  if (shape.kind === "list")
    for (const [index, item] of (json as readonly unknown[]).entries()) collectIn(index, item, shape.of);
  else if (shape.kind === "map") {
    if (shape.of.kind !== "value")
      for (const [key, member] of Object.entries(json as object)) collectIn(key, member, shape.of);
  } else if (shape.kind === "object") {
    for (const [key, member] of Object.entries(json as object)) {
      const inner = Object.hasOwn(shape.members, key) ? shape.members[key] : undefined;
      if (inner !== undefined) collectIn(key, member, inner);
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
      // JSON.parse returns Infinity for a number that is too large, which Go rejects.
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

/** Returns true if the value can be a byte, because Go also decodes lists of numbers as bytes. */
function isByte(json: unknown): boolean {
  return json === null || (Number.isInteger(json) && Number(json) >= 0 && Number(json) < 256);
}

/**
 * Matches the times that Go's decoder accepts. In addition to RFC 3339, it accepts hours of one digit, a comma before the fraction, and offsets of 24
 * hours.
 */
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

/**
 * Returns true if Pulumi's tolerant parser accepts the version. The version can be empty, have a leading `v`, and lack the minor and patch versions.
 */
function isLenientVersion(text: string): boolean {
  if (text === "") return true;
  const plain = text.trim().replace(/^v/, "");
  const missing = 3 - plain.split(".").length;
  return semanticVersionPattern.test(missing > 0 && !/[-+]/.test(plain) ? plain + ".0".repeat(missing) : plain);
}
