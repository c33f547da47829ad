/** Imports from a provider that uses Pulumi's Terraform bridge. It has a resource for each behavior of such providers, and stores files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeEstate } from "./systems/estate.ts";

const token = "canary-Ohd7aeth-token";
const password = "canary-Vee9oosh-password";

/** The objects in the cloud, with Terraform's attribute names. */
const objects: Readonly<Record<string, object>> = {
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
    logins: [{ user: "u", password }],
  },
  choices: { name: "choices", cidr: "10.0.0.0/8", inline: "text" },
  defaults: { name: "defaults", mode: "fast", zone: "a", owner: "me", arn: "arn:bridged:defaults" },
  others: { name: "others", mode: "slow", zone: "b", owner: "you", arn: "arn:bridged:others" },
  unread: { name: "unread", size: 4 },
  secrets: { name: "secrets", token, password_wo_version: 2 },
  declared: { name: "declared", two: "2", nested: [{ type: "t", size: 1 }] },
};

const types: Readonly<Record<string, string>> = {
  maps: "map:Map",
  blocks: "block:Block",
  choices: "choice:Choice",
  defaults: "default:Default",
  others: "default:Default",
  unread: "unread:Unread",
  secrets: "secret:Secret",
  declared: "declared:Declared",
};

describeEstate<string>({
  title: "an import with every behavior of bridged providers",
  provider: "bridged",
  missing: () => undefined,
  start: async () => {
    const file = join(mkdtempSync(join(tmpdir(), "imp-bridged-")), "objects.json");
    writeFileSync(file, "{}");
    return file;
  },
  stop: async (file) => rmSync(join(file, ".."), { recursive: true, force: true }),
  fill: async (file) => {
    writeFileSync(file, JSON.stringify(objects));
    return Object.entries(types).map(([name, type]) => ({ type: `bridged:index/${type}`, name, id: name }));
  },
  empty: async (file) => writeFileSync(file, "{}"),
  contents: async (file) => sorted(JSON.parse(readFileSync(file, "utf8"))),
  settings: (file) => ({ file: { value: file } }),
  env: {},
  canaries: [token, password],
  // Read does not return the deletion settings.
  verdicts: { unread: "update" },
});

/** Sorts lists, because sets are unordered. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );
}
