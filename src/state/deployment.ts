/** Reads a state file: a checkpoint, or the output of `pulumi stack export` (docs/state.md#documents). Keeps its bytes for edits. */
import { isUtf8 } from "node:buffer";
import { ImpError } from "../domain/errors.ts";
import { maxJsonDepth } from "../value/json/nesting.ts";
import type { JsonObject } from "../value/json/object.ts";
import { findSyntaxError, NestingError, skipSpace } from "../value/json/scan.ts";
import { type DeploymentLayout, type Envelope, type LayoutResult, scanDeployment } from "./deployment-layout.ts";
import { itemsOrNone, objectOrEmpty, textOrEmpty } from "./fields.ts";
import type { Manifest } from "./manifest.ts";
import { type Mismatch, mismatchesOf } from "./mismatches.ts";
import type { SecretsBlock } from "./secrets/secrets-manager.ts";
import { readStateResource, type StateResource } from "./state-resource.ts";
import { firstError, verifyDeployment } from "./verify.ts";

export type { Envelope } from "./deployment-layout.ts";
export type { StateResource } from "./state-resource.ts";

export interface Deployment {
  readonly envelope: Envelope;
  /** The schema version: 3 or 4, or 0 for a stack that was never saved. */
  readonly version: number;
  readonly features: readonly string[];
  /** Omitted if the state cannot contain secrets. */
  readonly secretsProvider?: SecretsBlock;
  /** `checkpoint.stack`, for example `organization/<project>/<stack>`. Omitted for exports. */
  readonly stackName?: string;
  readonly manifest?: Manifest;
  /** In file order. */
  readonly resources: readonly StateResource[];
  /** In file order. */
  readonly pendingOperations: readonly PendingOperation[];
  readonly snippetIds: readonly string[];
  /** Members with a JSON type that Pulumi's decoder rejects. All other fields of this object treat these members as absent. */
  readonly mismatches: readonly Mismatch[];
  /** The bytes, and the ranges of their parts, for edits. */
  readonly source: { readonly bytes: Uint8Array; readonly layout: DeploymentLayout };
}

export interface PendingOperation {
  /** `creating`, `updating`, `deleting`, `reading`, or `importing`. */
  readonly type: string;
  readonly resource: StateResource;
}

/** The supported features of version 4 states (docs/state.md#versions-and-features). */
const knownFeatures = [
  "refreshBeforeUpdate",
  "views",
  "hooks",
  "taint",
  "replaceWith",
  "snippets-prototype",
  "extensionParameterization",
  "byteString",
] as const;

/**
 * Reads and verifies a state.
 *
 * @param bytes the decompressed file
 * @param file the name of the state in messages
 * @throws TERRAFORM_STATE, STATE_MALFORMED, STATE_TOO_OLD, STATE_TOO_NEW, STATE_FEATURE_UNKNOWN, STATE_INTEGRITY
 */
export function readDeployment(bytes: Uint8Array, file = "the state"): Deployment {
  return sound(parseDeployment(bytes, file), file);
}

/** Returns the deployment if it satisfies the integrity rules. Otherwise, throws STATE_INTEGRITY. */
export function sound(deployment: Deployment, file: string): Deployment {
  const problem = firstError(verifyDeployment(deployment));
  if (problem) throw ImpError.of("STATE_INTEGRITY", { file, resource: problem.resource, why: problem.why });
  return deployment;
}

/** Reads a state without checking the integrity rules. Throws the same errors as `readDeployment`, except STATE_INTEGRITY. */
export function parseDeployment(bytes: Uint8Array, file = "the state"): Deployment {
  const json = parseDeploymentText(bytes, file);
  const scanned = scanQuietly(bytes);
  if (typeof json === "object" && json !== null && "terraform_version" in json)
    throw ImpError.of("TERRAFORM_STATE", { file });
  if ("problem" in scanned) throw ImpError.of("STATE_MALFORMED", { file, why: scanned.problem });
  const { layout } = scanned;
  const root = json as JsonObject;
  const holder = layout.checkpoint ? objectOrEmpty(root.checkpoint) : root;
  const deployment = objectOrEmpty(layout.envelope === "export" ? root.deployment : holder.latest);
  const version = readVersion(root, layout, file);
  const features = textList(root.features, "features", file);
  checkFeatures(version, features, file);
  return {
    envelope: layout.envelope,
    version,
    features,
    ...readSecretsProvider(deployment),
    ...readStackName(holder.stack, file),
    ...readManifest(deployment),
    resources: itemsOrNone(deployment.resources).map(readStateResource),
    pendingOperations: itemsOrNone(deployment.pending_operations).map((item) => {
      const { type, resource } = objectOrEmpty(item);
      return { type: textOrEmpty(type), resource: readStateResource(resource) };
    }),
    snippetIds: itemsOrNone(deployment.snippets).map((item) => textOrEmpty(objectOrEmpty(item).uuid)),
    mismatches: mismatchesOf(deployment),
    source: { bytes, layout },
  };
}

function scanQuietly(bytes: Uint8Array): LayoutResult {
  try {
    return scanDeployment(bytes, skipSpace(bytes, 0));
  } catch (error) {
    if (!(error instanceof NestingError)) throw error;
    return { problem: `a value in it is nested more than ${maxJsonDepth} levels deep` };
  }
}

/** Parses the JSON. Rejects invalid UTF-8, because decoding would change it, but existing resources must not change. */
function parseDeploymentText(bytes: Uint8Array, file: string): unknown {
  if (!isUtf8(bytes)) throw ImpError.of("STATE_MALFORMED", { file, why: "it is not UTF-8 text" });
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  } catch {
    // The parser's message quotes the text, which may contain a secret.
    const { line, column } = findSyntaxError(bytes);
    throw ImpError.of("STATE_MALFORMED", { file: `${file}:${line}:${column}`, why: "invalid JSON" });
  }
}

/** Returns the version. If the version is 0 (a stack that was never saved), rejects a deployment, because Pulumi would ignore it. */
function readVersion(root: JsonObject, layout: DeploymentLayout, file: string): number {
  const version = root.version ?? 0;
  if (typeof version !== "number") throw ImpError.of("STATE_MALFORMED", { file, why: "`version` is not a number" });
  if (version === 0 && layout.envelope === "checkpoint" && layout.deployment === undefined) return 0;
  if (version < 3) throw ImpError.of("STATE_TOO_OLD", { file, version });
  if (version > 4 || !Number.isInteger(version)) throw ImpError.of("STATE_TOO_NEW", { file, version });
  return version;
}

function checkFeatures(version: number, features: readonly string[], file: string): void {
  if (version < 4) return;
  const unknown = features.filter((name) => !(knownFeatures as readonly string[]).includes(name));
  if (unknown.length > 0) throw ImpError.of("STATE_FEATURE_UNKNOWN", { file, features: unknown });
}

function readStackName(stack: unknown, file: string): Pick<Deployment, "stackName"> {
  if (stack === undefined || stack === null) return {};
  if (typeof stack !== "string") throw ImpError.of("STATE_MALFORMED", { file, why: "`stack` is not a string" });
  return { stackName: stack };
}

function readSecretsProvider(deployment: JsonObject): Pick<Deployment, "secretsProvider"> {
  const block = objectOrEmpty(deployment.secrets_providers);
  const type = textOrEmpty(block.type);
  if (type === "") return {};
  const texts = Object.entries(objectOrEmpty(block.state)).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return { secretsProvider: { type, state: Object.fromEntries(texts) } };
}

function readManifest({ manifest }: JsonObject): Pick<Deployment, "manifest"> {
  if (manifest === undefined || manifest === null) return {};
  const { time, magic, version } = objectOrEmpty(manifest);
  return { manifest: { time: textOrEmpty(time), magic: textOrEmpty(magic), version: textOrEmpty(version) } };
}

function textList(json: unknown, what: string, file: string): readonly string[] {
  if (json === undefined || json === null) return [];
  if (Array.isArray(json) && json.every((item) => typeof item === "string")) return json;
  throw ImpError.of("STATE_MALFORMED", { file, why: `\`${what}\` is not a list of strings` });
}
