/** Reads a stack file (`Pulumi.<stack>.yaml`): its secrets manager, and its encrypted configuration. */
import { isMap, isScalar, isSeq } from "yaml";
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

export interface StackSettings {
  readonly secrets: SecretsSettings;
  /** True if the stack imports ESC environments. */
  readonly environment: boolean;
  /** Values by `namespace:name`. */
  readonly config: ReadonlyMap<string, ConfigData>;
}

/** Reads a stack file. The configuration of a missing file is empty. Throws SETTINGS_INVALID. */
export function readStackSettings({ path, bytes, format }: StackFile, project: string): StackSettings {
  if (bytes === undefined) return { secrets: {}, environment: false, config: new Map() };
  const settings = parseSettings(path, bytes);
  const secrets = readSecretsSettings(settings);
  const environment = settingNode(settings, settings.root, "environment");
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
  const empty =
    environment === undefined || ((isMap(environment) || isSeq(environment)) && environment.items.length === 0);
  return { secrets, environment: !(empty || (isScalar(environment) && environment.value === "")), config };
}

/** Values of `secretsprovider` for a passphrase or the default of the backend. */
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
