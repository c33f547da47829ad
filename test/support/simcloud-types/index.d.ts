/** The parts of the simulated cloud's SDK that test programs need to compile. */
import * as pulumi from "@pulumi/pulumi";
import * as network from "./network";
import * as storage from "./storage";

export { network, storage };

export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args?: { region?: pulumi.Input<string> }, opts?: pulumi.ResourceOptions);
}
