/** Compares `imp verify` of a program with `pulumi preview`, and with the program alone, whose monitor answers at once. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { alikeEstate } from "../../fixtures/simcloud/estate.ts";
import { runCommand } from "../../generators/typescript/run-command.ts";
import type { Monitor } from "../../src/domain/registration.ts";
import { makeUrn } from "../../src/domain/urn.ts";
import { serveEngine } from "../../src/plugin/engine-service.ts";
import { startGrpcThread } from "../../src/plugin/grpc-thread.ts";
import { serveMonitor } from "../../src/plugin/monitor-service.ts";
import { mustRun, type Ran } from "../real/run-process.ts";
import { simcloudExecutable } from "../real/simcloud.ts";
import { moduleExecutable } from "../real/stack.ts";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { installSimcloudSdk } from "../support/simcloud-sdk.ts";
import { imp } from "./measure-startup.ts";
import { median } from "./median.ts";
import type { Peer } from "./peer.ts";

type Verifier = "imp verify" | "the program alone" | "pulumi preview";

export interface VerifyFigure {
  readonly resources: number;
  readonly verifier: Verifier;
  readonly medianSeconds: number;
  /** The maximum memory of all runs, without the program and the provider. */
  readonly peakBytes: number;
}

/** Alternates the programs, so that the load of the machine affects all of them. */
export async function measureVerify(options: {
  readonly size: number;
  readonly runs: number;
  readonly peer?: Peer;
  readonly print: (line: string) => void;
}): Promise<readonly VerifyFigure[]> {
  const { size, runs, peer, print } = options;
  const { project, env } = await openProject(size);
  const run = { cwd: project.directory, env, timeout: 600_000, sample: 10 };
  const verifiers: readonly (readonly [Verifier, () => Promise<Ran>])[] = [
    ["imp verify", () => mustRun([...imp, "verify"], run)],
    ["the program alone", () => programAlone(project, env)],
    ...(peer === undefined
      ? []
      : [
          [
            "pulumi preview",
            () => mustRun([peer.tools.pulumi, "preview", "--expect-no-changes", "--non-interactive"], run),
          ] as const,
        ]),
  ];
  const runsOf = new Map<Verifier, Ran[]>(verifiers.map(([verifier]) => [verifier, []]));
  for (let turn = 1; turn <= runs; turn += 1)
    for (const [verifier, once] of verifiers) {
      print(`${size} × ${verifier}, run ${turn}`);
      runsOf.get(verifier)?.push(await once());
    }
  await project.remove();
  return [...runsOf].map(([verifier, measured]) => ({
    resources: size,
    verifier,
    medianSeconds: median(measured.map(({ seconds }) => seconds)),
    peakBytes: Math.max(...measured.map(({ peakBytes }) => peakBytes)),
  }));
}

/** Opens a project whose program registers the resources of its state. The language host and the provider are on the PATH. */
async function openProject(size: number): Promise<{ readonly project: CliProject; readonly env: NodeJS.ProcessEnv }> {
  const { cloud, specs } = alikeEstate(size);
  const project = makeProject({ cloud, specs });
  installSimcloudSdk(project);
  await exitsWith(0, project.run(["specs.json", "--yes", "--no-protect", "--state-only"]));
  project.write("package.json", JSON.stringify({ name: "orchard", private: true, main: "bin/index.js" }));
  project.write("bin/index.js", programOf(size));
  const bin = join(project.root, "bin");
  mkdirSync(bin);
  moduleExecutable(join(bin, "pulumi-language-nodejs"), "test/real/language-host.js", "nodejs");
  symlinkSync(simcloudExecutable, join(bin, "pulumi-resource-simcloud"));
  return { project, env: { ...project.env, PATH: `${bin}:${project.env.PATH}`, PULUMI_SKIP_UPDATE_CHECK: "1" } };
}

/** Returns a program that registers the resources of `alikeEstate` in a loop. */
function programOf(size: number): string {
  return `const simcloud = require("@pulumi/simcloud");
for (let index = 0; index < ${size}; index++) {
  const name = "host-" + String(index).padStart(5, "0");
  const records = ["10.0." + Math.floor(index / 256) + "." + (index % 256)];
  new simcloud.dns.Record(name, { zone: "alike.example", name, type: "A", records, ttl: 300 });
}
`;
}

/** Runs the program with a monitor that answers each registration with its inputs. */
async function programAlone({ directory }: CliProject, env: NodeJS.ProcessEnv): Promise<Ran> {
  const thread = startGrpcThread(1);
  const monitor = await serveMonitor(thread, echo);
  const engine = await serveEngine(thread, () => {});
  const program = { project: "orchard", stack: "dev", root: directory, directory, main: ".", options: {} };
  const services = { monitorAddress: monitor.address, engineAddress: engine.address };
  const command = runCommand({ ...program, ...services });
  if (command === undefined) throw new Error("the Pulumi SDK is not installed");
  try {
    const run = { cwd: directory, env: { ...env, ...command.env }, timeout: 600_000 };
    return await mustRun([command.command, ...command.args], run);
  } finally {
    monitor.close();
    engine.close();
    thread.close();
  }
}

function notServed(): never {
  throw new Error("This benchmark supports only programs that register resources");
}

const echo: Monitor = {
  inherit: (registration) => registration,
  providerBelow: () => "",
  register: async ({ parent, type, name, inputs }) => {
    const urn = makeUrn("dev", "orchard", parent === "" ? undefined : parent, type, name);
    return { urn, id: name, outputs: inputs };
  },
  registerOutputs: async () => {},
  construct: notServed,
  read: notServed,
  invoke: notServed,
  callMethod: notServed,
  registerPackage: notServed,
  registerHook: notServed,
  registerErrorHook: notServed,
  waitForShutdown: async () => {},
};
