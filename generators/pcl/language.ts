import type { Language } from "../language.ts";
import { nodeSdks } from "../shared/node-sdks.ts";

export const pcl = {
  name: "pcl",
  runtimes: ["pcl"],
  fileName: "main.pp",
  startsProjects: false,
  sdks: nodeSdks,
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
