/** Entries of the quickstart cloud for small import files. */

const type = (path: string): string => `simcloud:${path}`;

export const vpc = { type: type("network/vpc:Vpc"), name: "main", id: "vpc-cbaa8a527bac7177e" };
export const subnetA = { type: type("network/subnet:Subnet"), name: "a", id: "subnet-128efe6a078553a5b" };
export const subnetB = { type: type("network/subnet:Subnet"), name: "b", id: "subnet-59c33a299e46f2e1b" };
export const bucket = { type: type("storage/bucket:Bucket"), name: "covers", id: "bookshop-covers-7f3a" };
export const policy = { type: type("storage/bucketPolicy:BucketPolicy"), name: "reading", id: bucket.id };
export const role = { type: type("iam/role:Role"), name: "runner", id: "bookshop-order-runner" };
export const record = { type: type("dns/record:Record"), name: "www", id: "bookshop.example/www/CNAME" };
export const missing = { type: type("iam/role:Role"), name: "nobody", id: "nobody" };
export const component = { type: "bookshop:index:Network", name: "network", component: true };

/** Returns an import file. */
export function specsOf(...resources: readonly object[]): string {
  return JSON.stringify({ resources }, null, 2);
}
