/** Returns the number of cases of a property test. `npm run prove` multiplies it by twenty. */
export function runs(usual: number): number {
  return process.env.IMP_PROVE === "1" ? usual * 20 : usual;
}
