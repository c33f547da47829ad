import type { Language } from "../language.ts";
import { requiredProviders } from "./required-providers.ts";

export const hcl = {
  name: "hcl",
  runtimes: ["hcl"],
  fileName: "main.tf",
  startsProjects: true,
  hasTerraformNames: true,
  sdks: requiredProviders,
  load: async () => (await import("./index.ts")).generator,
} satisfies Language;
