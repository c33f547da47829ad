import assert from "node:assert/strict";
import { languages } from "../../generators/index.ts";
import type { ResolvedSpec } from "../../src/import-file/resolve.ts";
import { typeWarnings } from "../../src/run/warnings.ts";
import { loadSchema } from "../../src/schema/load.ts";

const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "park",
      resources: {
        "park:index:Gate": { deprecationMessage: "Use Door." },
        "park:index:Fence": { isOverlay: true, overlaySupportedLanguages: ["nodejs", "go"] },
        "park:index:Kiosk": { isOverlay: true },
        "park:index:Door": {},
      },
    }),
  ),
);

function request(...names: readonly string[]) {
  const resources = names.map((name) => ({
    urn: `urn:${name}`,
    kind: "custom" as const,
    type: `park:index:${name}`,
    package: { name: "park" },
  }));
  return {
    request: { project: "p", stack: "s", resources: resources as readonly object[] as readonly ResolvedSpec[] },
    schemas: new Map([["park", schema]]),
  };
}

const named = (...names: readonly string[]) => languages.filter(({ name }) => names.includes(name));

describe("warnings about imported types", () => {
  it("shows the deprecation message of a resource's type", () => {
    const message = "The resource type is deprecated: Use Door.";
    assert.deepEqual(typeWarnings(request("Gate", "Door"), named("go")), [
      { severity: "warning", resource: "urn:Gate", message },
    ]);
  });

  it("warns if the SDK of a program's language has no class for an overlay type", () => {
    assert.deepEqual(typeWarnings(request("Fence"), named("typescript", "go")), []);
    const [warning] = typeWarnings(request("Fence"), named("typescript", "python", "java"));
    assert.match(
      warning?.message ?? "",
      /Only the nodejs, go SDK has a class for this type \(an overlay\)\. The code in python, java may not compile/,
    );
  });

  it("warns about an overlay type if the schema does not list its languages", () => {
    const [warning] = typeWarnings(request("Kiosk"), named("typescript"));
    assert.match(warning?.message ?? "", /handwritten \(an overlay\)/);
    assert.deepEqual(typeWarnings(request("Kiosk"), []), [], "no warning if no program is written");
  });
});
