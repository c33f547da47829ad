/** Imports from a provider that uses Pulumi's Terraform bridge. It has a resource for each behavior of such providers, and stores files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bridgedObjects, bridgedTypes, secrets } from "./bridged-objects.ts";
import { describeEstate } from "./systems/estate.ts";

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
    writeFileSync(file, JSON.stringify(bridgedObjects));
    return Object.entries(bridgedTypes).map(([name, type]) => ({ type: `bridged:index/${type}`, name, id: name }));
  },
  empty: async (file) => writeFileSync(file, "{}"),
  contents: async (file) => sorted(JSON.parse(readFileSync(file, "utf8"))),
  settings: (file) => ({ file: { value: file } }),
  env: {},
  canaries: Object.values(secrets),
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
