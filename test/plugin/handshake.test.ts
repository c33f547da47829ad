/** The first calls to a plugin: Handshake, Parameterize, GetSchema. */
import assert from "node:assert/strict";
import { create } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { ImpError } from "../../src/domain/errors.ts";
import { GetSchemaResponseSchema, ParameterizeResponseSchema } from "../../src/plugin/proto/gen/provider_pb.ts";
import { allBytes } from "../../src/value/json/byte-source.ts";
import { type Handlers, serveProvider } from "./serve-provider.ts";
import { acceptsAll, failure, raise, unimplemented, withProvider } from "./with-provider.ts";

describe("Handshake and Parameterize", () => {
  it("exchanges the features of imp and the plugin with Handshake", async () => {
    let seen: unknown;
    const handshake: Handlers["handshake"] = (request) => {
      seen = request;
      return acceptsAll;
    };
    await withProvider({ handshake }, async (provider) => {
      assert.equal(provider.version, "1.2.3");
      assert.equal(provider.package, "base");
    });
    const { engineAddress, rootDirectory, programDirectory, configureWithUrn, supportsViews } = seen as never;
    assert.deepEqual(
      { engineAddress, rootDirectory, programDirectory, configureWithUrn, supportsViews },
      {
        engineAddress: "127.0.0.1:1",
        rootDirectory: "/plugins",
        programDirectory: "/plugins",
        configureWithUrn: true,
        supportsViews: false,
      },
    );
  });

  it("rejects a plugin whose Handshake fails", async () => {
    await assert.rejects(
      serveProvider({ handshake: () => raise(status.INTERNAL, "broken") }),
      (error) => error instanceof ImpError && error.code === "PLUGIN_HANDSHAKE",
    );
  });

  it("parameterizes a plugin, and requests the schema of the package", async () => {
    const seen: unknown[] = [];
    const served = await serveProvider(
      {
        handshake: () => acceptsAll,
        parameterize: ({ parameters }) => {
          seen.push(parameters.case === "value" && Buffer.from(parameters.value.value).toString());
          return create(ParameterizeResponseSchema, { name: "sub", version: "3.0.0" });
        },
        getSchema: ({ subpackageName, subpackageVersion }) => {
          seen.push(subpackageName, subpackageVersion);
          return create(GetSchemaResponseSchema, { schema: Buffer.from('{"name":"sub"}') });
        },
      },
      { name: "sub", version: "3.0.0", value: Buffer.from("parameter") },
    );
    assert.equal(served.provider.package, "sub");
    assert.equal(served.provider.version, "3.0.0");
    assert.equal(Buffer.from(allBytes(await served.provider.getSchema())).toString(), '{"name":"sub"}');
    assert.deepEqual(seen, ["parameter", "sub", "3.0.0"]);
    await served.close();
  });

  it("rejects a package if Parameterize returns a different name", async () => {
    const parameterize = () => create(ParameterizeResponseSchema, { name: "other", version: "3.0.0" });
    await assert.rejects(
      serveProvider({ ...unimplemented, parameterize }, { name: "sub", version: "3.0.0", value: new Uint8Array() }),
      (error) => error instanceof ImpError && error.code === "PLUGIN_PARAMETERIZED",
    );
  });

  it("treats an empty schema as unimplemented", async () => {
    const getSchema = () => create(GetSchemaResponseSchema, { schema: Buffer.from(" {\n} ") });
    await withProvider({ getSchema }, async (provider) => {
      assert.equal((await failure(provider.getSchema())).failure, "unimplemented");
    });
  });
});
