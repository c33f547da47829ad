export const cloud = {
  version: 1,
  objects: {
    "us-east-1|harbour:index/thing:Thing|jetty": {
      name: "jetty",
      size: 3,
      mode: "automatic",
      note: null,
      labels: {},
      arn: "arn:sim:harbour:us-east-1:123456789012:thing/jetty",
    },
  },
};
