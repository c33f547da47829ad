import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { ErrorCode } from "../../src/errors.ts";
import { backendEnv, fails, makePlace, orchardFiles, type Place } from "./place.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

describe("openWorkspace, backend", () => {
  let place: Place | undefined;
  const make = async (files: Files): Promise<Place> => {
    place = await makePlace(files);
    return place;
  };
  afterEach(() => place?.remove());

  const urls = ["file://backend", "file://./backend", "file://./backend?no_tmp_dir=true", "file://./b%61ckend"];
  for (const url of [...urls, "file://<root>/backend", "file://~/../backend"])
    it(`finds ${url}`, async () => {
      const here = await make(orchardFiles({ "home/x": "" }));
      const typed = url.replace("<root>", here.root);
      const ws = await here.open({ stack: "dev" }, { PULUMI_BACKEND_URL: typed });
      assert.equal(ws.target.kind === "diy" && ws.target.backendRoot, here.path("backend"));
      assert.equal(ws.target.kind === "diy" && ws.target.backendUrl, typed);
    });

  it("takes the login's backend last", async () => {
    const files = orchardFiles({ "home/.pulumi/credentials.json": '{"current": "file://./backend"}' });
    const here = await make({ ...files, "cred/credentials.json": '{"current": "s3://elsewhere"}' });
    assert.equal((await here.open({ stack: "dev" })).stack, "dev");
    const moved = { PULUMI_CREDENTIALS_PATH: here.path("cred") };
    await assert.rejects(here.open({ stack: "dev" }, moved), fails("BACKEND_UNSUPPORTED", "cred"));
    await here.write("Pulumi.yaml", "name: orchard\nbackend:\n  url: file://backend\n");
    assert.equal((await here.open({ stack: "dev" }, moved)).stack, "dev");
  });

  it("refuses other backends without telling their secrets", async () => {
    const here = await make(orchardFiles());
    for (const url of ["postgres://u:canary@h/db", "s3://b?k=canary", "https://canary@x", "postgres://u:a?canary/@h"])
      await assert.rejects(here.open({ stack: "dev" }, { PULUMI_BACKEND_URL: url }), (error: unknown) => {
        assert.doesNotMatch(JSON.stringify(error), /canary/);
        return fails("BACKEND_UNSUPPORTED", "PULUMI_BACKEND_URL")(error);
      });
    await assert.rejects(here.open({ stack: "dev" }), fails("BACKEND_UNSUPPORTED", "Pulumi Cloud"));
  });

  it("reads the newest checkpoint, gzip included", async () => {
    const zipped = gzipSync('{"version":3}');
    const here = await make(orchardFiles({ "backend/.pulumi/stacks/orchard/dev.json.gz": zipped }));
    const plain = here.path("backend/.pulumi/stacks/orchard/dev.json");
    await utimes(plain, 1, 1);
    const ws = await here.open({ stack: "dev" }, backendEnv);
    assert.equal(ws.target.kind === "diy" && ws.target.checkpointPath, `${plain}.gz`);
    assert.equal(ws.target.kind === "diy" && ws.target.gzip, true);
    assert.match(Buffer.from(ws.stateBytes ?? []).toString(), /^\{"version":3/);
    await utimes(`${plain}.gz`, 0, 0);
    const again = await here.open({ stack: "dev" }, backendEnv);
    assert.equal(again.target.kind === "diy" && again.target.checkpointPath, plain);
  });

  const refused: readonly (readonly [string, ErrorCode, string, Files])[] = [
    ["a legacy store", "BACKEND_LAYOUT", "meta.yaml", { "backend/.pulumi/meta.yaml": "version: 0" }],
    ["a newer store", "BACKEND_LAYOUT", "meta.yaml", { "backend/.pulumi/meta.yaml": "version: 2" }],
    ["a store without version", "SETTINGS_INVALID", "meta.yaml:1:1", { "backend/.pulumi/meta.yaml": "x: 2" }],
    [
      "zstd",
      "CHECKPOINT_COMPRESSION",
      "dev.json",
      { "backend/.pulumi/stacks/orchard/dev.json": Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0) },
    ],
    [
      "broken gzip",
      "CHECKPOINT_COMPRESSION",
      "dev.json",
      { "backend/.pulumi/stacks/orchard/dev.json": gzipSync("{}").subarray(0, 12) },
    ],
    ["environments", "ENVIRONMENT_UNSUPPORTED", "Pulumi.dev.yaml", { "Pulumi.dev.yaml": "environment: [common]" }],
    [
      "a declared key without a value",
      "CONFIG_MISSING",
      "Pulumi.dev.yaml",
      { "Pulumi.yaml": "name: orchard\nconfig:\n  size: {type: integer}" },
    ],
  ];
  for (const [title, code, where, files] of refused)
    it(`refuses ${title}`, async () => {
      const here = await make(orchardFiles(files));
      await assert.rejects(here.open({ stack: "dev" }, backendEnv), fails(code, where));
    });

  it("refuses a legacy store without meta file, and a directory that is not there", async () => {
    const here = await make({ "Pulumi.yaml": "name: orchard", "backend/.pulumi/stacks/dev.json": "{}" });
    await assert.rejects(here.open({ stack: "dev" }, backendEnv), fails("BACKEND_LAYOUT", "stacks"));
    const missing = { PULUMI_BACKEND_URL: "file://nowhere" };
    await assert.rejects(here.open({ stack: "dev" }, missing), fails("BACKEND_NOT_FOUND", "nowhere"));
  });

  it("needs no meta file", async () => {
    const files = orchardFiles();
    delete files["backend/.pulumi/meta.yaml"];
    const here = await make(files);
    assert.equal((await here.open({ stack: "dev" }, backendEnv)).stack, "dev");
  });
});
