/** A stack for everything at once: the simulated cloud, a package that it becomes by a parameter, and the pinboard. */
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { pinboardSchema } from "../../fixtures/pinboard/schema.ts";
import { subpackageOf } from "../../fixtures/simcloud/parameterized.ts";
import { schemaText } from "../../fixtures/simcloud/provider.ts";
import { ParameterizeRequestSchema } from "../../src/plugin/proto/gen/provider_pb.ts";
import { projectRoot } from "./project-root.ts";
import { nodejsSdk } from "./sdk.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import type { Tools } from "./tools.ts";

/** The schemas of the packages that stand next to the simulated cloud. */
export function moreSchemas(): readonly string[] {
  const value = Buffer.from(JSON.stringify({ name: "gadgets", version: "2.1.0" }));
  const parameters = { case: "value" as const, value: { name: "gadgets", version: "2.1.0", value } };
  return [pinboardSchema, schemaText(subpackageOf(create(ParameterizeRequestSchema, { parameters })))];
}

export interface WholeStackOptions {
  /** More environment for the CLI and everything it starts. */
  readonly env?: Readonly<Record<string, string>>;
  /** Without the SDKs of Node: the program is in another language. */
  readonly withoutSdks?: boolean;
}

/** A stack with three packages. */
export async function openWholeStack(tools: Tools, options: WholeStackOptions = {}): Promise<RealStack> {
  const schemas = options.withoutSdks ? [] : moreSchemas();
  const sdks = await Promise.all(schemas.map((schema) => nodejsSdk(tools, Buffer.from(schema))));
  const providers = { pinboard: join(projectRoot, "fixtures", "pinboard", "pulumi-resource-pinboard") };
  // Noise on stdout as .NET makes it, and messages through the engine: providers do that.
  const noise = { SIMCLOUD_REGION: "us-east-1", SIMCLOUD_JUNK: "progress", SIMCLOUD_LOG: "1" };
  const stack = await openSimcloudStack(tools, { ...noise, ...options.env }, { providers, sdks });
  stack.env.PINBOARD_FILE = join(stack.root, "cloud-pinboard.json");
  stack.env.PINBOARD_JOURNAL = join(stack.root, "journal-pinboard.jsonl");
  return stack;
}
