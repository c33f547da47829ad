/**
 * The descriptor of PCL.
 */
import type { Language } from "../language.ts";
import { nodeSdks } from "../shared/node-sdks.ts";
import { refusal } from "./strings.ts";

export const pcl = {
  name: "pcl",
  runtimes: ["pcl"],
  fileName: "main.pp",
  startsProjects: false,
  sdks: nodeSdks,
  cannotHave: ({ logicalName }) => {
    const why = refusal(logicalName);
    return why === undefined ? undefined : `has a name that ${why}`;
  },
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
