/** Discovers the objects in files: lists with `--map`, Kubernetes lists, and inventories. */
import { ImpError } from "../domain/errors.ts";
import { packagesThrough } from "../import/providers/other-packages.ts";
import type { Discovered, DiscoveryContext } from "./discover.ts";
import { discoverInInventories, type InventoryQuestion } from "./from-inventory.ts";
import { discoverInLists, type KubernetesFile, type ListFile } from "./from-json.ts";
import { readKubernetesList } from "./json-list.ts";
import type { FieldMap } from "./json-map.ts";

export interface FilesQuestion extends InventoryQuestion {
  /** Omitted if imp recognizes the fields. */
  readonly map?: FieldMap;
}

/** Recognizes the format of the files, and discovers their objects. Throws USAGE for files of several formats; the errors of each format. */
export async function discoverInFiles(question: FilesQuestion, context: DiscoveryContext): Promise<Discovered> {
  const { files, map } = question;
  const load = packagesThrough(context.host);
  if (map !== undefined)
    return await discoverInLists({ ...question, lists: { kind: "mapped", files, map } }, context.known, load);
  const lists = files.map(kubernetesFile);
  const known = lists.filter((list) => list !== undefined);
  if (known.length === 0) return await discoverInInventories(question, context);
  if (known.length < files.length) throw severalFormats(files, lists);
  const { included } = question;
  return await discoverInLists(
    { ...question, lists: { kind: "kubernetes", files: known, included } },
    context.known,
    load,
  );
}

/** Reads the file as a list of Kubernetes objects. Returns undefined for other files. */
function kubernetesFile({ name, text }: ListFile): KubernetesFile | undefined {
  if (!/^\s*\{/.test(text) || !text.includes('"apiVersion"')) return undefined;
  const list = readKubernetesList(name, text);
  return list === undefined ? undefined : { name, ...list };
}

function severalFormats(files: readonly ListFile[], lists: readonly (KubernetesFile | undefined)[]): ImpError {
  const other = files.find((_, index) => lists[index] === undefined);
  return ImpError.of("USAGE", {
    message: `${other?.name ?? ""} is not a list of Kubernetes objects, but other files are.`,
    hint: "Run `imp discover` for each kind of list.",
  });
}
