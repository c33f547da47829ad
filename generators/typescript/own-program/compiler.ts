/**
 * The parser of TypeScript, as ts-morph brings it: loaded when a program is read, and used without types.
 */
export const { ts } = await import("ts-morph");
