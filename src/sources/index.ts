/** The import sources of `imp run` and `imp import`. */

import { discovered } from "./discovered.ts";
import { filesOfFlag, importFiles } from "./import-files.ts";
import type { ImportSource } from "./import-source.ts";
import { inventories } from "./inventories.ts";
import { oneResource } from "./one-resource.ts";
import { otherStack } from "./other-stack.ts";
import { terraformState } from "./terraform-state.ts";

export const importSources: readonly ImportSource[] = [
  importFiles,
  discovered,
  inventories,
  otherStack,
  terraformState,
];

export const resourceSources: readonly ImportSource[] = [oneResource, filesOfFlag];
