/**
 * Numbers -> Go literals.
 */
import { mathPackage } from "./names.ts";
import { member, type Place } from "./place.ts";

/** All digits of a whole number; `undefined` for another number, one of more than 64 bits, and minus zero. */
export function integerText(value: number): string | undefined {
  if (!Number.isInteger(value) || Object.is(value, -0)) return undefined;
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(value).toString() : undefined;
}

/** The shortest form that reads back the same; a literal `-0` would be zero. */
export function floatText(value: number, place: Place): string {
  if (Object.is(value, -0)) return `${member(place, mathPackage, "Copysign")}(0, -1)`;
  if (Number.isNaN(value)) return `${member(place, mathPackage, "NaN")}()`;
  if (!Number.isFinite(value)) return `${member(place, mathPackage, "Inf")}(${value < 0 ? -1 : 1})`;
  return integerText(value) ?? String(value);
}
