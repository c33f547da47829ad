/** A cloud with one function whose settings a test chooses, and the import file for it. */
import { makeEstate } from "../../fixtures/simcloud/estate.ts";

const functionType = "simcloud:compute/function:Function";

/** @param settings stand over those of the function; its import spec is called `orders` */
export function functionEstate(settings: object) {
  const { cloud, specs } = makeEstate({
    seed: 3,
    resources: 1,
    regions: ["us-east-1"],
    tokens: new Set([functionType]),
  });
  const objects = Object.fromEntries(
    Object.entries(cloud.objects).map(([key, known]) => [
      key,
      key.includes(`|${functionType}|`) ? { ...known, ...settings } : known,
    ]),
  );
  const resources = specs.resources
    .filter(({ type }) => type === functionType)
    .map(({ type, id = "" }) => ({ type, name: "orders", id }));
  return { cloud: { ...cloud, objects }, specs: { resources } };
}
