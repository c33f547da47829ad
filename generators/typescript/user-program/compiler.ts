/** The TypeScript parser of ts-morph, loaded when a program is read. Types are not checked. */
export const { ts } = await import("ts-morph");
