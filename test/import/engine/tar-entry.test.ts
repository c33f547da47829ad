/** imp packs archives byte for byte like the engine. The expected hashes come from Go's archive/tar, with only mode 0600 and the size set. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cleanPath, tarEnd, tarEntry } from "../../../src/import/engine/tar-entry.ts";

/** File names, and the SHA-256 of an archive with that file, whose content is `content of NAME`. */
const published: readonly (readonly [string, string])[] = [
  ["a.txt", "bc8e2d4f9e5e84c4e5b20d3cb54451486d2130215e7da53d775840abd7362e45"],
  ["n".repeat(100), "e558124a5557c152c159a45dd42859dfcd71c511bb59168bd6bcf37d408597c0"],
  ["n".repeat(101), "0a6b4e4ed722b4f1bf8821fae6bbe57f1ada4b9b7debe9e8b3266934556eb334"],
  [`${"d".repeat(60)}/${"e".repeat(70)}/f.txt`, "f43e966cc14c59377ad46fdeee878a3194ea794f0527f1d41d686e566430baf8"],
  [`${"p/".repeat(99)}x`, "4e960c7692d865b9e1c56b99a3048852492a2eb5bec511047e65432a82f2431f"],
  [`${"x".repeat(120)}/y`, "67ec5317c9cac697683a1ac0545423bb50894241f5699fbb0fb17154be0479be"],
  [`${"z".repeat(160)}/y`, "560d4c9e8c10daa3dca806514a90fb297b8c4b9579a77c9141d0a08126fd6579"],
  ["é.txt", "75f60d4188ced5f42bb5a51c5f537d72d8fd001fd15b526e1c0532a97f0e8c7f"],
  ["dir/日本.txt", "3a6aeffa56c1cfe296c677d6fecf163f46f226073abcfb82c3897329668591cf"],
  ["../up/é", "9e1c2b99cfd6a31b87f641c57ec2b1064469d14033a7ce7c883bbe456387e94f"],
  ["./é", "2f515f7e851ebd2d24cf04bedc2849a045aa85a503e80d2ae7bde2584d58265f"],
  ["a//é", "f26e389af58b72971f5cdf6ce0e35d198a87957d9af37dafa4a56ea070908a29"],
  ["/rooted/é", "2dff2ba41015104614d8c7bb963784762c0b9e1b48ef4feaa7865319c85c3d8f"],
  [`${"q".repeat(99)}/é`, "e666e172705fc62e3f114051d3beb1e7de426356e3163888605a2a33e01191fb"],
  [`${"é".repeat(60)}/b`, "ec838e59d32449b2b085310382d0c1e13381d58d9307e18d88b1a2b6b7063d0c"],
  [`${"w".repeat(98)}//${"w".repeat(200)}`, "8839a5b6f858b09f9113842598eb008394a28046d9246c153f40d16ba224a09e"],
  // A record begins with its length, which includes the digits of the length. Here this adds a digit.
  [`${"k".repeat(985)}é`, "36b9965c34475540c63c2fb53bb35373933b0ecb8dd287e1d151820ac9e6bea3"],
];

describe("the hash of a file in a tar archive", () => {
  for (const [name, expected] of published) {
    it(`hashes a file whose path has ${name.length} characters: ${name.slice(0, 30)}`, () => {
      const parts = tarEntry(name, Buffer.from(`content of ${name}`));
      const hash = createHash("sha256");
      for (const part of [...(parts ?? []), tarEnd]) hash.update(part);
      assert.equal(hash.digest("hex"), expected);
    });
  }

  it("rejects names that a file cannot have", () => {
    for (const name of ["", "folder/", "nul\0"]) assert.equal(tarEntry(name, Buffer.alloc(0)), undefined);
  });

  it("cleans paths like the packer of Pulumi's engine", () => {
    const cleaned = ["a/b", "a//b/", "./a/./b", "a/../b", "../a", "a/../..", "/..", "/a/../b", "", "a/.."].map(
      cleanPath,
    );
    assert.deepEqual(cleaned, ["a/b", "a/b", "a/b", "b", "../a", "..", "/", "/b", ".", "."]);
  });
});
