import { makeEstate } from "../../fixtures/simcloud/estate.ts";

/** Returns functions and databases of the simulated cloud, whose inputs contain secrets. */
export function makeSecretEstate() {
  const tokens = new Set(["simcloud:compute/function:Function", "simcloud:db/instance:Instance"]);
  return makeEstate({ seed: 3, resources: 4, regions: ["us-east-1"], tokens });
}
