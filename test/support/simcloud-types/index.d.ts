/** The SDK of the simulated cloud, as far as programs in tests use it: what they are compiled against where no SDK is generated. */
import * as pulumi from "@pulumi/pulumi";
import * as network from "./network";
import * as storage from "./storage";

export { network, storage };

export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args?: { region?: pulumi.Input<string> }, opts?: pulumi.ResourceOptions);
}
