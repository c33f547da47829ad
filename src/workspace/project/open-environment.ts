/** Opens the Pulumi ESC environments of a stack file with the `pulumi` command (docs/state.md#environments). */
import { ImpError } from "../../domain/errors.ts";
import type { CliStack, EnvironmentProperty } from "../../store/pulumi-cli.ts";
import { isJsonObject, memberAt, parsedJson, textAt } from "../../value/json/object.ts";
import { type JsonMap, type JsonNode, parseTree } from "../../value/json/tree.ts";
import { normaliseConfigKey } from "../settings/names.ts";
import type { EnvironmentVariable } from "../workspace.ts";
import type { EnvironmentDefinition } from "./environment-definition.ts";

export interface OpenEnvironment {
  /** All configuration values by `namespace:name`: of the stack file, the environments, and the project file. */
  readonly config: ReadonlyMap<string, ResolvedValue>;
  readonly variables: ReadonlyMap<string, EnvironmentVariable>;
  /** The variables of the environments that imp cannot set, and that are set already. */
  readonly inherited: readonly string[];
}

/** A configuration value, as `pulumi config --json` prints it. */
export interface ResolvedValue {
  /** The text of a string, or the JSON of another value. */
  readonly text: string;
  readonly secret: boolean;
  readonly object: boolean;
}

export interface EnvironmentSource {
  readonly definition: EnvironmentDefinition;
  readonly project: string;
  /** The path of the stack file. */
  readonly path: string;
  /** The organization of the stack. Omitted if it is the default one. */
  readonly organization?: string;
  readonly cli: CliStack;
  /** The environment variables of imp. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens the environments. The values of `files` would have to be written unencrypted, and `pulumi` prints no variables that the stack file sets, so
 * these variables must be set already, for example by `pulumi env run`.
 *
 * @throws ENVIRONMENT_UNSUPPORTED, ENVIRONMENT_UNREADABLE, CLI_MISSING, CLI_FAILED
 */
export async function openEnvironment(source: EnvironmentSource): Promise<OpenEnvironment> {
  const { definition, path, cli, env } = source;
  const { imports, values } = definition;
  // `pulumi config` omits the values of an environment that cannot be opened, without an error. `pulumi env open` fails.
  const opened = await Promise.all(imports.map((name) => openImport(environmentName(name, source), path, cli)));
  const ofStackFile = [...values.environmentVariables, ...values.files];
  const missing = ofStackFile.filter((name) => env[name] === undefined);
  if (missing.length > 0) throw ImpError.of("ENVIRONMENT_UNSUPPORTED", { path, reason: "stackFile", names: missing });
  for (const { name: environment, files } of opened) {
    const names = files.filter((name) => env[name] === undefined);
    if (names.length > 0) throw ImpError.of("ENVIRONMENT_UNSUPPORTED", { path, reason: "files", names, environment });
  }
  const inherited = [...new Set([...opened.flatMap(({ files }) => files), ...ofStackFile])];
  const config = readConfig(await cli.config(), path);
  const lost = values.pulumiConfig.filter((key) => !config.has(normaliseConfigKey(key, source.project) ?? key));
  if (lost.length > 0) throw ImpError.of("ENVIRONMENT_UNREADABLE", { path, command: "pulumi config", keys: lost });
  const variables = opened.flatMap((each) => [...each.variables]).filter(([name]) => !inherited.includes(name));
  return { config, variables: new Map(variables), inherited };
}

/** Returns the name with its organization and project, because `pulumi env open` could read the project as an organization. */
function environmentName(name: string, { organization }: Pick<EnvironmentSource, "organization">): string {
  if (organization === undefined) return name;
  return name.includes("/") ? `${organization}/${name}` : `${organization}/default/${name}`;
}

interface OpenImport {
  /** The full name of the environment. */
  readonly name: string;
  readonly variables: ReadonlyMap<string, EnvironmentVariable>;
  /** The environment variables for the paths of the files. */
  readonly files: readonly string[];
}

async function openImport(name: string, path: string, cli: CliStack): Promise<OpenImport> {
  const [variables, files] = await Promise.all(
    (["environmentVariables", "files"] as const).map(async (property) =>
      readVariables(await cli.openEnvironment(name, property), { path, name, property }),
    ),
  );
  return { name, variables: variables ?? new Map(), files: [...(files ?? new Map()).keys()] };
}

/** Reads the output of `pulumi env open --format detailed`. Only scalars become variables. */
function readVariables(
  bytes: Uint8Array,
  { path, name, property }: { readonly path: string; readonly name: string; readonly property: EnvironmentProperty },
): ReadonlyMap<string, EnvironmentVariable> {
  const root = parsedTree(bytes);
  if (root?.kind !== "map")
    throw ImpError.of("ENVIRONMENT_UNREADABLE", { path, command: `pulumi env open ${name} ${property}`, keys: [] });
  const value = memberOf(root, "value");
  if (value?.kind !== "map") return new Map();
  const allSecret = isSecret(root);
  return new Map(
    [...value.entries.values()].flatMap(({ key, value: member }): [string, EnvironmentVariable][] => {
      const text = member.kind === "map" ? scalarText(memberOf(member, "value")) : undefined;
      return text === undefined ? [] : [[key, { text, secret: allSecret || isSecret(member) }]];
    }),
  );
}

function parsedTree(bytes: Uint8Array): JsonNode | undefined {
  try {
    return parseTree(Buffer.from(bytes).toString("utf8"), { depth: 500, values: 1_000_000 });
  } catch {
    return undefined;
  }
}

function memberOf(map: JsonMap, key: string): JsonNode | undefined {
  return map.entries.get(key)?.value;
}

function isSecret(node: JsonNode): boolean {
  const secret = node.kind === "map" ? memberOf(node, "secret") : undefined;
  return secret?.kind === "boolean" && secret.value;
}

/** Returns the text of a scalar, as Pulumi sets it in the environment. Returns undefined for lists and maps. */
function scalarText(node: JsonNode | undefined): string | undefined {
  switch (node?.kind) {
    case undefined:
    case "null":
      return "";
    case "boolean":
      return String(node.value);
    case "number":
      return node.text;
    case "text":
      return node.value;
    case "list":
    case "map":
      return undefined;
  }
}

/** Reads the output of `pulumi config --json --show-secrets`. */
function readConfig(bytes: Uint8Array, path: string): ReadonlyMap<string, ResolvedValue> {
  const json = parsedJson(Buffer.from(bytes).toString("utf8"));
  if (!isJsonObject(json)) throw ImpError.of("ENVIRONMENT_UNREADABLE", { path, command: "pulumi config", keys: [] });
  return new Map(
    Object.entries(json).map(([key, value]) => [
      key,
      {
        text: textAt(value, "value") ?? "",
        secret: memberAt(value, "secret") === true,
        object: memberAt(value, "objectValue") !== undefined,
      },
    ]),
  );
}
