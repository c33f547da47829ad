/** Strings that mark special and unknown values on the wire and in the state (docs/providers.md#special-values). */
import type { UnknownValue } from "./value.ts";

/** A map with this key is a special value. */
export const signatureKey = "4dabf18193072939515e22adb298388d";

export const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  bytes: "803fd3297a5875dc03ca845dda5d2a98",
  /** A number that JSON cannot represent. Used only in the state. */
  float: "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
} as const;

/** Strings that represent unknown values, by kind. */
export const unknownSentinels: Readonly<Record<UnknownValue["of"], string>> = {
  boolean: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  number: "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  string: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  list: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  asset: "030794c1-ac77-496b-92df-f27374a8bd58",
  archive: "e48ece36-62e2-4504-bad9-02848725956a",
  map: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
};

const kindOfSentinel = new Map(
  Object.entries(unknownSentinels).map(([of, sentinel]) => [sentinel, of as UnknownValue["of"]]),
);

/** Returns the kind of unknown value that a string represents, or undefined for other strings. */
export function unknownOf(text: string): UnknownValue["of"] | undefined {
  return text.length === 36 ? kindOfSentinel.get(text) : undefined;
}

/** The hash of an empty text asset: the SHA-256 of an empty text. */
export const emptyAssetHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/** The SHA-256 of an archive without assets (docs/providers.md#assets-and-archives). */
export const emptyArchiveHash = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";
