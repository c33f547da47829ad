/** Passwords that Read returns as an empty secret, or not at all. */
import { makeEstate } from "../../fixtures/simcloud/estate.ts";

const databaseType = "simcloud:db/instance:Instance";

export function database() {
  const { cloud, specs } = makeEstate({
    seed: 3,
    resources: 2,
    regions: ["us-east-1"],
    tokens: new Set([databaseType]),
  });
  const resources = specs.resources
    .filter(({ type }) => type === databaseType)
    .slice(0, 1)
    .map(({ type, id = "" }) => ({ type, name: "shop", id }));
  return { cloud, specs: { resources } };
}
