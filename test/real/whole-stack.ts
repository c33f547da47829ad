/** A stack with the simulated cloud, a parameterized package, and the pinboard. */
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

/** Returns the schemas of all packages except the simulated cloud. */
export function moreSchemas(): readonly string[] {
  const value = Buffer.from(JSON.stringify({ name: "gadgets", version: "2.1.0" }));
  const parameters = { case: "value" as const, value: { name: "gadgets", version: "2.1.0", value } };
  return [pinboardSchema, schemaText(subpackageOf(create(ParameterizeRequestSchema, { parameters })))];
}

export interface WholeStackOptions {
  /** Additional environment of the CLI and its child processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Omits the Node.js SDKs, for a program in another language. */
  readonly withoutSdks?: boolean;
}

/** Creates a stack with the providers and SDKs of the three packages. */
export async function openWholeStack(tools: Tools, options: WholeStackOptions = {}): Promise<RealStack> {
  const schemas = options.withoutSdks ? [] : moreSchemas();
  const sdks = await Promise.all(schemas.map((schema) => nodejsSdk(tools, Buffer.from(schema))));
  const providers = { pinboard: join(projectRoot, "fixtures", "pinboard", "pulumi-resource-pinboard") };
  // The simulated provider prints noise to stdout, as providers on .NET do, and sends log messages to the engine.
  const noise = { SIMCLOUD_REGION: "us-east-1", SIMCLOUD_JUNK: "progress", SIMCLOUD_LOG: "1" };
  const stack = await openSimcloudStack(tools, { ...noise, ...options.env }, { providers, sdks });
  stack.env.PINBOARD_FILE = join(stack.root, "cloud-pinboard.json");
  stack.env.PINBOARD_JOURNAL = join(stack.root, "journal-pinboard.jsonl");
  return stack;
}
