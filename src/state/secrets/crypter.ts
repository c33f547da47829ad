/** Encrypts and decrypts Pulumi's `v1:nonce:ct` secrets with a passphrase and a salt (docs/state.md#encryption-with-a-passphrase). */
import { createCipheriv, createDecipheriv, pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { ImpError, invariant } from "../../domain/errors.ts";
import type { Crypter, Random } from "./secrets-manager.ts";

/** A crypter for a salt. Its ciphertexts have the form `v1:<base64 nonce>:<base64 ciphertext and tag>`, with a new nonce for each. */
export interface SaltedCrypter extends Crypter {
  /** The salt string: `encryptionsalt` of a stack file, `secrets_providers.state.salt` of a state. */
  readonly salt: string;
}

const iterations = 1_000_000;
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const saltBytes = 8;
/** A salt string contains the ciphertext of this text, to detect a wrong passphrase. */
const check = "pulumi";

/**
 * Derives the key from the passphrase and a salt string, and verifies the passphrase. Takes about half a second, so call it once for each salt.
 *
 * @param where the file with the salt, for messages
 * @throws SALT_MALFORMED, PASSPHRASE_WRONG
 */
export async function deriveCrypter(
  passphrase: string,
  saltString: string,
  random: Random,
  where = "the stack's salt",
): Promise<SaltedCrypter> {
  const [version, salt64, ...rest] = saltString.split(":");
  const salt = salt64 === undefined ? undefined : decodeBase64(salt64);
  const sealed = parseCipher(rest.join(":"));
  if (version !== "v1" || salt === undefined || sealed === undefined) throw ImpError.of("SALT_MALFORMED", { where });
  const key = await deriveKey(passphrase, salt);
  if (unseal(key, sealed) !== check) throw ImpError.of("PASSPHRASE_WRONG", { where });
  return saltedCrypter(key, saltString, random);
}

/** Creates a new salt for a passphrase, and its crypter. */
export async function newSalt(passphrase: string, random: Random): Promise<{ salt: string; crypter: SaltedCrypter }> {
  const bytes = draw(random, saltBytes);
  const key = await deriveKey(passphrase, bytes);
  const salt = `v1:${toBase64(bytes)}:${seal(key, check, random)}`;
  return { salt, crypter: saltedCrypter(key, salt, random) };
}

function saltedCrypter(key: Uint8Array, salt: string, random: Random): SaltedCrypter {
  return {
    salt,
    encrypt: (text) => seal(key, text, random),
    decrypt(cipher, where = "a secret") {
      const sealed = parseCipher(cipher);
      if (sealed === undefined) throw ImpError.of("SECRET_UNREADABLE", { where, reason: "malformed" });
      const text = unseal(key, sealed);
      if (text === undefined) throw ImpError.of("SECRET_UNREADABLE", { where, reason: "key" });
      return text;
    },
  };
}

interface Sealed {
  readonly nonce: Uint8Array;
  /** The ciphertext, followed by the tag. */
  readonly body: Uint8Array;
}

async function deriveKey(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  return promisify(pbkdf2)(Buffer.from(passphrase, "utf8"), salt, iterations, keyBytes, "sha256");
}

function seal(key: Uint8Array, text: string, random: Random): string {
  invariant(!/\p{Surrogate}/u.test(text), "a secret holds a lone surrogate");
  const nonce = draw(random, nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${toBase64(nonce)}:${toBase64(body)}`;
}

/** Decrypts a value. Returns undefined if it was encrypted with another key, was modified, or is not text. */
function unseal(key: Uint8Array, { nonce, body }: Sealed): string | undefined {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce);
  const end = body.length - tagBytes;
  decipher.setAuthTag(body.subarray(end));
  try {
    const bytes = Buffer.concat([decipher.update(body.subarray(0, end)), decipher.final()]);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseCipher(text: string): Sealed | undefined {
  const parts = text.split(":");
  if (parts.length !== 3 || parts[0] !== "v1") return undefined;
  const nonce = decodeBase64(parts[1] ?? "");
  const body = decodeBase64(parts[2] ?? "");
  if (nonce?.length !== nonceBytes || body === undefined || body.length < tagBytes) return undefined;
  return { nonce, body };
}

/** Decodes base64. Rejects invalid text, as Go does, because `Buffer.from` accepts any text. */
function decodeBase64(text: string): Uint8Array | undefined {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function draw(random: Random, count: number): Uint8Array {
  const bytes = random(count);
  invariant(bytes.length === count, `random returned ${bytes.length} bytes instead of ${count}`);
  return bytes;
}
