import { makeEstate } from "../../fixtures/simcloud/estate.ts";

const functionType = "simcloud:compute/function:Function";

/** Returns a cloud with one function and its import file. @param settings override the settings of the function, whose entry is `orders` */
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
