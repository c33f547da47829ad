import * as pulumi from "@pulumi/pulumi";

export interface VpcArgs {
  cidrBlock: pulumi.Input<string>;
  enableDnsHostnames?: pulumi.Input<boolean>;
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
}

export class Vpc extends pulumi.CustomResource {
  constructor(name: string, args: VpcArgs, opts?: pulumi.CustomResourceOptions);
  readonly arn: pulumi.Output<string>;
  readonly cidrBlock: pulumi.Output<string>;
}

export interface SubnetArgs {
  vpcId: pulumi.Input<string>;
  cidrBlock: pulumi.Input<string>;
  availabilityZone?: pulumi.Input<string>;
  mapPublicIpOnLaunch?: pulumi.Input<boolean>;
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
}

export class Subnet extends pulumi.CustomResource {
  constructor(name: string, args: SubnetArgs, opts?: pulumi.CustomResourceOptions);
  readonly arn: pulumi.Output<string>;
}
