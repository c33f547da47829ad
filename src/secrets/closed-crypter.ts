/**
 * The crypter of a secrets manager that only the Pulumi CLI can reach: a cloud's key service, or the Pulumi Cloud.
 */
import type { ImpError } from "../errors.ts";
import type { Crypter } from "./crypter.ts";

/** Throws `error` whenever something is to be encrypted or decrypted: what needs neither goes on. */
export function closedCrypter(error: ImpError): Crypter {
  const refuse = (): never => {
    throw error;
  };
  return { salt: "", closed: error, encrypt: refuse, decrypt: refuse };
}
