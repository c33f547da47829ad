/**
 * The registry of secrets managers that imp can use. A new manager is a module of this folder and a line in this list.
 */
import { passphraseManager } from "./passphrase-manager.ts";
import type { SecretsManager } from "./secrets-manager.ts";

/** The first that makes keys protects the secrets of a stack that has no manager yet. */
export const secretsManagers: readonly SecretsManager[] = [passphraseManager];
