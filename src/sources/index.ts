/**
 * Every source that `imp run` and `imp import` import from.
 */

import { discovered } from "./discovered.ts";
import { filesOfFlag, importFiles } from "./import-files.ts";
import type { ImportSource } from "./import-source.ts";
import { oneResource } from "./one-resource.ts";
import { otherStack } from "./other-stack.ts";
import { terraformState } from "./terraform-state.ts";

/** Those of `imp run`. */
export const importSources: readonly ImportSource[] = [importFiles, discovered, otherStack, terraformState];

/** Those of `imp import`. */
export const resourceSources: readonly ImportSource[] = [oneResource, filesOfFlag];
