import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ErrorCode } from "../../src/domain/errors.ts";
import { statePlace } from "../../src/workspace/backend/read-state.ts";
import type { WorkspaceFlags } from "../../src/workspace/workspace.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import { backendEnv, emptyCheckpoint, fails, makePlace, orchardFiles, type WorkspaceDir } from "./place.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const exported = (stack: string, project: string): string =>
  JSON.stringify({
    version: 3,
    deployment: {
      manifest: { time: "2026-01-15T10:20:30Z", magic: "", version: "" },
      resources: [
        {
          urn: `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`,
          custom: false,
          type: "pulumi:pulumi:Stack",
        },
      ],
    },
  });

function selection(file: string, content: object): Files {
  const hash = createHash("sha1").update(file).digest("hex");
  return { [`home/.pulumi/workspaces/orchard-${hash}-workspace.json`]: JSON.stringify(content) };
}

describe("openWorkspace", () => {
  let workspaceDir: WorkspaceDir | undefined;
  const make = async (files: Files): Promise<WorkspaceDir> => {
    workspaceDir = await makePlace(files);
    return workspaceDir;
  };
  afterEach(() => workspaceDir?.remove());

  it("opens a stack of a file backend", async () => {
    const workspace = await make(orchardFiles());
    const ws = await workspace.open({ stack: "dev" }, backendEnv);
    assert.equal(ws.project.name, "orchard");
    assert.equal(ws.project.runtime, "nodejs");
    assert.equal(ws.project.root, workspace.root);
    assert.equal(ws.stack, "dev");
    assert.equal(ws.programDir, workspace.root);
    assert.ok(ws.location.kind === "diy");
    const { backend, ...target } = ws.location;
    assert.deepEqual(target, {
      kind: "diy",
      keys: {
        base: ".pulumi/stacks/orchard/dev",
        locks: ".pulumi/locks/organization/orchard/dev/",
        history: ".pulumi/history/orchard/dev/",
        backups: ".pulumi/backups/orchard/dev/",
        qualified: "organization/orchard/dev",
      },
      checkpoint: ".pulumi/stacks/orchard/dev.json",
      gzip: false,
      stack: "dev",
    });
    assert.equal(backend.url, "file://./backend");
    assert.equal(backend.layout, 1);
    assert.equal(statePlace(ws.location), workspace.path("backend/.pulumi/stacks/orchard/dev.json"));
    assert.equal(Buffer.from(ws.stateBytes ?? []).toString(), emptyCheckpoint);
    assert.deepEqual(ws.stackFile, { path: workspace.path("Pulumi.dev.yaml"), bytes: undefined, format: "yaml" });
    assert.equal(ws.config.size, 0);
    assert.equal(ws.state()?.resources.length, 0);
  });

  describe("project file", () => {
    const discovery: readonly (readonly [string, Files, string, string])[] = [
      ["in a parent directory", { "Pulumi.yaml": "name: top" }, "a/b/c", "Pulumi.yaml"],
      ["in the nearest directory", { "Pulumi.yaml": "name: top", "a/Pulumi.yml": "name: near" }, "a/b", "a/Pulumi.yml"],
      ["JSON before YAML", { "Pulumi.yaml": "name: y", "Pulumi.json": '{\n\t"name": "j"\n}' }, ".", "Pulumi.json"],
      [".yaml before .yml", { "Pulumi.yaml": "name: y", "Pulumi.yml": "name: z" }, ".", "Pulumi.yaml"],
      ["but no directory with its name", { "a/Pulumi.yaml/x": "", "Pulumi.yaml": "name: top" }, "a", "Pulumi.yaml"],
      ["with a byte order mark", { "Pulumi.yaml": "\uFEFFname: top" }, ".", "Pulumi.yaml"],
    ];
    for (const [title, files, cwd, expected] of discovery)
      it(`finds the project file: ${title}`, async () => {
        const here = await make({ ...files, [join(cwd, "x")]: "" });
        const ws = await here.open({ cwd: here.path(cwd), state: "s.json", stackName: "dev" });
        assert.equal(ws.project.file, here.path(expected));
      });

    it("reads main, stackConfigDir, plugins, runtime and backend of the project file", async () => {
      const workspace = await make({
        ...orchardFiles(),
        "Pulumi.yaml": [
          "name: orchard",
          "runtime: {name: nodejs, options: {typescript: true}}",
          "main: program/",
          "stackConfigDir: stacks",
          "backend: {url: 'file://backend'}",
          "plugins:",
          "  providers:",
          "    - {name: fruit, path: ./bin, version: 1.0}",
          "    - {name: nuts, path: /opt/nuts}",
        ].join("\n"),
        "program/index.ts": "",
        "stacks/Pulumi.dev.yaml": "config: {a: b}",
      });
      const ws = await workspace.open({ stack: "dev" });
      assert.equal(ws.programDir, workspace.path("program/"));
      assert.equal(ws.project.runtime, "nodejs");
      assert.equal(ws.stackFile.path, workspace.path("stacks/Pulumi.dev.yaml"));
      assert.equal(ws.config.get("orchard:a")?.text, "b");
      assert.deepEqual(withoutUndefined(ws.project.plugins), [
        { name: "fruit", path: workspace.path("bin"), version: "1.0" },
        { name: "nuts", path: "/opt/nuts" },
      ]);
    });

    it("uses the folder of `main` as the program folder if `main` is a file", async () => {
      const here = await make({ "Pulumi.yaml": "name: a\nmain: src/index.ts\nconfig: conf", "src/index.ts": "" });
      const ws = await here.open({ state: "s.json", stackName: "dev" });
      assert.equal(ws.programDir, here.path("src"));
      assert.equal(ws.stackFile.path, here.path("conf/Pulumi.dev.yaml"));
    });

    it("gives the stack file the extension of the project file", async () => {
      for (const extension of ["json", "yml"]) {
        const here = await make({ [`Pulumi.${extension}`]: '{"name": "a"}' });
        const ws = await here.open({ state: "s.json", stackName: "dev" });
        assert.equal(ws.stackFile.path, here.path(`Pulumi.dev.${extension}`));
        assert.equal(ws.stackFile.format, extension === "json" ? "json" : "yaml");
        await here.remove();
      }
    });

    const broken: readonly (readonly [string, string | Uint8Array, string, ErrorCode?])[] = [
      ["no name", "runtime: nodejs", "1:1"],
      ["an empty file", "", "1:1"],
      ["a list", "\n- a", "2:1"],
      ["broken YAML", "name: a\nb: [1,\n", "3:1"],
      ["a duplicate key", "name: a\nname: b\n", "2:1"],
      ["two documents", "name: a\n---\nname: b\n", "2:1"],
      ["invalid UTF-8", Uint8Array.of(0xc3, 0x28), "1:1"],
      ["an invalid name", "name: a b", "", "NAME_INVALID"],
      ["a map as name", "name:\n  x: 1", "2:3"],
      ["a list as runtime", "name: a\nruntime: [x]", "2:10"],
      ["plugins without a path", "name: a\nplugins:\n  providers:\n    - name: x", "4:7"],
      ["a map as providers", "name: a\nplugins:\n  providers: {}", "3:14"],
      ["both config and stackConfigDir", "name: a\nconfig: x\nstackConfigDir: y", "2:9"],
      ["an absolute path in stackConfigDir", "name: a\nstackConfigDir: /y", "2:17"],
      ["an invalid configuration key", "name: a\nconfig:\n  a:b:c:\n    value: x", "3:3"],
    ];
    for (const [title, content, at, code = "SETTINGS_INVALID"] of broken)
      it(`rejects an invalid project file: ${title}`, async () => {
        const here = await make({ "Pulumi.yaml": content });
        const where = at === "" ? "Pulumi.yaml" : `Pulumi.yaml:${at}`;
        await assert.rejects(here.open({ state: "s.json", stackName: "dev" }), fails(code, where));
      });
  });

  describe("stack", () => {
    const file = (here: WorkspaceDir) => here.path("Pulumi.yaml");
    const cases: readonly (readonly [string, object | undefined, Partial<WorkspaceFlags>, Record<string, string>])[] = [
      ["by --stack, whatever else names one", { stack: "x" }, { stack: "dev" }, { PULUMI_STACK: "y" }],
      ["by PULUMI_STACK, whatever stack is selected", { stack: "x" }, {}, { PULUMI_STACK: "dev" }],
      [
        "by the selection for its backend",
        { stack: "x", stacks: { "file://./backend": "organization/orchard/dev" } },
        {},
        {},
      ],
      [
        "by the selection of an older Pulumi CLI",
        { stack: "organization/orchard/dev", stacks: { "file://~": "x" } },
        {},
        {},
      ],
      ["by a selected name without a project", { stack: "dev" }, {}, {}],
      ["by its qualified name in --stack", undefined, { stack: "organization/orchard/dev" }, {}],
      ["by a name with an organization in --stack", undefined, { stack: "organization/dev" }, {}],
    ];
    for (const [title, selected, flags, env] of cases)
      it(`selects a stack ${title}`, async () => {
        const here = await make(orchardFiles());
        for (const [path, content] of Object.entries(selected === undefined ? {} : selection(file(here), selected)))
          await here.write(path, content);
        const ws = await here.open(flags, { ...backendEnv, ...env });
        assert.equal(ws.stack, "dev");
      });

    it("finds the selected stack in PULUMI_HOME", async () => {
      const here = await make(orchardFiles());
      const [[path, content]] = Object.entries(selection(file(here), { stack: "dev" })) as [[string, string]];
      await here.write(path.replace("home/.pulumi", "other"), content);
      const ws = await here.open({}, { ...backendEnv, PULUMI_HOME: here.path("other") });
      assert.equal(ws.stack, "dev");
    });

    const refused: readonly (readonly [string, ErrorCode, string, Partial<WorkspaceFlags>, Record<string, string>])[] =
      [
        ["no selection", "STACK_NOT_SELECTED", "Pulumi.yaml", {}, {}],
        ["an unknown name", "STACK_NOT_FOUND", "file://./backend", { stack: "prod" }, {}],
        ["another organization", "NAME_INVALID", "--stack", { stack: "acme/dev" }, {}],
        ["a name with a path", "NAME_INVALID", "--stack", { stack: "organization/orchard/dev/.." }, {}],
        ["an invalid name", "NAME_INVALID", "PULUMI_STACK", {}, { PULUMI_STACK: "a b" }],
        [
          "the name of another project",
          "PROJECT_MISMATCH",
          "organization/pear/dev",
          { stack: "organization/pear/dev" },
          {},
        ],
        ["--stack together with --state", "USAGE", "", { stack: "dev", state: "x" }, {}],
        ["--stack-name without --state", "USAGE", "", { stackName: "dev" }, {}],
        ["--project without --state", "USAGE", "", { stack: "dev", project: "dev" }, {}],
      ];
    for (const [title, code, where, flags, env] of refused)
      it(`rejects a stack: ${title}`, async () => {
        const here = await make(orchardFiles());
        await assert.rejects(here.open(flags, { ...backendEnv, ...env }), fails(code, where));
      });

    it("requires a project for a stack", async () => {
      const here = await make({});
      await assert.rejects(here.open({ stack: "dev" }, backendEnv), fails("PROJECT_NOT_FOUND", here.root));
    });
  });

  describe("--state", () => {
    it("takes project and stack from the --state file, whatever stack is selected", async () => {
      const here = await make({ "deep/state.json": exported("prod", "pear") });
      const ws = await here.open({ state: "deep/state.json" }, { PULUMI_STACK: "other" });
      assert.deepEqual([ws.project.name, ws.stack, ws.project.root], ["pear", "prod", here.root]);
      assert.deepEqual(ws.location, { kind: "file", path: here.path("deep/state.json") });
      assert.equal(ws.stackFile.path, here.path("Pulumi.prod.yaml"));
      assert.equal(ws.state()?.resources.length, 1);
    });

    it("takes names for a new --state file from flags, or from project and PULUMI_STACK", async () => {
      const here = await make({});
      const ws = await here.open({ state: "new.json", project: "pear", stackName: "dev" });
      assert.deepEqual([ws.project.name, ws.stack, ws.stateBytes, ws.state()], ["pear", "dev", undefined, undefined]);
      await here.write("Pulumi.yaml", "name: orchard");
      const workspace = await here.open({ state: "new.json", stackName: "dev" });
      assert.deepEqual([workspace.project.name, workspace.project.file], ["orchard", here.path("Pulumi.yaml")]);
      assert.equal((await here.open({ state: "new.json" }, { PULUMI_STACK: "qa" })).stack, "qa");
      const other = await here.open({ state: "new.json", project: "pear", stackName: "dev" });
      assert.deepEqual([other.project.name, other.project.file], ["pear", undefined]);
    });

    const refused: readonly (readonly [string, ErrorCode, string, Files, Partial<WorkspaceFlags>])[] = [
      ["a new file without names", "STATE_NAMES_MISSING", "s.json", {}, { state: "s.json" }],
      ["a new file without a stack name", "STATE_NAMES_MISSING", "s.json", {}, { state: "s.json", project: "a" }],
      [
        "a new file without a stack name, in a project",
        "STATE_NAMES_MISSING",
        "s.json",
        { "Pulumi.yaml": "name: a" },
        { state: "s.json" },
      ],
      ["an invalid project name", "NAME_INVALID", "--project", {}, { state: "s.json", project: "a/b", stackName: "x" }],
      ["an invalid stack name", "NAME_INVALID", "--stack-name", {}, { state: "s.json", project: "a", stackName: "" }],
      ["a file that is not JSON", "STATE_MALFORMED", "s.json", { "s.json": "{" }, { state: "s.json" }],
      ["a directory", "FILE_UNREADABLE", "s.json", { "s.json/x": "" }, { state: "s.json" }],
      [
        "a project that differs from Pulumi.yaml",
        "PROJECT_MISMATCH",
        "s.json",
        { "s.json": exported("dev", "pear"), "Pulumi.yaml": "name: orchard" },
        { state: "s.json" },
      ],
      [
        "a project that differs from --project",
        "PROJECT_MISMATCH",
        "s.json",
        { "s.json": exported("dev", "pear") },
        { state: "s.json", project: "orchard" },
      ],
      [
        "a stack that differs from --stack-name",
        "STACK_MISMATCH",
        "s.json",
        { "s.json": exported("dev", "pear") },
        { state: "s.json", stackName: "prod" },
      ],
    ];
    for (const [title, code, where, files, flags] of refused)
      it(`rejects --state: ${title}`, async () => {
        const here = await make(files);
        await assert.rejects(here.open(flags), fails(code, where));
      });
  });
});
