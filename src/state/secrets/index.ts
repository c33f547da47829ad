import { passphraseManager } from "./passphrase-manager.ts";
import type { SecretsManager } from "./secrets-manager.ts";

/** All secrets managers. Stacks without a secrets manager get the first that can create keys. */
export const secretsManagers: readonly SecretsManager[] = [passphraseManager];
