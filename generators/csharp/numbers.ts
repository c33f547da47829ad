/** Returns the literal of an `int`, or undefined if the number is not an `int`. */
export function csharpInteger(value: number): string | undefined {
  return Number.isInteger(value) && Object.is(value | 0, value) ? String(value) : undefined;
}

/** Returns the exact literal of a `double`. */
export function csharpDouble(value: number): string {
  if (Number.isNaN(value)) return "double.NaN";
  if (!Number.isFinite(value)) return `double.${value < 0 ? "Negative" : "Positive"}Infinity`;
  const text = Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
  return /[.e]/.test(text) ? text : `${text}.0`;
}
