/** Reads the `environment` of a stack file: imported Pulumi ESC environments, and values that the stack file sets itself. */
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import {
  nodeOffset,
  pairKey,
  resolveAlias,
  type Settings,
  settingNode,
  settingsProblem,
} from "../settings/settings.ts";

export interface EnvironmentDefinition {
  /** The imported environments in order, `[PROJECT/]NAME[@VERSION]`. Later ones override earlier ones. Omits imports that are not merged. */
  readonly imports: readonly string[];
  /** The keys of `values` in the stack file. */
  readonly values: {
    readonly pulumiConfig: readonly string[];
    readonly environmentVariables: readonly string[];
    readonly files: readonly string[];
  };
}

/** Returns undefined if the stack file has no environment. Throws SETTINGS_INVALID. */
export function readEnvironmentDefinition(settings: Settings): EnvironmentDefinition | undefined {
  const node = settingNode(settings, settings.root, "environment");
  if (node === undefined || (isScalar(node) && node.value === "")) return undefined;
  if (isSeq(node) || isMap(node)) {
    if (node.items.length === 0) return undefined;
    const map = isMap(node) ? node : undefined;
    const values = mapChild(settings, map, "values");
    const keysOf = (key: string): readonly string[] => mapChild(settings, values, key)?.items.map(pairKey) ?? [];
    return {
      imports: readImports(settings, isMap(node) ? settingNode(settings, node, "imports") : node),
      values: {
        pulumiConfig: keysOf("pulumiConfig"),
        environmentVariables: keysOf("environmentVariables"),
        files: keysOf("files"),
      },
    };
  }
  throw settingsProblem(settings, nodeOffset(node), '"environment" must be a list of environments, or a map.');
}

function mapChild(settings: Settings, map: YAMLMap | undefined, key: string): YAMLMap | undefined {
  const node = settingNode(settings, map, key);
  return isMap(node) ? node : undefined;
}

/** An import is a name, or a map of the name to options: `- common: {merge: false}`. */
function readImports(settings: Settings, node: Node | undefined): readonly string[] {
  if (!isSeq(node)) return [];
  return node.items.flatMap((item) => {
    const entry = resolveAlias(settings, item);
    if (isScalar(entry)) return [typeof entry.value === "string" ? entry.value : (entry.source ?? "")];
    const [pair] = isMap(entry) ? entry.items : [];
    if (pair === undefined)
      throw settingsProblem(settings, nodeOffset(item), "An import must be the name of an environment.");
    const options = resolveAlias(settings, pair.value);
    const merge = isMap(options) ? settingNode(settings, options, "merge") : undefined;
    return isScalar(merge) && merge.value === false ? [] : [pairKey(pair)];
  });
}
