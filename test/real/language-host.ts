/** Replaces `pulumi-language-<runtime>` for `pulumi preview`, `up`, and `import`. The first argument is the runtime. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import * as grpc from "@grpc/grpc-js";
import type * as LanguageService from "@pulumi/pulumi/proto/language_grpc_pb.js";
import type * as Language from "@pulumi/pulumi/proto/language_pb.js";
import type * as Plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import { launchProgram } from "./launch-program.ts";

// Node.js cannot detect the exports of these CommonJS modules statically.
const require = createRequire(import.meta.url);
const service = require("@pulumi/pulumi/proto/language_grpc_pb.js") as typeof LanguageService;
const language = require("@pulumi/pulumi/proto/language_pb.js") as typeof Language;
const plugin = require("@pulumi/pulumi/proto/plugin_pb.js") as typeof Plugin;

/** The SDK's runner exits with this code after it has reported an error. */
const alreadyReported = 32;

const emptyMessage = require("google-protobuf/google/protobuf/empty_pb.js") as { Empty: new () => unknown };
const runtime = process.argv[2] ?? "";
let engineAddress = process.argv.at(-1) ?? "";

const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(service.LanguageRuntimeService as unknown as grpc.ServiceDefinition, {
  handshake: unary((request: Language.LanguageHandshakeRequest) => {
    engineAddress = request.getEngineAddress();
    return new language.LanguageHandshakeResponse();
  }),
  getPluginInfo: unary(() => new plugin.PluginInfo().setVersion("0.0.1")),
  getRequiredPackages: unary(() => new language.GetRequiredPackagesResponse()),
  getRequiredPlugins: unary(() => new language.GetRequiredPluginsResponse()),
  getProgramDependencies: unary(() => new language.GetProgramDependenciesResponse()),
  runtimeOptionsPrompts: unary(() => new language.RuntimeOptionsResponse()),
  about: unary(() => new language.AboutResponse()),
  installDependencies: (call: grpc.ServerWritableStream<unknown, unknown>) => call.end(),
  cancel: unary(() => new emptyMessage.Empty()),
  run: unary(runProgram),
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});

function unary<Q, R>(answer: (request: Q) => R | Promise<R>) {
  return (call: grpc.ServerUnaryCall<Q, R>, done: grpc.sendUnaryData<R>): void => {
    Promise.resolve(call.request)
      .then(answer)
      .then(
        (response) => done(null, response),
        (error: unknown) => done({ code: grpc.status.UNKNOWN, details: String(error) }),
      );
  };
}

/** Starts the program of the request, and waits for its end. */
async function runProgram(request: Language.RunRequest): Promise<Language.RunResponse> {
  const info = request.getInfo();
  const directory = info?.getProgramDirectory() || request.getPwd();
  const { command, env } = launchProgram(runtime, {
    monitor: request.getMonitorAddress(),
    engine: engineAddress,
    project: request.getProject(),
    stack: request.getStack(),
    organization: request.getOrganization(),
    root: info?.getRootDirectory() ?? directory,
    directory,
    pwd: request.getPwd(),
    parallel: request.getParallel(),
    dryRun: request.getDryrun(),
    config: Object.fromEntries(request.getConfigMap().toArray()),
    secretKeys: request.getConfigsecretkeysList(),
    args: request.getArgsList(),
  });
  const [file, ...args] = command;
  const child = spawn(file, args, {
    cwd: request.getPwd(),
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exit) => resolve(exit ?? 1));
  });
  const response = new language.RunResponse();
  if (code === alreadyReported) response.setBail(true);
  else if (code !== 0) response.setError(`the program ended with exit code ${code}`);
  return response;
}
