/**
 * Makes the crypter of a secrets manager that only the Pulumi CLI can use: a cloud's key service, or the Pulumi Cloud.
 */
import type { ImpError } from "../errors.ts";
import type { Crypter } from "./secrets-manager.ts";

/** Returns a crypter that throws `error` for every encryption and decryption. */
export function closedCrypter(error: ImpError): Crypter {
  const refuse = (): never => {
    throw error;
  };
  return { closed: error, encrypt: refuse, decrypt: refuse };
}
