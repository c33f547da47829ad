/**
 * Numbers -> Go literals.
 */
import { mathPackage } from "./names.ts";
import { type Place, packageMember } from "./place.ts";

/** All digits of a whole number; `undefined` for another number, one of more than 64 bits, and minus zero. */
export function goInteger(value: number): string | undefined {
  if (!Number.isInteger(value) || Object.is(value, -0)) return undefined;
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(value).toString() : undefined;
}

/** The shortest form that reads back the same; a literal `-0` would be zero. */
export function floatText(value: number, place: Place): string {
  if (Object.is(value, -0)) return `${packageMember(place, mathPackage, "Copysign")}(0, -1)`;
  if (Number.isNaN(value)) return `${packageMember(place, mathPackage, "NaN")}()`;
  if (!Number.isFinite(value)) return `${packageMember(place, mathPackage, "Inf")}(${value < 0 ? -1 : 1})`;
  return goInteger(value) ?? String(value);
}
