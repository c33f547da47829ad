/** Names of a PCL program. All top-level names share one scope (docs/programs.md#pcl). */
import type { Program } from "../../src/ir/program.ts";
import { hclWords } from "../shared/hcl-syntax.ts";
import { type NamesInOneScope, namesInOneScope } from "../shared/names-in-one-scope.ts";

/** Functions that printed programs call. The binder treats the name of a function as a reference to a block with this name. */
const functions =
  "assetArchive fileArchive fileAsset getOutput invoke remoteArchive remoteAsset secret stringAsset toJSON".split(" ");

/** Chooses all names. A resource keeps its logical name if it is valid, so that the block needs no `__logicalName`. */
export function solveNames(program: Program): NamesInOneScope {
  return namesInOneScope(program, {
    reserved: [...hclWords, ...functions],
    isValid: (name) => /^[A-Za-z]\w*$/.test(name),
    configName: ({ key }) => {
      const name = key.replace(/[^A-Za-z0-9_]/g, "_");
      return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
    },
  });
}
