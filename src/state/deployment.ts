/**
 * Reads a state file, checkpoint or `stack export` form, into resources, keeping its bytes for splicing (state-and-secrets.md §1).
 */
import { isUtf8 } from "node:buffer";
import { ImpError } from "../errors.ts";
import { deepest } from "../value/nesting.ts";
import { type DeploymentLayout, type Envelope, type LayoutResult, scanDeployment } from "./deployment-layout.ts";
import { findSyntaxError, NestingError, skipSpace } from "./json-scan.ts";
import type { Manifest } from "./manifest.ts";
import { readResource, type StateResource } from "./state-resource.ts";
import { firstError, verifyDeployment } from "./verify.ts";

export type { Envelope } from "./deployment-layout.ts";
export type { Manifest } from "./manifest.ts";
export type { StateResource } from "./state-resource.ts";

export interface Deployment {
  readonly envelope: Envelope;
  /** The schema version: 3 or 4; 0 for a stack that was never saved. */
  readonly version: number;
  readonly features: readonly string[];
  /** Absent: no secrets can be in the state. */
  readonly secretsProvider?: { readonly type: string; readonly salt?: string };
  /** `checkpoint.stack`, for example `organization/<project>/<stack>`; absent in the export form. */
  readonly stackName?: string;
  readonly manifest?: Manifest;
  /** In the order of the file. */
  readonly resources: readonly StateResource[];
  readonly pendingOperations: number;
  readonly snippetIds: readonly string[];
  /** The bytes and where the parts lie in them; for splicing. */
  readonly source: { readonly bytes: Uint8Array; readonly layout: DeploymentLayout };
}

/** The features that a version 4 state may ask for (§1.4). */
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

type JsonObject = { readonly [key: string]: unknown };

/**
 * Reads and verifies a state.
 *
 * @param bytes the file, decompressed.
 * @param file what to call the state in messages.
 * @throws STATE_MALFORMED, STATE_TOO_OLD, STATE_TOO_NEW, STATE_FEATURE_UNKNOWN, STATE_INTEGRITY.
 */
export function readDeployment(bytes: Uint8Array, file = "the state"): Deployment {
  return sound(parseDeployment(bytes, file), file);
}

/** The deployment, where it keeps the integrity rules. Throws STATE_INTEGRITY. */
export function sound(deployment: Deployment, file: string): Deployment {
  const problem = firstError(verifyDeployment(deployment));
  if (problem) throw ImpError.of("STATE_INTEGRITY", { file, resource: problem.resource, why: problem.why });
  return deployment;
}

/** `readDeployment` without the integrity rules of §3. */
export function parseDeployment(bytes: Uint8Array, file = "the state"): Deployment {
  const json = parseJson(bytes, file);
  const scanned = scanQuietly(bytes);
  if (typeof json === "object" && json !== null && "terraform_version" in json) {
    const why = "it is one of Terraform; name its resources, by type and id, in an import file";
    throw ImpError.of("STATE_MALFORMED", { file, why });
  }
  if ("problem" in scanned) throw ImpError.of("STATE_MALFORMED", { file, why: scanned.problem });
  const { layout } = scanned;
  const root = json as JsonObject;
  const holder = layout.checkpoint ? asObject(root.checkpoint, "checkpoint", file) : root;
  const deployment = asObject(layout.envelope === "export" ? root.deployment : holder.latest, "the deployment", file);
  const version = readVersion(root, layout, file);
  const features = textList(root.features, "features", file);
  checkFeatures(version, features, file);
  return {
    envelope: layout.envelope,
    version,
    features,
    ...readSecretsProvider(deployment, file),
    ...(typeof holder.stack === "string" ? { stackName: holder.stack } : {}),
    ...readManifest(deployment, file),
    resources: listOf(deployment.resources, "resources", file).map((item, index) => readResource(item, file, index)),
    pendingOperations: listOf(deployment.pending_operations, "pending_operations", file).length,
    snippetIds: listOf(deployment.snippets, "snippets", file).map((item) => {
      const { uuid } = asObject(item, "a snippet", file);
      return typeof uuid === "string" ? uuid : "";
    }),
    source: { bytes, layout },
  };
}

function scanQuietly(bytes: Uint8Array): LayoutResult {
  try {
    return scanDeployment(bytes, skipSpace(bytes, 0));
  } catch (error) {
    if (!(error instanceof NestingError)) throw error;
    return { problem: `a value in it is nested more than ${deepest} levels deep` };
  }
}

/** Invalid UTF-8 is refused: decoding would alter it, and the resources must stay as they are. */
function parseJson(bytes: Uint8Array, file: string): unknown {
  if (!isUtf8(bytes)) throw ImpError.of("STATE_MALFORMED", { file, why: "it is not UTF-8 text" });
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  } catch {
    // The parser's own message quotes the text, which may hold a secret.
    const { line, column } = findSyntaxError(bytes);
    throw ImpError.of("STATE_MALFORMED", { file: `${file}:${line}:${column}`, why: "it stops being JSON there" });
  }
}

/** A checkpoint of version 0 is a stack that was never saved; Pulumi reads it as empty whatever it holds, so content is refused. */
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

function readSecretsProvider(deployment: JsonObject, file: string): Pick<Deployment, "secretsProvider"> {
  const block = asObject(deployment.secrets_providers, "secrets_providers", file);
  if (typeof block.type !== "string" || block.type === "") return {};
  const { salt } = asObject(block.state, "secrets_providers.state", file);
  return { secretsProvider: { type: block.type, ...(typeof salt === "string" ? { salt } : {}) } };
}

function readManifest(deployment: JsonObject, file: string): Pick<Deployment, "manifest"> {
  if (deployment.manifest === undefined || deployment.manifest === null) return {};
  const fields = asObject(deployment.manifest, "manifest", file);
  const [time, magic, version] = [fields.time ?? "", fields.magic ?? "", fields.version ?? ""];
  if (typeof time !== "string" || typeof magic !== "string" || typeof version !== "string") {
    throw ImpError.of("STATE_MALFORMED", { file, why: "a field of `manifest` is not a string" });
  }
  return { manifest: { time, magic, version } };
}

function asObject(json: unknown, what: string, file: string): JsonObject {
  if (json === undefined || json === null) return {};
  if (typeof json !== "object" || Array.isArray(json)) {
    throw ImpError.of("STATE_MALFORMED", { file, why: `${what} is not an object` });
  }
  return json as JsonObject;
}

function listOf(json: unknown, what: string, file: string): readonly unknown[] {
  if (json === undefined || json === null) return [];
  if (!Array.isArray(json)) throw ImpError.of("STATE_MALFORMED", { file, why: `\`${what}\` is not a list` });
  return json;
}

function textList(json: unknown, what: string, file: string): readonly string[] {
  return listOf(json, what, file).map((item) => {
    if (typeof item !== "string")
      throw ImpError.of("STATE_MALFORMED", { file, why: `\`${what}\` is not a list of strings` });
    return item;
  });
}
