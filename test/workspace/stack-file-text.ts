import { type StackFileChanges, type StackFileValue, writeStackFile } from "../../src/workspace/project/stack-file.ts";
import { readStackSettings } from "../../src/workspace/project/stack-settings.ts";
import { configText } from "../../src/workspace/settings/config-data.ts";
import type { StackFile, StackFileFormat } from "../../src/workspace/workspace.ts";

export function file(text: string | undefined, format: StackFileFormat = "yaml"): StackFile {
  const bytes = text === undefined ? undefined : Buffer.from(text);
  return { path: `Pulumi.dev.${format}`, bytes, format };
}

export type Settings = Readonly<Record<string, string | { readonly secure: string }>>;

export function changes(set: Settings, salt?: string): StackFileChanges {
  const values = Object.entries(set).map(([key, value]): [string, StackFileValue] => [
    key,
    typeof value === "string" ? { text: value } : value,
  ]);
  return { set: new Map(values), secrets: salt === undefined ? {} : { encryptionsalt: salt } };
}

export function write(
  text: string | undefined,
  set: Settings,
  salt?: string,
  format: StackFileFormat = "yaml",
): string {
  return Buffer.from(writeStackFile(file(text, format), "orchard", changes(set, salt))).toString();
}

export function read(text: string, format: StackFileFormat = "yaml"): Record<string, string> {
  const { config } = readStackSettings(file(text, format), "orchard");
  return Object.fromEntries([...config].map(([key, data]) => [key, `${data.kind}:${configText(data, (c) => c)}`]));
}
