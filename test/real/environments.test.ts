/** The real `pulumi` command resolves the configuration as imp does, and opens environments for imp. The service with the environments is a stand-in. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { secretsManagers } from "../../src/state/secrets/index.ts";
import { openStack, openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { imp, type Report } from "./judge-import.ts";
import { type EnvironmentValue, type PulumiService, startPulumiService } from "./pulumi-service.ts";
import { exitsWith, mustRun } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

interface PrintedValue {
  readonly value: string;
  readonly objectValue?: unknown;
  readonly secret: boolean;
}

/** Returns what `pulumi config` prints. */
async function printedConfig({ directory, env }: RealStack): Promise<Readonly<Record<string, PrintedValue>>> {
  const words = ["config", "--json", "--show-secrets", "--stack", String(env.PULUMI_STACK), "--non-interactive"];
  return JSON.parse((await mustRun([requireTools().pulumi, ...words], { cwd: directory, env })).stdout);
}

async function openInImp({ directory, env, root }: RealStack): Promise<Workspace> {
  const flags = { cwd: directory, config: new Map<string, string>() };
  const environment = { env, homeDir: join(root, "home") };
  return await openWorkspace(await openStack(flags, environment), flags, environment, {
    random: randomBytes,
    secretsManagers,
  });
}

/** Returns imp's configuration in the form that `pulumi config` prints. */
function asPrinted({ config }: Workspace): Readonly<Record<string, PrintedValue>> {
  const entries = [...config].map(([key, { text, secret, object }]): [string, PrintedValue] => [
    key,
    { value: text, ...(object ? { objectValue: JSON.parse(text) } : {}), secret },
  ]);
  return Object.fromEntries(entries.sort());
}

const plain = (value: unknown): EnvironmentValue => ({ value, trace: {} });
const secret = (value: unknown): EnvironmentValue => ({ value, secret: true, trace: {} });

const projectFile = `name: orchard
runtime: nodejs
config:
  size: {type: integer, default: 3}
  zone: {type: string, default: b}
`;

describe("the configuration that the pulumi command resolves", () => {
  let stack: RealStack;
  let service: PulumiService | undefined;
  beforeEach(async () => {
    stack = await openSimcloudStack(requireTools(), {}, { project: "orchard", stack: "dev" });
    symlinkSync(requireTools().pulumi, join(stack.root, "bin", "pulumi"));
    stack.env.PULUMI_STACK = "dev";
    writeFileSync(join(stack.directory, "Pulumi.yaml"), projectFile);
    for (const words of [
      ["simcloud:region", "eu-west-1"],
      ["--secret", "password", "hush-hush"],
      ["--path", "--secret", "list[0].token", "hush"],
      ["--path", "list[1]", "5"],
      ["--path", "map.on", "true"],
      ["zone", "c"],
    ])
      await mustRun([requireTools().pulumi, "config", "set", ...words], { cwd: stack.directory, env: stack.env });
  });
  afterEach(async () => {
    service?.close();
    service = undefined;
    await stack.dispose();
  });

  const useService = async (environment: string, environments: Record<string, Record<string, EnvironmentValue>>) => {
    service = await startPulumiService({ organization: "acme", project: "orchard", stack: "dev", environments });
    Object.assign(stack.env, {
      PULUMI_BACKEND_URL: service.url,
      PULUMI_ACCESS_TOKEN: "token-of-test",
      PULUMI_STACK: "acme/orchard/dev",
    });
    const file = join(stack.directory, "Pulumi.dev.yaml");
    writeFileSync(file, `${environment}\n${readFileSync(file, "utf8")}`);
    return { service, file, text: readFileSync(file, "utf8") };
  };

  it("is what imp reads for a self-managed stack", async () => {
    const printed = await printedConfig(stack);
    assert.equal(Object.keys(printed).length, 6);
    assert.deepEqual(asPrinted(await openInImp(stack)), printed);
  });

  it("rejects environments of a self-managed stack, as imp does", async () => {
    const file = join(stack.directory, "Pulumi.dev.yaml");
    writeFileSync(file, `environment: [common]\n${readFileSync(file, "utf8")}`);
    const ran = await stack.pulumi("config", "--json", "--show-secrets");
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /does not support environments/);
    await assert.rejects(openInImp(stack), (error) => {
      return error instanceof ImpError && error.code === "ENVIRONMENT_UNSUPPORTED";
    });
  });

  const pulumiConfig = plain({
    "simcloud:region": plain("ignored"),
    "simcloud:token": secret("esc-token"),
    size: plain(8),
    map: plain({ on: plain(false), off: secret("esc-hush") }),
    ratio: plain(0.5),
    flag: plain(true),
  });
  const environmentVariables = plain({
    ZONE: plain("a"),
    TOKEN: secret("esc-variable"),
    PORT: plain(8080),
    LINES: plain("one\ntwo"),
    LIST: plain([plain("x")]),
  });

  it("includes the environments of a stack, and their variables", async () => {
    const common = { pulumiConfig, environmentVariables };
    const { file, text } = await useService("environment: [common]", { yaml: common, "default/common": common });
    const workspace = await openInImp(stack);
    assert.deepEqual(asPrinted(workspace), await printedConfig(stack));
    assert.deepEqual(
      [...workspace.config].filter(([, { source }]) => source === "environment").map(([key]) => key),
      ["orchard:flag", "orchard:ratio", "orchard:size", "simcloud:token"],
    );
    assert.deepEqual(Object.fromEntries(workspace.environmentVariables), {
      LINES: { text: "one\ntwo", secret: false },
      PORT: { text: "8080", secret: false },
      TOKEN: { text: "esc-variable", secret: true },
      ZONE: { text: "a", secret: false },
    });
    assert.equal(readFileSync(file, "utf8"), text);
  });

  it("gives the region and the token to the provider of an import", async () => {
    const { cloud, specs } = makeEstate({ seed: 3, resources: 6, regions: ["eu-north-1"] });
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(cloud));
    const file = join(stack.root, "specs.json");
    writeFileSync(file, JSON.stringify(specs));
    await mustRun([requireTools().pulumi, "config", "rm", "simcloud:region"], { cwd: stack.directory, env: stack.env });
    delete stack.env.SIMCLOUD_REGION;
    const common = {
      pulumiConfig: plain({ "simcloud:token": secret("esc-token") }),
      environmentVariables: plain({ SIMCLOUD_REGION: plain("eu-north-1"), SIMCLOUD_TALK: plain("1") }),
    };
    await useService("environment: [common]", { yaml: common, "default/common": common });
    const ran = await exitsWith(0, imp(stack, "run", file, "--plan-only", "--json", "--placeholder"));
    const { resources } = JSON.parse(ran.stdout) as Report;
    assert.ok(resources.length >= 6 && resources.every(({ verdict }) => verdict === "clean"), ran.stdout);
    assert.doesNotMatch(ran.stdout + ran.stderr, /esc-token/);
  });

  it("does not write the files of an environment, which imp rejects", async () => {
    const common = { files: plain({ KUBECONFIG: secret("esc-hush") }) };
    await useService("environment: [common]", { yaml: common, "default/common": common });
    const ran = await exitsWith(1, imp(stack, "verify"));
    assert.match(ran.stderr, /\(ENVIRONMENT_UNSUPPORTED\)/);
    assert.doesNotMatch(ran.stderr, /esc-hush/);
    assert.deepEqual(readdirSync(join(stack.root, "tmp")), []);
  });

  it("lacks an environment that cannot be opened, which imp reports", async () => {
    await useService("environment: [common]", {});
    assert.equal((await printedConfig(stack))["orchard:flag"], undefined);
    const ran = await exitsWith(1, imp(stack, "verify"));
    assert.match(
      ran.stderr.replace(/\s+/g, " "),
      /\(CLI_FAILED\).*`pulumi env open acme\/default\/common .*Login failed/,
    );
  });

  it("lacks the values of a stack file that cannot be evaluated, which imp reports", async () => {
    await useService("environment:\n  values:\n    pulumiConfig: {flag: {'fn::none': 1}}", {});
    const ran = await exitsWith(1, imp(stack, "verify"));
    assert.match(ran.stderr.replace(/\s+/g, " "), /\(ENVIRONMENT_UNREADABLE\).*did not print flag/);
  });
});
