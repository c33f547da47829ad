import type { ImpError } from "../errors.ts";
import type { Crypter } from "./secrets-manager.ts";

/** Returns the crypter of a secrets provider that only Pulumi can use. It throws `error` on every call. */
export function closedCrypter(error: ImpError): Crypter {
  const refuse = (): never => {
    throw error;
  };
  return { closed: error, encrypt: refuse, decrypt: refuse };
}
