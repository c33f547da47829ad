/** Writes values and secrets fields into a stack file by editing its text. Unchanged text stays byte for byte, including comments and order. */
import { type Document, isMap, type Pair, type YAMLMap } from "yaml";
import type { ConfigEntry } from "../../domain/stack-config.ts";
import type { Crypter, SecretsSettings } from "../../state/secrets/secrets-manager.ts";
import { type ConfigData, configText } from "../settings/config-data.ts";
import { normaliseConfigKey } from "../settings/names.ts";
import {
  nodeOffset,
  pairKey,
  parseSettings,
  type Settings,
  settingNode,
  settingsProblem,
} from "../settings/settings.ts";
import {
  addPairs,
  applySettingsEdits,
  type Edit,
  type Entry,
  printSettingsFile,
  replaceValue,
  type Tree,
} from "../settings/settings-edit.ts";
import type { StackFile } from "../workspace.ts";
import { readStackSettings } from "./stack-settings.ts";

export interface StackFileChanges {
  /** Omitted fields are unchanged. */
  readonly secrets: SecretsSettings;
  /** Values by `namespace:name`. New keys are added in this order. */
  readonly set: ReadonlyMap<string, StackFileValue>;
}

export type StackFileValue = { readonly text: string } | { readonly secure: string };

/** Encrypts a secret, or returns the existing ciphertext if the plaintext is unchanged. */
export function sealValue(
  current: ConfigEntry | undefined,
  text: string,
  crypter: Crypter,
): { readonly secure: string } {
  const kept = current?.text === text && current.locked === undefined ? current.ciphertext : undefined;
  return { secure: kept ?? crypter.encrypt(text) };
}

/**
 * Returns the new bytes. Changed values keep their position, and new keys are added at the end (docs/state.md#stack-files). A layout that cannot
 * be edited in place is reprinted with its comments. Throws SETTINGS_INVALID if the file is invalid or its anchors prevent the change.
 */
export function writeStackFile(file: StackFile, project: string, changes: StackFileChanges): Uint8Array {
  const bytes = file.bytes ?? new Uint8Array();
  const settings = parseSettings(file.path, bytes);
  const current = readStackSettings({ ...file, bytes }, project);
  const set = [...changes.set].filter(([key, value]) => !holdsValue(current.config.get(key), value));
  const secrets = Object.entries(changes.secrets).filter(
    ([field, text]) => new Map(Object.entries(current.secrets)).get(field) !== text,
  );
  if (set.length === 0 && secrets.length === 0) return bytes;
  const pending: Pending = { file, project, secrets, set: set.map(([key, value]) => [key, settingsTree(value)]) };
  const mark = settings.marked ? "\uFEFF" : "";
  const edited = edit(settings, pending);
  const text = edited !== undefined && isRight(edited, settings, pending) ? edited : printAnew(settings, pending);
  return new TextEncoder().encode(mark + text);
}

interface Pending {
  readonly file: StackFile;
  readonly project: string;
  readonly secrets: readonly (readonly [string, string])[];
  readonly set: readonly Entry[];
}

function settingsTree(value: StackFileValue): Tree {
  return "secure" in value ? new Map([["secure", value.secure]]) : value.text;
}

function holdsValue(data: ConfigData | undefined, value: StackFileValue): boolean {
  if (data === undefined) return false;
  if ("secure" in value) return data.kind === "secure" && data.ciphertext === value.secure;
  // Prefix ciphertexts: an object with a secret inside must never equal a plain value.
  return data.kind !== "secure" && configText(data, (ciphertext) => `\u0000${ciphertext}`) === value.text;
}

/** Returns the edited text, or undefined if the layout cannot be edited in place. */
function edit(settings: Settings, { file, project, secrets, set }: Pending): string | undefined {
  const { root, text } = settings;
  if (root === undefined) {
    const configured: readonly Entry[] = set.length === 0 ? [] : [["config", new Map(set)]];
    return printSettingsFile(text, file.format, [...secrets, ...configured]);
  }
  const edits: (Edit | undefined)[] = [];
  const config = root.items.find((pair) => pairKey(pair) === "config");
  const items = configNode(settings);
  const pairs = pairsByKey(items, project);
  const added: Entry[] = [];
  for (const [key, value] of set) {
    const pair = pairs.get(key);
    if (pair === undefined || items === undefined) added.push([key, value]);
    else edits.push(replaceValue(settings, file.format, items, pair, value));
  }
  if (added.length > 0 && items !== undefined && items.items.length > 0)
    edits.push(addPairs(settings, file.format, items, added));
  else if (added.length > 0 && config !== undefined)
    edits.push(replaceValue(settings, file.format, root, config, new Map(added)));
  const atTop: Entry[] = added.length > 0 && config === undefined ? [["config", new Map(added)]] : [];
  for (const [field, text] of secrets) {
    const pair = root.items.find((item) => pairKey(item) === field);
    if (pair === undefined) atTop.push([field, text]);
    else edits.push(replaceValue(settings, file.format, root, pair, text));
  }
  if (atTop.length > 0) edits.push(addPairs(settings, file.format, root, atTop));
  const possible = edits.filter((each) => each !== undefined);
  return possible.length === edits.length ? applySettingsEdits(text, possible) : undefined;
}

function configNode(settings: Settings): YAMLMap | undefined {
  const node = settingNode(settings, settings.root, "config");
  return isMap(node) ? node : undefined;
}

function pairsByKey(map: YAMLMap | undefined, project: string): ReadonlyMap<string | undefined, Pair> {
  return new Map(map?.items.map((pair) => [normaliseConfigKey(pairKey(pair), project), pair]));
}

/** Parses the edited text, and checks that exactly the pending changes are in it. */
function isRight(text: string, before: Settings, pending: Pending): boolean {
  try {
    const bytes = new TextEncoder().encode(text);
    const after = parseSettings(pending.file.path, bytes);
    return comparableStackFile(after, pending, undefined) === comparableStackFile(before, pending, pending);
  } catch {
    return false;
  }
}

/** Returns the content of a stack file as comparable text, with the pending changes applied. */
function comparableStackFile(
  settings: Settings,
  { file, project, secrets: changed }: Pending,
  pending: Pending | undefined,
): string {
  const bytes = new TextEncoder().encode(settings.text);
  const { config, secrets } = readStackSettings({ ...file, bytes }, project);
  const all = new Map(config);
  for (const [key, value] of pending?.set ?? []) all.set(key, configDataOf(value));
  const otherFields = (settings.root?.items ?? [])
    .filter((pair) => pairKey(pair) !== "config" && !changed.some(([field]) => field === pairKey(pair)))
    .map((pair) => [pairKey(pair), settingNode(settings, settings.root, pairKey(pair))?.toJS(settings.document)]);
  const values = [...all].map(([key, data]) => [
    key,
    data.kind,
    configText(data, (ciphertext) => `\u0000${ciphertext}`),
  ]);
  const secretsByField = new Map(Object.entries(secrets));
  return JSON.stringify([
    pending?.secrets ?? changed.map(([field]) => [field, secretsByField.get(field)]),
    values,
    otherFields,
  ]);
}

function configDataOf(value: Tree): ConfigData {
  if (typeof value === "string") return { kind: "string", text: value };
  const secure = value.get("secure");
  return { kind: "secure", ciphertext: typeof secure === "string" ? secure : "" };
}

/** Reprints the whole file with the library. Keeps comments, but not spacing. */
function printAnew(settings: Settings, pending: Pending): string {
  const { project, secrets, set } = pending;
  const document: Document = settings.document.clone();
  // A document may be a lone `~`, which is not a map.
  if (settings.root === undefined) document.contents = null;
  for (const [field, text] of secrets) document.set(field, text);
  const pairs = pairsByKey(configNode(settings), project);
  for (const [key, value] of set) {
    const pair = pairs.get(key);
    document.setIn(["config", pair === undefined ? key : pairKey(pair)], document.createNode(value));
  }
  try {
    const text = document.toString({ lineWidth: 0, indent: 2 });
    if (isRight(text, settings, pending)) return text;
  } catch {
    // The anchor of an alias is gone; reported below.
  }
  throw settingsProblem(
    settings,
    nodeOffset(settings.root),
    "This value cannot be set without changing other values.",
    "Replace the anchors and aliases in this file with their values, then run the command again.",
  );
}
