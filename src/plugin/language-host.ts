/** Runs programs with the language host of their runtime, `pulumi-language-<runtime>`, which Pulumi installs next to its CLI. */
import { realpathSync } from "node:fs";
import path from "node:path";
import type { RunningProgram } from "../../generators/language.ts";
import { fromPlainMap, type Plain } from "../value/plain.ts";
import { toWire } from "../value/wire.ts";
import { grpcCode } from "./grpc-code.ts";
import type { GrpcThread } from "./grpc-thread.ts";
import { launch } from "./launch.ts";
import { filesOnDisk, searchPath } from "./locate.ts";
import { languageService } from "./proto/service.ts";

/** A program, its configuration in plain text, and the addresses of the services that it calls. */
export interface HostedProgram extends RunningProgram {
  readonly runtime: string;
  readonly options: Readonly<Record<string, Plain>>;
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
  readonly loaderAddress: string;
  readonly mapperAddress: string;
}

/**
 * How a program ended: successfully, with an error that it logged, or with an error that only its output shows. A logged error may not arrive, so
 * `output` is then the text that the language host printed.
 */
export type ProgramEnd =
  | { readonly kind: "ended" }
  | { readonly kind: "reported"; readonly output: string }
  | { readonly kind: "failed"; readonly output: string };

export interface HostEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly pulumiHome: string;
  /** Milliseconds in which the host must print its port. It has the same time again to listen there. */
  readonly startTimeoutMs: number;
  /** Milliseconds after which a running program is stopped. */
  readonly limitMs: number;
}

/** Returns the executable of a language host: on the PATH, next to `pulumi`, or in Pulumi's home. Returns undefined if there is none. */
export function findLanguageHost(
  runtime: string,
  { env, pulumiHome }: Pick<HostEnvironment, "env" | "pulumiHome">,
): string | undefined {
  const onPath = searchPath(env, process.platform);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const isThere = (file: string): boolean => filesOnDisk.kind(file) === "file" && filesOnDisk.isExecutable(file);
  const pulumi = onPath.map((directory) => path.join(directory, `pulumi${suffix}`)).find(isThere);
  const nextToPulumi = pulumi === undefined ? [] : [path.dirname(realpathSync(pulumi))];
  return [...onPath, ...nextToPulumi, path.join(pulumiHome, "bin")]
    .map((directory) => path.resolve(directory, `pulumi-language-${runtime.replaceAll(":", "_")}${suffix}`))
    .find(isThere);
}

const stopGraceMs = 3000;
/** The number of lines to keep from the end of the output. They show why a program failed. */
const keptLines = 500;

/** Runs a program until it ends. Throws PLUGIN_*, and ProviderError "cancelled". */
export async function runWithLanguageHost(
  executable: string,
  program: HostedProgram,
  thread: GrpcThread,
  { env, signal, startTimeoutMs, limitMs }: HostEnvironment,
): Promise<ProgramEnd> {
  const lines: string[] = [];
  const { port, group, ended } = await launch({
    name: `language-${program.runtime}`,
    located: { executable, directory: path.dirname(executable), from: "path" },
    cwd: program.directory,
    env,
    engineAddress: program.engineAddress,
    startTimeoutMs,
    signal,
    platform: process.platform,
    onLine: (line) => {
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
    },
  });
  const wire = thread.connect(port);
  const onAbort = (): void => wire.cancel();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await wire.ready(startTimeoutMs);
    const { path: method, requestSerialize, responseDeserialize } = languageService.run;
    const reply = await Promise.race([
      wire.send({ path: method, bytes: requestSerialize(runRequest(program)), limitMs, inLine: false }),
      ended.then(({ status }) => status),
    ]);
    signal.throwIfAborted();
    const printed = (text: string): string => [...lines, text].join("\n").trim();
    const output = (text: string): ProgramEnd => ({ kind: "failed", output: printed(text) });
    if (typeof reply === "string") return output(`The language host ended with ${reply}.`);
    if (reply.overLimit) return output(`The program did not end within ${limitMs / 1000} s.`);
    if (reply.code !== grpcCode.ok) return output(reply.details);
    const { error, bail } = responseDeserialize(reply.bytes);
    if (bail) return { kind: "reported", output: printed("") };
    return error === "" ? { kind: "ended" } : output(error);
  } finally {
    signal.removeEventListener("abort", onAbort);
    wire.close();
    await group.end(stopGraceMs);
  }
}

function runRequest(program: HostedProgram) {
  const { options, project, stack, root, directory, main, config, secretKeys, monitorAddress } = program;
  return {
    $typeName: "pulumirpc.RunRequest" as const,
    project,
    stack,
    pwd: directory,
    program: main,
    args: [],
    config,
    dryRun: true,
    parallel: 16,
    monitorAddress,
    configSecretKeys: [...secretKeys],
    organization: "organization",
    info: {
      $typeName: "pulumirpc.ProgramInfo" as const,
      rootDirectory: root,
      programDirectory: directory,
      entryPoint: main,
      options: toWire(fromPlainMap(options), {
        unknowns: "reject",
        secrets: false,
        resources: false,
        outputs: false,
        bytes: false,
        elideAssets: false,
      }),
    },
    loaderTarget: program.loaderAddress,
    mapperTarget: program.mapperAddress,
  };
}
