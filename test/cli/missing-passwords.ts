/** Passwords that Read answers as a secret without a value, or not at all: named, asked for, taken from the settings, or missing with a remark. */
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
