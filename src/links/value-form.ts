/**
 * How much a text means by itself: an ARN is one thing in the world, `orders` may be anything.
 */

/**
 * - `arn`, `url`, `path`: show what they are, and may stand inside longer texts;
 * - `opaque`: made by a machine, long enough not to meet by chance;
 * - `token`: made by a machine, but short;
 * - `name`: chosen by a person: equal names are coincidences until a type hint decides otherwise;
 * - `common`: digits only (an account, a numbered machine) or a chosen host name, which many things have: the hint has
 *   to be certain.
 */
export type ValueForm = "arn" | "url" | "path" | "opaque" | "token" | "name" | "common";

/** Zones by an id of their own: `use1-az2`. */
const zoneId = /^[a-z]{2,5}\d-az\d$/;

/** True for a text that identifies one thing in the world by itself. */
export function isStrong(form: ValueForm | undefined): boolean {
  return form === "arn" || form === "url" || form === "path" || form === "opaque";
}

/** Regions and zones: `us-east-1`, `us-gov-west-1a`, `europe-west4-b`. */
const region = /^[a-z]{2,}(-[a-z]+)?-(north|south|east|west|central|(north|south)(east|west))-?\d{1,2}(-?[a-z])?$/;

/** Shortest text that is looked for inside others (docs/programs.md#references-inside-texts). */
export const minimumInside = 16;

/** True for a text that documents hold without quotation marks or braces of its own. */
export function isQuotable(value: string): boolean {
  return !/["'{}<>]/.test(value);
}

/** The form of a resource's id or attribute; `undefined` for what identifies nothing. `chosen`: a person wrote it. */
export function valueForm(value: string, chosen: boolean): ValueForm | undefined {
  if (isPublicAddress(value)) return "opaque";
  if (isCommonValue(value) || !isQuotable(value)) return undefined;
  if (/^\d+$/.test(value)) return "common";
  if (/^arn:[^:\s]*:[^:\s]*:[^:\s]*:[^:\s]*:\S+$/.test(value)) return "arn";
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\/\S+$/.test(value)) return "url";
  if (value.length >= minimumInside && /^\S*[/:]\S*[/:]\S*$/.test(value)) return "path";
  if (chosen && /^[^\s/]+\.[a-z]{2,}\.?$/i.test(value)) return "common";
  if (chosen || /\s/.test(value)) return "name";
  if (value.length >= 20 || (value.length >= 8 && /\d/.test(value))) return "opaque";
  return "token";
}

/** True for a text that a machine made: a run of at least eight letters and digits with a digit in it. */
export function looksGenerated(value: string): boolean {
  return value.split(/[^A-Za-z0-9]+/).some((run) => run.length >= 8 && /\d/.test(run));
}

/** An address that one thing in the world has; those of private networks are in many. */
function isPublicAddress(value: string): boolean {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(value)) return false;
  return !/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|2[2-5]\d)\./.test(value);
}

/** JSON text of an object or a list. */
export function isDocument(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** True for the name of a host (`acme.registry.example`), with or without a port. */
export function isHostName(value: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+\.[a-z]{2,}\.?(:\d+)?$/i.test(value);
}

/** Values that are the same for many things: regions, versions, moments, addresses, words such as `default` (docs/programs.md#values-that-are-offered). */
function isCommonValue(value: string): boolean {
  if (value.length < 2 || /^\d{1,4}$/.test(value)) return true;
  if (/^(default|true|false|none|null|all|any|enabled|disabled|\$default|\$LATEST)$/i.test(value)) return true;
  if (region.test(value) || zoneId.test(value)) return true;
  if (/^v?\d+(\.\d+)+$/.test(value) || /^\d{4}-\d\d-\d\dT/.test(value)) return true;
  return /^[\d.]+\/\d+$|^[0-9a-f:]*::[0-9a-f:]*(\/\d+)?$/i.test(value);
}
