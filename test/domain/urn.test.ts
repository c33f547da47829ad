import assert from "node:assert/strict";
import fc from "fast-check";
import {
  defaultProviderName,
  isDefaultProvider,
  isProviderType,
  makeUrn,
  parseProviderReference,
  parseUrn,
  providerReference,
  rootStackUrn,
} from "../../src/domain/urn.ts";

const root = rootStackUrn("dev", "orchard");
const integer = "random:index/randomInteger:RandomInteger";

describe("URNs", () => {
  // Expected values: docs/state.md#urns
  it("builds URNs from their parts", () => {
    assert.equal(root, "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev");
    const group = makeUrn("dev", "orchard", root, "my:index:Group", "g");
    const child = "urn:pulumi:dev::orchard::my:index:Group$random:index/randomInteger:RandomInteger::slots";
    assert.equal(makeUrn("dev", "orchard", group, integer, "slots"), child);
    assert.equal(
      makeUrn("dev", "orchard", undefined, integer, "slots"),
      makeUrn("dev", "orchard", root, integer, "slots"),
    );
    assert.equal(
      parseUrn(makeUrn("dev", "orchard", child, "a:b:C", "x"))?.qualifiedType,
      `my:index:Group$${integer}$a:b:C`,
    );
  });

  it("parses the URNs that makeUrn returns, even if names contain delimiters", () => {
    const names = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a::b", "$", "::", "a$b::c"));
    fc.assert(
      fc.property(names, names, (parentName, name) => {
        const parent = makeUrn("dev", "orchard", root, "my:index:Group", parentName);
        const parts = parseUrn(makeUrn("dev", "orchard", parent, integer, name));
        const expected = {
          stack: "dev",
          project: "orchard",
          qualifiedType: `my:index:Group$${integer}`,
          type: integer,
          name,
        };
        assert.deepEqual(parts, expected);
      }),
    );
  });

  it("rejects URNs without the prefix or without delimiters", () => {
    for (const text of ["", "urn:pulumi:a::b::c", "pulumi:a::b::c::d", "urn:pulumi:abc"])
      assert.equal(parseUrn(text), undefined);
  });
});

describe("providers", () => {
  it("recognizes providers by type", () => {
    assert.ok(isProviderType("pulumi:providers:aws"));
    for (const type of ["pulumi:providers:", "pulumi:providers", "aws:providers:x", "pulumi:pulumi:Stack"]) {
      assert.ok(!isProviderType(type), type);
    }
    assert.ok(isDefaultProvider(makeUrn("dev", "p", undefined, "pulumi:providers:aws", "default_1_0_0")));
    assert.ok(!isDefaultProvider(makeUrn("dev", "p", undefined, "pulumi:providers:aws", "mine")));
  });

  it("splits a provider reference at the last delimiter into URN and ID", () => {
    const urn = makeUrn("dev", "p", undefined, "pulumi:providers:aws", "a::b");
    assert.deepEqual(parseProviderReference(providerReference(urn, "id")), { urn, id: "id" });
    assert.equal(parseProviderReference(providerReference(root, "id")), undefined);
    assert.equal(parseProviderReference("nonsense"), undefined);
  });

  // Expected values: docs/providers.md#names-of-default-providers
  const names: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ["default", undefined, undefined],
    ["default_4_16_0", "4.16.0", undefined],
    ["default_0_17_7_dev_1555435978_gb7030aa4_dirty", "0.17.7-dev.1555435978+gb7030aa4.dirty", undefined],
    ["default_0_18_1_pulumi.com/pkg", "0.18.1", "pulumi.com/pkg/"],
    ["default_github_/api.github.com/pulumiverse", undefined, "github://api.github.com/pulumiverse"],
    ["default_x__/y", undefined, "x\u00e9//y"],
  ];
  for (const [expected, version, pluginDownloadUrl] of names) {
    it(`names default providers by version and download URL: ${expected}`, () => {
      const reference = { ...(version ? { version } : {}), ...(pluginDownloadUrl ? { pluginDownloadUrl } : {}) };
      assert.equal(defaultProviderName(reference), expected);
    });
  }
});
