import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { type ErrorCode, ImpError } from "../../src/domain/errors.ts";
import { statePlace } from "../../src/workspace/backend/read-state.ts";
import { backendEnv, fails, makePlace, orchardFiles, type WorkspaceDir } from "./place.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

describe("backends (openWorkspace)", () => {
  let workspaceDir: WorkspaceDir | undefined;
  const make = async (files: Files): Promise<WorkspaceDir> => {
    workspaceDir = await makePlace(files);
    return workspaceDir;
  };
  afterEach(() => workspaceDir?.remove());

  const urls = ["file://backend", "file://./backend", "file://./backend?no_tmp_dir=true", "file://./b%61ckend"];
  for (const url of [...urls, "file://<root>/backend", "file://~/../backend"])
    it(`finds the backend ${url}`, async () => {
      const here = await make(orchardFiles({ "home/x": "" }));
      const typed = url.replace("<root>", here.root);
      const ws = await here.open({ stack: "dev" }, { PULUMI_BACKEND_URL: typed });
      assert.equal(ws.location.kind === "diy" && ws.location.backend.store.shown(""), here.path("backend"));
      assert.equal(ws.location.kind === "diy" && ws.location.backend.url, typed);
    });

  it("uses the backend of `pulumi login` unless the project file names one", async () => {
    const files = orchardFiles({ "home/.pulumi/credentials.json": '{"current": "file://./backend"}' });
    const here = await make({ ...files, "cred/credentials.json": '{"current": "postgres://elsewhere"}' });
    assert.equal((await here.open({ stack: "dev" })).stack, "dev");
    const moved = { PULUMI_CREDENTIALS_PATH: here.path("cred") };
    await assert.rejects(here.open({ stack: "dev" }, moved), fails("CLI_MISSING", "postgres://elsewhere"));
    await here.write("Pulumi.yaml", "name: orchard\nbackend:\n  url: file://backend\n");
    assert.equal((await here.open({ stack: "dev" }, moved)).stack, "dev");
  });

  it("requires the pulumi command for other backends, and hides secrets in their URLs", async () => {
    const here = await make(orchardFiles());
    for (const url of ["postgres://u:canary@h/db", "mem://b?k=canary", "https://canary@x", "postgres://u:a?canary/@h"])
      await assert.rejects(here.open({ stack: "dev" }, { PULUMI_BACKEND_URL: url }), (error: unknown) => {
        assert.doesNotMatch(JSON.stringify(error), /canary/);
        return fails("CLI_MISSING", url.replace(/\?.*|u:.*@|canary@/g, ""))(error);
      });
    await assert.rejects(here.open({ stack: "dev" }), fails("CLI_MISSING", "https://api.pulumi.com"));
  });

  it("reads the plain or the compressed checkpoint, whichever is newer", async () => {
    const zipped = gzipSync('{"version":3,"checkpoint":{"stack":"organization/orchard/dev"}}');
    const here = await make(orchardFiles({ "backend/.pulumi/stacks/orchard/dev.json.gz": zipped }));
    const plain = here.path("backend/.pulumi/stacks/orchard/dev.json");
    await utimes(plain, 1, 1);
    const ws = await here.open({ stack: "dev" }, backendEnv);
    assert.equal(ws.location.kind === "diy" && statePlace(ws.location), `${plain}.gz`);
    assert.equal(ws.location.kind === "diy" && ws.location.gzip, true);
    assert.match(Buffer.from(ws.stateBytes ?? []).toString(), /^\{"version":3/);
    await utimes(`${plain}.gz`, 0, 0);
    const again = await here.open({ stack: "dev" }, backendEnv);
    assert.equal(again.location.kind === "diy" && statePlace(again.location), plain);
  });

  const refused: readonly (readonly [string, ErrorCode, string, Files])[] = [
    ["a backend of version 2", "BACKEND_LAYOUT", "meta.yaml", { "backend/.pulumi/meta.yaml": "version: 2" }],
    ["a backend without a version", "SETTINGS_INVALID", "meta.yaml:1:1", { "backend/.pulumi/meta.yaml": "x: 2" }],
    [
      "a zstd checkpoint",
      "CHECKPOINT_COMPRESSION",
      "dev.json",
      { "backend/.pulumi/stacks/orchard/dev.json": Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0) },
    ],
    [
      "a damaged gzip checkpoint",
      "CHECKPOINT_COMPRESSION",
      "dev.json",
      { "backend/.pulumi/stacks/orchard/dev.json": gzipSync("{}").subarray(0, 12) },
    ],
    [
      "Pulumi ESC environments",
      "ENVIRONMENT_UNSUPPORTED",
      "Pulumi.dev.yaml",
      { "Pulumi.dev.yaml": "environment: [common]" },
    ],
    [
      "a declared configuration key that has no value",
      "CONFIG_MISSING",
      "Pulumi.dev.yaml",
      { "Pulumi.yaml": "name: orchard\nconfig:\n  size: {type: integer}" },
    ],
  ];
  for (const [title, code, where, files] of refused)
    it(`rejects a stack with ${title}`, async () => {
      const here = await make(orchardFiles(files));
      await assert.rejects(here.open({ stack: "dev" }, backendEnv), fails(code, where));
    });

  for (const [title, code, urn] of [
    ["stack", "STACK_MISMATCH", "urn:pulumi:qa::orchard::pulumi:pulumi:Stack::orchard-qa"],
    ["project", "PROJECT_MISMATCH", "urn:pulumi:dev::mill::pulumi:pulumi:Stack::mill-dev"],
  ] as const)
    it(`rejects a checkpoint that belongs to another ${title}`, async () => {
      const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
      const latest = { manifest, resources: [{ urn, custom: false, type: "pulumi:pulumi:Stack" }] };
      const copied = JSON.stringify({ version: 3, checkpoint: { stack: "organization/orchard/dev", latest } });
      const here = await make(orchardFiles({ "backend/.pulumi/stacks/orchard/dev.json": copied }));
      const refusal = fails(code, code === "STACK_MISMATCH" ? "dev.json" : "");
      await assert.rejects(here.open({ stack: "dev" }, backendEnv), refusal);
    });

  it("names both supported versions if it rejects a backend of version 2", async () => {
    const here = await make(orchardFiles({ "backend/.pulumi/meta.yaml": "version: 2" }));
    await assert.rejects(here.open({ stack: "dev" }, backendEnv), (error) => {
      assert.ok(error instanceof ImpError && error.code === "BACKEND_LAYOUT");
      assert.match(error.explanation.why, /version 2;.*\b0\b.*\b1\b/);
      assert.doesNotMatch(error.explanation.why, /\bonly version 1\b/);
      return true;
    });
  });

  it("rejects a missing backend directory", async () => {
    const here = await make(orchardFiles());
    const missing = { PULUMI_BACKEND_URL: "file://nowhere" };
    await assert.rejects(here.open({ stack: "dev" }, missing), fails("BACKEND_NOT_FOUND", "nowhere"));
  });

  describe("in the old layout", () => {
    const loose = "backend/.pulumi/stacks/dev.json";
    const empty = JSON.stringify({ version: 0, checkpoint: { stack: "dev" } });
    const urn = "urn:pulumi:dev::mill::pulumi:pulumi:Stack::mill-dev";
    const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
    const latest = { manifest, resources: [{ urn, custom: false, type: "pulumi:pulumi:Stack" }] };
    const ofMill = JSON.stringify({ version: 3, checkpoint: { stack: "dev", latest } });

    for (const [title, files, env] of [
      ["without meta.yaml", { [loose]: empty }, {}],
      ["with version 0 in meta.yaml", { [loose]: empty, "backend/.pulumi/meta.yaml": "version: 0\n" }, {}],
      [
        "with PULUMI_DIY_BACKEND_LEGACY_LAYOUT",
        { [`${loose}.gz`]: gzipSync(empty) },
        { PULUMI_DIY_BACKEND_LEGACY_LAYOUT: "TRUE" },
      ],
    ] as const)
      it(`finds a stack ${title} (old layout)`, async () => {
        const here = await make({ "Pulumi.yaml": "name: orchard", ...files });
        const { location } = await here.open({ stack: "dev" }, { ...backendEnv, ...env });
        assert.ok(location.kind === "diy");
        assert.equal(location.backend.layout, 0);
        assert.equal(location.keys.locks, ".pulumi/locks/dev/");
        assert.match(statePlace(location), /stacks\/dev\.json(\.gz)?$/);
      });

    it("rejects a stack of another project (old layout)", async () => {
      const here = await make({ "Pulumi.yaml": "name: orchard", [loose]: ofMill });
      await assert.rejects(here.open({ stack: "dev" }, backendEnv), fails("PROJECT_MISMATCH", "dev.json"));
    });

    it("does not use the old layout if meta.yaml has version 1", async () => {
      const here = await make(orchardFiles({ [loose]: ofMill }));
      const { location } = await here.open({ stack: "dev" }, backendEnv);
      assert.match(statePlace(location), /orchard\/dev\.json$/);
    });
  });

  it("opens a backend without meta.yaml", async () => {
    const files = orchardFiles();
    delete files["backend/.pulumi/meta.yaml"];
    const here = await make(files);
    assert.equal((await here.open({ stack: "dev" }, backendEnv)).stack, "dev");
  });
});
