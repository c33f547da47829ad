import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { create, type DescField, type DescMessage, ScalarType, toBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { file_engine } from "../../src/plugin/proto/gen/engine_pb.ts";
import { file_errors } from "../../src/plugin/proto/gen/errors_pb.ts";
import { file_plugin } from "../../src/plugin/proto/gen/plugin_pb.ts";
import { file_provider } from "../../src/plugin/proto/gen/provider_pb.ts";
import { engineService, resourceProviderService } from "../../src/plugin/proto/service.ts";

const require = createRequire(import.meta.url);

interface PulumiMessage {
  deserializeBinary(bytes: Uint8Array): { toObject(): Record<string, unknown> };
}

/** The messages that `@pulumi/pulumi` generates from its own protocol files, by name. */
const pulumiMessages: Record<string, PulumiMessage> = Object.assign(
  {},
  ...["provider_pb", "engine_pb", "plugin_pb", "errors_pb", "status_pb"].map((file) =>
    require(`@pulumi/pulumi/proto/${file}.js`),
  ),
);

/** Messages that are not Pulumi's, because they belong to google.rpc or google.protobuf, or are the entries of a map. */
const otherPackages = new Set(["Empty", "Any", "RetryInfo", "Variable", "DetailedDiffEntry", "UrnsEntry"]);

/** Fields that the installed `@pulumi/pulumi` does not have yet. When it has one of them, the test fails. */
const newerFields = new Set(["accepts_byte_string"]);

describe("the protocol files, compared with Pulumi's", () => {
  const files = [file_provider, file_engine, file_plugin, file_errors];
  for (const message of files.flatMap((file) => file.messages).filter(({ name }) => !otherPackages.has(name))) {
    it(`declares every field of ${message.name} like Pulumi`, () =>
      compareMessage(message, pulumiMessages[message.name]));
  }

  for (const [file, service] of [
    ["provider_grpc_pb", { name: "ResourceProviderService", methods: resourceProviderService }],
    ["engine_grpc_pb", { name: "EngineService", methods: engineService }],
  ] as const) {
    it(`declares every method of ${service.name} like Pulumi`, () => {
      const pulumiService = require(`@pulumi/pulumi/proto/${file}.js`)[service.name];
      for (const [key, method] of Object.entries(service.methods)) {
        const { path: pulumiPath, requestStream, responseStream } = pulumiService[key] ?? {};
        assert.deepEqual(
          [method.path, method.requestStream, method.responseStream],
          [pulumiPath, requestStream, responseStream],
        );
      }
    });
  }

  it("generates the committed code from the protocol files", () => {
    const proto = fileURLToPath(new URL("../../src/plugin/proto/", import.meta.url));
    const bin = fileURLToPath(new URL("../../node_modules/.bin/", import.meta.url));
    const out = mkdtempSync(path.join(tmpdir(), "imp-proto-"));
    try {
      const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
      execFileSync(path.join(bin, "buf"), ["generate", "-o", out], { cwd: proto, env });
      const names = readdirSync(path.join(proto, "gen"));
      assert.deepEqual(readdirSync(path.join(out, "gen")), names);
      for (const name of names) {
        const [now, fresh] = [path.join(proto, "gen", name), path.join(out, "gen", name)].map((file) =>
          readFileSync(file, "utf8"),
        );
        assert.ok(now === fresh, `${name} is stale: run npm run proto`);
      }
    } finally {
      rmSync(out, { recursive: true });
    }
  });
});

describe("the plugin host", () => {
  it("does not load grpc-js when it is imported", () => {
    const script = `
      await import(${JSON.stringify(new URL("../../src/plugin/host.ts", import.meta.url).href)});
      const { createRequire } = await import("node:module");
      const loaded = Object.keys(createRequire(${JSON.stringify(import.meta.url)}).cache);
      console.log(loaded.filter((file) => file.includes("grpc-js")).length);`;
    const output = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    assert.equal(output.trim(), "0");
  });
});

/** Encodes a message with one field at a time, and asserts that Pulumi's message decodes exactly this field. */
function compareMessage(message: DescMessage, pulumiMessage: PulumiMessage | undefined): void {
  assert.ok(pulumiMessage !== undefined, `The message ${message.name} does not exist in Pulumi`);
  for (const field of message.fields) {
    const bytes = toBinary(message, withField(message, field));
    const decoded: Record<string, unknown> = pulumiMessage.deserializeBinary(bytes).toObject();
    const values: ReadonlyMap<string, unknown> = new Map(
      Object.entries(decoded).map(([key, value]) => [key.toLowerCase().replace(/(?:list|map)$/, ""), value]),
    );
    const value = values.get(field.name.replaceAll("_", "")) ?? values.get(`pb_${field.name}`);
    if (newerFields.has(field.name)) {
      assert.equal(value, undefined, `the installed Pulumi SDK has the field ${field.name}`);
      continue;
    }
    assert.ok(isSet(value), `${message.name}.${field.name}: ${JSON.stringify(decoded)}`);
    const others = [...values].filter(([, other]) => isSet(other));
    assert.equal(others.length, 1, `${message.name}.${field.name} sets ${others.map(([key]) => key)}`);
  }
  const nested = pulumiMessage as unknown as Record<string, PulumiMessage>;
  for (const inner of message.nestedMessages) compareMessage(inner, nested[inner.name]);
}

function withField(message: DescMessage, field: DescField): ReturnType<typeof create> {
  const reflected = reflect(message, create(message));
  if (field.fieldKind === "list") {
    const item = field.listKind === "message" ? reflect(field.message) : scalar(field.scalar ?? ScalarType.STRING);
    const list = reflected.get(field);
    list.add(item as never);
  } else if (field.fieldKind === "message") reflected.set(field, reflect(field.message));
  else reflected.set(field, scalar(field.scalar ?? ScalarType.INT32));
  return reflected.message as ReturnType<typeof create>;
}

function scalar(type: ScalarType): string | number | boolean | bigint | Uint8Array {
  switch (type) {
    case ScalarType.STRING:
      return "x";
    case ScalarType.BOOL:
      return true;
    case ScalarType.BYTES:
      return new Uint8Array([120]);
    case ScalarType.INT64:
      return 1n;
    default:
      return 1;
  }
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== "" && value !== 0 && value !== false;
}
