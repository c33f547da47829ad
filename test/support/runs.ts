/** How often a property is tried: the usual count, twenty times as often under `npm run prove`. */
export function runs(usual: number): number {
  return process.env.IMP_PROVE === "1" ? usual * 20 : usual;
}
