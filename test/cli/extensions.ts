/** A cloud with resources of an extension, and their import specs. */

const value = Buffer.from("extend=marina").toString("base64");
export const extension = { name: "marina", version: "0.3.0", value };

const settings = { name: "slip", size: 3, mode: "automatic", note: null, labels: {} };
export const cloud = {
  version: 1,
  objects: {
    "us-east-1|simcloud:marina/berth:Berth|slip": {
      ...settings,
      arn: "arn:sim:simcloud:us-east-1:123456789012:thing/slip",
    },
    "us-east-1|simcloud:marina/berth:Berth|pier": {
      ...settings,
      name: "pier",
      arn: "arn:sim:simcloud:us-east-1:123456789012:thing/pier",
    },
    "us-east-1|marina:index/thing:Thing|slip": {
      ...settings,
      arn: "arn:sim:marina:us-east-1:123456789012:thing/slip",
    },
  },
};

/** A resource whose type is in the package of the provider. */
export const berth = { type: "simcloud:marina/berth:Berth", name: "berth", id: "slip", version: "1.0.0", extension };

/** An explicit provider, and a resource whose type is in the package of the extension. */
export const own = {
  type: "pulumi:providers:simcloud",
  name: "own",
  version: "1.0.0",
  inputs: { region: "us-east-1" },
};
export const thing = {
  type: "marina:index/thing:Thing",
  name: "thing",
  id: "slip",
  provider: "own",
  version: "1.0.0",
  extension,
};
