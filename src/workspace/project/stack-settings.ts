/** Reads a stack file (`Pulumi.<stack>.yaml`): its secrets manager, and its encrypted configuration. */
import { isMap } from "yaml";
import { type SecretsSettings, secretsFields } from "../../state/secrets/secrets-manager.ts";
import { type ConfigData, readConfigData } from "../settings/config-data.ts";
import { normaliseConfigKey } from "../settings/names.ts";
import {
  nodeOffset,
  pairKey,
  parseSettings,
  type Settings,
  settingNode,
  settingsProblem,
  stringChild,
} from "../settings/settings.ts";
import type { StackFile } from "../workspace.ts";
import { type EnvironmentDefinition, readEnvironmentDefinition } from "./environment-definition.ts";

export interface StackSettings {
  readonly secrets: SecretsSettings;
  /** Omitted if the stack has no ESC environment. */
  readonly environment?: EnvironmentDefinition;
  /** Values by `namespace:name`. */
  readonly config: ReadonlyMap<string, ConfigData>;
}

/** Reads a stack file. A missing file has no configuration. Throws SETTINGS_INVALID. */
export function readStackSettings({ path, bytes, format }: StackFile, project: string): StackSettings {
  if (bytes === undefined) return { secrets: {}, config: new Map() };
  const settings = parseSettings(path, bytes);
  const secrets = readSecretsSettings(settings);
  const node = settingNode(settings, settings.root, "config");
  if (node !== undefined && !isMap(node)) throw settingsProblem(settings, nodeOffset(node), '"config" must be a map.');
  const config = new Map<string, ConfigData>();
  for (const pair of node?.items ?? []) {
    const key = normaliseConfigKey(pairKey(pair), project);
    if (key === undefined)
      throw settingsProblem(
        settings,
        nodeOffset(pair.key),
        "A configuration key must have the form NAME or NAMESPACE:NAME.",
      );
    if (config.has(key)) throw settingsProblem(settings, nodeOffset(pair.key), `Duplicate key ${key}.`);
    config.set(key, readConfigData(settings, pair.value, format));
  }
  return { secrets, environment: readEnvironmentDefinition(settings), config };
}

/** Values of `secretsprovider` that name no cloud key service. They are omitted. */
const defaultManagers: readonly string[] = ["default", "passphrase"];

/** Reads the fields for secrets managers. Throws SETTINGS_INVALID if a field is not a string. */
function readSecretsSettings(settings: Settings): SecretsSettings {
  const fields = secretsFields.flatMap((field): [string, string][] => {
    const text = stringChild(settings, settings.root, field) ?? "";
    const isDefault = field === "secretsprovider" && defaultManagers.includes(text);
    return text === "" || isDefault ? [] : [[field, text]];
  });
  return Object.fromEntries(fields);
}
