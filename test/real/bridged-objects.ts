/** The objects in the cloud of the bridged provider: one for each behavior of such providers. */

/** Values that must not be in any output. */
export const secrets = { token: "canary-Ohd7aeth-token", password: "canary-Vee9oosh-password" } as const;

/** Attributes with Terraform's names. The id of an object is its name. */
export const bridgedObjects: Readonly<Record<string, object>> = {
  maps: {
    name: "maps",
    labels: { a: "1", __own: "2", "my.key": "3" },
    counts: { x: 3 },
    rows: [{ k: "v" }, { l: "w" }],
  },
  blocks: {
    name: "blocks",
    settings: [{ size: 3, labels: { a: "b" } }],
    rules: [
      { port: 80, hosts: ["a", "b"], parts: [{ key: "k", labels: { x: "y" } }] },
      { port: 443, hosts: [], parts: [] },
    ],
    logins: [{ user: "u", password: secrets.password }],
  },
  choices: { name: "choices", cidr: "10.0.0.0/8", inline: "text" },
  defaults: { name: "defaults", mode: "fast", zone: "a", owner: "me", arn: "arn:bridged:defaults" },
  others: { name: "others", mode: "slow", zone: "b", owner: "you", arn: "arn:bridged:others" },
  unread: { name: "unread", size: 4 },
  secrets: { name: "secrets", token: secrets.token, password_wo_version: 2 },
  declared: { name: "declared", two: "2", nested: [{ type: "t", size: 1 }] },
};

/** The types of the objects, without package and module. */
export const bridgedTypes: Readonly<Record<string, string>> = {
  maps: "map:Map",
  blocks: "block:Block",
  choices: "choice:Choice",
  defaults: "default:Default",
  others: "default:Default",
  unread: "unread:Unread",
  secrets: "secret:Secret",
  declared: "declared:Declared",
};
