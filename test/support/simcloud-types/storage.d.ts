import * as pulumi from "@pulumi/pulumi";

export interface BucketArgs {
  bucket?: pulumi.Input<string>;
  lifecycleRules?: pulumi.Input<pulumi.Input<BucketLifecycleRule>[]>;
  requestPayer?: pulumi.Input<string>;
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  versioning?: pulumi.Input<{ enabled?: pulumi.Input<boolean> }>;
}

export interface BucketLifecycleRule {
  id?: pulumi.Input<string>;
  enabled: pulumi.Input<boolean>;
  prefix?: pulumi.Input<string>;
  expiration?: pulumi.Input<{ days?: pulumi.Input<number> }>;
}

export class Bucket extends pulumi.CustomResource {
  constructor(name: string, args?: BucketArgs, opts?: pulumi.CustomResourceOptions);
  readonly arn: pulumi.Output<string>;
}

export interface BucketPolicyArgs {
  bucket: pulumi.Input<string>;
  policy: pulumi.Input<string>;
}

export class BucketPolicy extends pulumi.CustomResource {
  constructor(name: string, args: BucketPolicyArgs, opts?: pulumi.CustomResourceOptions);
}
