/** Classifies texts by how certainly they identify a resource: an ARN is unique, but `orders` may mean anything. */

/**
 * - `arn`, `url`, `path`: recognizable, also inside longer texts
 * - `opaque`: generated, and long enough to be unique
 * - `token`: generated, but short
 * - `name`: chosen by a user; a reference only if the property's name suggests the type of the resource
 * - `common`: only digits, or a chosen host name; a reference only if the property's name certainly means the type of the resource
 */
export type ValueForm = "arn" | "url" | "path" | "opaque" | "token" | "name" | "common";

const zoneId = /^[a-z]{2,5}\d-az\d$/;

export function isStrong(form: ValueForm | undefined): boolean {
  return form === "arn" || form === "url" || form === "path" || form === "opaque";
}

/** Regions and zones: `us-east-1`, `us-gov-west-1a`, `europe-west4-b`. */
const region = /^[a-z]{2,}(-[a-z]+)?-(north|south|east|west|central|(north|south)(east|west))-?\d{1,2}(-?[a-z])?$/;

/** The minimum length of texts to search for inside others (docs/programs.md#references-inside-strings). */
export const minimumInside = 16;

export function isQuotable(value: string): boolean {
  return !/["'{}<>]/.test(value);
}

/** Returns the form, or undefined if the value identifies nothing. `chosen` is true if a user chose the value. */
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

/** Returns true for a text that looks generated: it contains at least eight successive letters and digits, including a digit. */
export function looksGenerated(value: string): boolean {
  return value.split(/[^A-Za-z0-9]+/).some((run) => run.length >= 8 && /\d/.test(run));
}

/** Returns true for a public IP address. Private addresses are not unique. */
function isPublicAddress(value: string): boolean {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(value)) return false;
  return !/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|2[2-5]\d)\./.test(value);
}

export function isDocument(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** Returns true for a host name (`acme.registry.example`), with or without a port. */
export function isHostName(value: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+\.[a-z]{2,}\.?(:\d+)?$/i.test(value);
}

/** Returns true for values that many resources share (docs/programs.md#values-that-can-be-references). */
function isCommonValue(value: string): boolean {
  if (value.length < 2 || /^\d{1,4}$/.test(value)) return true;
  if (/^(default|true|false|none|null|all|any|enabled|disabled|\$default|\$LATEST)$/i.test(value)) return true;
  if (region.test(value) || zoneId.test(value)) return true;
  if (/^v?\d+(\.\d+)+$/.test(value) || /^\d{4}-\d\d-\d\dT/.test(value)) return true;
  return /^[\d.]+\/\d+$|^[0-9a-f:]*::[0-9a-f:]*(\/\d+)?$/i.test(value);
}
