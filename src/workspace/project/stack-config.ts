/** Merges and decrypts the configuration from flags, stack file, and project file (docs/state.md#configuration). */

import { ImpError } from "../../domain/errors.ts";
import type { ConfigEntry, StackConfig } from "../../domain/stack-config.ts";
import type { Crypter } from "../../state/secrets/secrets-manager.ts";
import { likelySecret } from "../../value/likely-secrets/hide-secrets.ts";
import { type ConfigData, configText, hasSecret } from "../settings/config-data.ts";
import { normaliseConfigKey } from "../settings/names.ts";
import type { ResolvedValue } from "./open-environment.ts";
import type { ConfigDeclaration } from "./project-file.ts";

export interface ConfigSources {
  readonly project: string;
  readonly flags: ReadonlyMap<string, string>;
  /** The keys of flags whose values look like secrets but are not. */
  readonly notSecret: ReadonlySet<string>;
  readonly stack: ReadonlyMap<string, ConfigData>;
  readonly declarations: ReadonlyMap<string, ConfigDeclaration>;
  /** The values of stack, project, and environments. Omitted if the stack has no environments. */
  readonly resolved?: ReadonlyMap<string, ResolvedValue>;
}

/**
 * Returns all values by `namespace:name`. Calls `crypter` only for secrets that are not resolved. If the crypter is closed, secrets are marked as
 * locked.
 *
 * @throws CONFIG_KEY_INVALID, SECRET_UNREADABLE, and the errors of `crypter`
 */
export async function readStackConfig(sources: ConfigSources, crypter: () => Promise<Crypter>): Promise<StackConfig> {
  const config = new Map(
    sources.resolved === undefined ? await readFiles(sources, crypter) : resolvedEntries(sources.resolved, sources),
  );
  const open = new Set([...sources.notSecret].map((key) => flagKey(key, sources.project)));
  for (const [flag, text] of sources.flags) {
    const key = flagKey(flag, sources.project);
    const current = config.get(key);
    const secret = current?.secret === true || sources.declarations.get(key)?.secret === true;
    const same = current?.source === "stack" && !current.object && current.text === text && current.secret === secret;
    if (same) continue;
    const likely = secret || open.has(key) ? undefined : likelySecret(key.slice(key.indexOf(":") + 1), text);
    const isSecret = secret || likely !== undefined;
    config.set(key, { text, secret: isSecret, object: false, source: "flag", likely });
  }
  return config;
}

/** Returns the values of the stack file and the project file. */
async function readFiles(
  { stack, declarations }: Pick<ConfigSources, "stack" | "declarations">,
  crypter: () => Promise<Crypter>,
): Promise<StackConfig> {
  const secrets = [...stack.values()].some(hasSecret) ? await crypter() : undefined;
  const config = new Map<string, ConfigEntry>();
  for (const [key, data] of stack) config.set(key, configEntry(data, "stack", key, secrets));
  for (const [key, { fallback }] of declarations) {
    if (fallback !== undefined && !config.has(key)) config.set(key, configEntry(fallback, "project", key, undefined));
  }
  return config;
}

function resolvedEntries(
  resolved: ReadonlyMap<string, ResolvedValue>,
  { stack }: Pick<ConfigSources, "stack">,
): StackConfig {
  const entryOf = (key: string, value: ResolvedValue): ConfigEntry => {
    const data = stack.get(key);
    // The stack file overrides environments, so this is the ciphertext of the resolved value.
    const ciphertext = data?.kind === "secure" ? data.ciphertext : undefined;
    return { ...value, source: data === undefined ? "environment" : "stack", ciphertext };
  };
  return new Map([...resolved].map(([key, value]) => [key, entryOf(key, value)]));
}

/** Returns the keys that the project declares and that have neither a value nor a default, in order. */
export function missingKeys(sources: ConfigSources, config: StackConfig): readonly string[] {
  const projectKeys = [...sources.declarations.keys()].filter((key) => key.startsWith(`${sources.project}:`));
  return projectKeys.filter((key) => !config.has(key));
}

function flagKey(flag: string, project: string): string {
  const key = normaliseConfigKey(flag, project);
  if (key === undefined) throw ImpError.of("CONFIG_KEY_INVALID", { key: flag, where: "--config" });
  return key;
}

function configEntry(
  data: ConfigData,
  source: "stack" | "project",
  key: string,
  crypter: Crypter | undefined,
): ConfigEntry {
  if (crypter?.closed !== undefined && hasSecret(data))
    return { text: "", secret: true, object: data.kind !== "secure", source, locked: crypter.closed };
  // In project files, which cannot contain secrets, `secure` is an ordinary key.
  const text = configText(data, (ciphertext) => crypter?.decrypt(ciphertext, key) ?? ciphertext);
  return {
    text,
    secret: crypter !== undefined && hasSecret(data),
    object: data.kind === "map" || data.kind === "list",
    source,
    ciphertext: data.kind === "secure" && crypter !== undefined ? data.ciphertext : undefined,
  };
}
