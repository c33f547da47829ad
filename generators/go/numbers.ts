import { mathPackage } from "./names.ts";
import { packageMember, type Scope } from "./scope.ts";

/** Returns the digits of an integer, or undefined for fractions, integers beyond 64 bits, and minus zero. */
export function goInteger(value: number): string | undefined {
  if (!Number.isInteger(value) || Object.is(value, -0)) return undefined;
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(value).toString() : undefined;
}

/** Returns the shortest exact literal. The literal `-0` would be zero. */
export function floatText(value: number, scope: Scope): string {
  if (Object.is(value, -0)) return `${packageMember(scope, mathPackage, "Copysign")}(0, -1)`;
  if (Number.isNaN(value)) return `${packageMember(scope, mathPackage, "NaN")}()`;
  if (!Number.isFinite(value)) return `${packageMember(scope, mathPackage, "Inf")}(${value < 0 ? -1 : 1})`;
  return goInteger(value) ?? String(value);
}
