/** Printed Go compiles with published SDKs. The test reports modules that the proxy does not have. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { loadSchema } from "../../src/schema/load.ts";
import {
  config,
  enumType,
  interpolation,
  list,
  map,
  node,
  num,
  object,
  objectType,
  program,
  reference,
  string,
  text,
  yes,
} from "../generators/build.ts";
import { loadGenerator } from "../generators/generator-of.ts";
import { cuts, printFiles } from "../generators/print-files.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { readSchema } from "../support/published-schemas.ts";
import { pinned } from "./go-sdk.ts";
import { exitsWith, type Ran, runProcess } from "./run-process.ts";
import { onPath } from "./tools.ts";

const integer: Type = { kind: "integer" };
const texts: Type = { kind: "list", element: string };
const objects = (name: string, ...items: readonly Expression[]) =>
  list(items, { kind: "list", element: objectType(name) });
const builder = enumType("docker:index/x:BuilderVersion", [{ value: "BuilderBuildKit" }]);

/** References, nested objects, an enum, a union, options and a secret, for schema version 4.10. */
const dockerProgram: Program = program(
  [
    node("host", "pulumi:providers:docker", {
      inputs: [
        [
          "registryAuth",
          objects(
            "docker:index/x:ProviderRegistryAuth",
            object("docker:index/x:ProviderRegistryAuth", [
              ["address", text("registry.example.com")],
              ["password", config("registryPassword")],
            ]),
          ),
        ],
      ],
    }),
    node("inner", "docker:index/network:Network", { inputs: [["internal", yes]], options: { provider: "host" } }),
    node("data", "docker:index/volume:Volume"),
    node("redis", "docker:index/remoteImage:RemoteImage", { inputs: [["name", text("redis:7")]] }),
    node("cache", "docker:index/container:Container", {
      inputs: [
        ["envs", list([interpolation("VOLUME=", reference("data", "name")), text("A=100%")], texts)],
        ["image", reference("redis", "imageId")],
        [
          "networksAdvanced",
          objects(
            "docker:index/x:ContainerNetworksAdvanced",
            object("docker:index/x:ContainerNetworksAdvanced", [["name", reference("inner", "name")]]),
          ),
        ],
        [
          "ports",
          objects(
            "docker:index/x:ContainerPort",
            object("docker:index/x:ContainerPort", [
              ["external", num(6379, integer)],
              ["internal", num(6379, integer)],
            ]),
          ),
        ],
      ],
      options: {
        provider: "host",
        dependsOn: ["data"],
        protect: true,
        ignoreChanges: [["labels"]],
        deletedWith: "inner",
        customTimeouts: { create: 600 },
      },
    }),
    node("site", "docker:index/image:Image", {
      inputs: [
        [
          "build",
          object("docker:index/x:DockerBuild", [
            ["args", map([["VERSION", text("1")]], { kind: "map", element: string })],
            ["builderVersion", { kind: "enum", member: { value: "BuilderBuildKit" }, type: builder }],
            ["context", text("./site")],
          ]),
        ],
        ["imageName", text("registry.example.com/site")],
        ["skipPush", yes],
      ],
    }),
  ],
  [{ name: "docker", language: { go: { importBasePath: "github.com/pulumi/pulumi-docker/sdk/v4/go/docker" } } }],
);

/** A list of strings, an object, a reference to a secret output, and an output of an output. */
const tlsProgram: Program = program(
  [
    node("key", "tls:index/privateKey:PrivateKey", {
      inputs: [
        ["algorithm", text("RSA")],
        ["rsaBits", num(4096, integer)],
      ],
      options: { additionalSecretOutputs: ["privateKeyPem"], retainOnDelete: true },
    }),
    node("root", "tls:index/selfSignedCert:SelfSignedCert", {
      inputs: [
        ["allowedUses", list([text("cert_signing"), text("digital_signature")], texts)],
        ["dnsNames", list([interpolation("key-", reference("key", "id"), ".example.com")], texts)],
        ["privateKeyPem", reference("key", "privateKeyPem")],
        ["subject", object("tls:index/x:SelfSignedCertSubject", [["commonName", text('The "root"')]])],
        ["validityPeriodHours", num(24, integer)],
      ],
    }),
  ],
  [{ name: "tls", language: { go: { importBasePath: "github.com/pulumi/pulumi-tls/sdk/v5/go/tls" } } }],
);

/** The published versions with the same resources as the schemas of the tests. */
const published: readonly { readonly module: string; readonly schema: string | Program }[] = [
  { module: "github.com/pulumi/pulumi-docker/sdk/v4@v4.10.0", schema: dockerProgram },
  { module: "github.com/pulumi/pulumi-random/sdk/v4@v4.19.1", schema: "random" },
  { module: "github.com/pulumi/pulumi-tls/sdk/v5@v5.2.0", schema: tlsProgram },
  { module: "github.com/pulumi/pulumi-command/sdk@v1.1.3", schema: "command" },
];

describe("printed Go with published SDKs", function () {
  this.timeout(600_000);
  let folder: string;

  before(function () {
    if (process.env.IMP_PROVE === "1" && onPath("go")) {
      folder = mkdtempSync(join(tmpdir(), "imp-go-published-"));
      return;
    }
    console.log("SKIPPED: compiling printed Go with published SDKs: go is not on the PATH, or IMP_PROVE=1 is not set");
    this.skip();
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  for (const { module, schema } of published) {
    it(`prints Go, in one or several files, that passes go vet with ${module}`, async function () {
      const directory = join(folder, module.replace(/\W/g, "_"));
      const written = typeof schema === "string" ? programOf(schema) : schema;
      const got = await get(directory, module);
      if (got.code !== 0) {
        const [why = "go get failed"] = got.stderr.trim().split("\n").slice(-1);
        console.log(`SKIPPED: ${module}: ${why.trim()}`);
        return this.skip();
      }
      const [file] = await (await loadGenerator("go")).print(written, {});
      mkdirSync(join(directory, "single"));
      writeFileSync(join(directory, "single", "main.go"), file?.text ?? assert.fail());
      for (const cut of cuts) await printFiles(join(directory, cut), written, "go", cut);
      const formatted = await runProcess(["gofmt", "-l", directory]);
      assert.equal(formatted.stdout + formatted.stderr, "");
      await exitsWith(0, go(directory, "vet", "./..."));
    });
  }
});

function programOf(name: string): Program {
  return syntheticProgram(loadSchema(readSchema("packages", name))).program;
}

/** Downloads a module, with the same versions of its dependencies as the real CLI and the SDK. */
function get(place: string, module: string): Promise<Ran> {
  mkdirSync(place);
  const mod = readFileSync(join(pinned, "go.mod"), "utf8")
    .replace(/^module .*/m, "module imp.test/published")
    .replace(/^tool .*/m, "");
  writeFileSync(join(place, "go.mod"), mod);
  copyFileSync(join(pinned, "go.sum"), join(place, "go.sum"));
  return go(place, "get", module);
}

function go(cwd: string, ...args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, GOFLAGS: "-mod=mod -p=2 -buildvcs=false", GOWORK: "off" };
  return runProcess(["go", ...args], { cwd, env, timeout: 540_000 });
}
