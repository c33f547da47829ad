/**
 * Every source that `imp run` imports from.
 */

import { importFiles } from "./import-files.ts";
import type { ImportSource } from "./import-source.ts";
import { otherStack } from "./other-stack.ts";

export const importSources: readonly ImportSource[] = [importFiles, otherStack];
