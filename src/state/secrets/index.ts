import { passphraseManager } from "./passphrase-manager.ts";
import type { SecretsManager } from "./secrets-manager.ts";

/** All secrets managers. The first one that can create keys is the default for new stacks. */
export const secretsManagers: readonly SecretsManager[] = [passphraseManager];
