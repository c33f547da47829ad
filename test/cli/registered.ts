/** A project whose program contains a component with children that exist in the cloud but not in the state. */
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { component, subnetA, vpc } from "../support/quickstart-specs.ts";
import { installSimcloudSdk } from "../support/simcloud-sdk.ts";

const tags = '{ app: "bookshop", stage: "live" }';

/** A program with a component for a network. @param cidrBlock an expression */
export function networkProgram(cidrBlock = '"10.20.0.0/24"'): string {
  return `import * as pulumi from "@pulumi/pulumi";
import * as simcloud from "@pulumi/simcloud";

class Network extends pulumi.ComponentResource {
    constructor(name: string, zones: string[], options?: pulumi.ComponentResourceOptions) {
        super("bookshop:index:Network", name, { zones }, options);
        const vpc = new simcloud.network.Vpc("main", {
            cidrBlock: "10.20.0.0/16",
            enableDnsHostnames: true,
            tags: ${tags},
        }, { parent: this });
        for (const zone of zones) {
            new simcloud.network.Subnet(zone, {
                availabilityZone: "us-east-1" + zone,
                cidrBlock: ${cidrBlock},
                mapPublicIpOnLaunch: true,
                tags: ${tags},
                vpcId: vpc.id,
            }, { parent: this });
        }
        this.registerOutputs({ vpcId: vpc.id });
    }
}

new Network("network", ["a"]);
`;
}

export const network = "urn:pulumi:dev::orchard::bookshop:index:Network::network";

/** The import file that `pulumi preview --import-file` writes for the program, with IDs added for the children. */
const networkSpecs = {
  nameTable: { network },
  resources: [
    { ...component, parent: undefined },
    { ...vpc, parent: "network" },
    { ...subnetA, parent: "network" },
  ],
};

/** Opens the project. Its import file `network.json` has the component and its children. */
export function openNetwork(program = networkProgram(), files: Readonly<Record<string, string>> = {}): CliProject {
  const project = makeProject({
    files: { "index.ts": program, "network.json": JSON.stringify(networkSpecs), ...files },
    // Skips type checks, because these tests don't need them, and they take seconds.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
  });
  installSimcloudSdk(project);
  return project;
}
