import assert from "node:assert/strict";
import { ImpError } from "../../src/domain/errors.ts";
import { type FileView, type LocateRequest, locate } from "../../src/plugin/locate.ts";
import { parseTolerant } from "../../src/plugin/version.ts";

/** Returns a file tree of paths. A trailing `*` marks an executable, and a trailing `/` a directory. */
function tree(...paths: string[]): FileView {
  const files = new Map<string, "file" | "executable" | "directory">();
  for (const entry of paths) {
    const path = entry.replace(/[*/]$/, "");
    files.set(path, entry.endsWith("*") ? "executable" : entry.endsWith("/") ? "directory" : "file");
    for (let up = path; up.includes("/"); ) {
      up = up.slice(0, up.lastIndexOf("/"));
      if (up !== "" && !files.has(up)) files.set(up, "directory");
    }
  }
  return {
    list: (directory) =>
      [...files.keys()]
        .filter((path) => path.startsWith(`${directory}/`) && !path.slice(directory.length + 1).includes("/"))
        .map((path) => path.slice(directory.length + 1)),
    kind: (path) => {
      const kind = files.get(path);
      return kind === "executable" ? "file" : kind;
    },
    isExecutable: (path) => files.get(path) === "executable",
  };
}

function request(overrides: Partial<LocateRequest> = {}): LocateRequest {
  return {
    name: "random",
    executables: new Map(),
    projectPlugins: [],
    cwd: "/project",
    env: {},
    pulumiHome: "/home/.pulumi",
    platform: "linux",
    ...overrides,
  };
}

const cache = (...versions: string[]): string[] =>
  versions.map((version) => `/home/.pulumi/plugins/resource-random-v${version}/pulumi-resource-random*`);

const inCache = (version: string): string => `/home/.pulumi/plugins/resource-random-v${version}/pulumi-resource-random`;

function executableIn(overrides: Partial<LocateRequest>, ...paths: string[]): string {
  return locate(request(overrides), tree(...paths)).executable;
}

function failure(overrides: Partial<LocateRequest>, ...paths: string[]): ImpError {
  try {
    locate(request(overrides), tree(...paths));
  } catch (error) {
    assert.ok(error instanceof ImpError, String(error));
    return error;
  }
  return assert.fail("The plugin was found");
}

describe("the search for a plugin", () => {
  const everywhere = [
    "/flag/random*",
    "/project/plugin/pulumi-resource-random*",
    "/bin/pulumi-resource-random*",
    ...cache("1.0.0"),
  ];
  const project = [{ name: "random", path: "./plugin" }];
  const cases: readonly [string, Partial<LocateRequest>, string][] = [
    [
      "the path of --provider",
      { executables: new Map([["random", "/flag/random"]]), projectPlugins: project, env: { PATH: "/bin" } },
      "/flag/random",
    ],
    ["the project", { projectPlugins: project, env: { PATH: "/bin" } }, "/project/plugin/pulumi-resource-random"],
    [
      "$PATH, whatever version is requested",
      { env: { PATH: "/usr/bin:/bin" }, version: "9.9.9" },
      "/bin/pulumi-resource-random",
    ],
    ["the cache", {}, inCache("1.0.0")],
    [
      "the cache if $PATH is ignored",
      { env: { PATH: "/bin", PULUMI_IGNORE_AMBIENT_PLUGINS: "TRUE" } },
      inCache("1.0.0"),
    ],
    [
      "$PATH if PULUMI_IGNORE_AMBIENT_PLUGINS is 0",
      { env: { PATH: "/bin", PULUMI_IGNORE_AMBIENT_PLUGINS: "0" } },
      "/bin/pulumi-resource-random",
    ],
    [
      "the cache if the project's plugin has another version",
      { projectPlugins: [{ name: "random", path: "./plugin", version: "2.0.0" }], version: "1.0.0" },
      inCache("1.0.0"),
    ],
    [
      "the project if its plugin has no version",
      { projectPlugins: project, version: "7.0.0" },
      "/project/plugin/pulumi-resource-random",
    ],
    [
      "the directory of --provider",
      { executables: new Map([["random", "plugin"]]) },
      "/project/plugin/pulumi-resource-random",
    ],
  ];
  for (const [title, overrides, expected] of cases) {
    it(`finds a plugin in ${title}`, () => assert.equal(executableIn(overrides, ...everywhere), expected));
  }

  it("skips files on $PATH that are not executable", () => {
    const path = { env: { PATH: "/a:/b" } };
    assert.equal(
      executableIn(path, "/a/pulumi-resource-random", "/b/pulumi-resource-random*"),
      "/b/pulumi-resource-random",
    );
  });

  it("looks for .exe and .cmd on Windows, and splits $PATH at semicolons", () => {
    const windows = { platform: "win32" as const, env: { PATH: "/a;/b" } };
    assert.equal(executableIn(windows, "/b/pulumi-resource-random.cmd*"), "/b/pulumi-resource-random.cmd");
    const copied = { platform: "win32" as const, env: { Path: "/a;/b" } };
    assert.equal(executableIn(copied, "/b/pulumi-resource-random.exe*"), "/b/pulumi-resource-random.exe");
  });
});

describe("the search for a plugin version in Pulumi's cache", () => {
  const cases: readonly [string, string | undefined, readonly string[], string | undefined][] = [
    ["the exact version", "1.2.3", ["1.2.2", "1.2.3", "1.2.4"], "1.2.3"],
    ["nothing if only other versions are in the cache", "1.2.3", ["1.2.4", "1.3.0"], undefined],
    ["a version with build metadata", "1.2.3", ["1.2.3+build"], "1.2.3+build"],
    ["no prerelease unless it is requested", "1.2.3", ["1.2.3-alpha"], undefined],
    ["the requested prerelease", "v1.2.3-alpha.1", ["1.2.3-alpha.1", "1.2.3"], "1.2.3-alpha.1"],
    ["the highest version by number, not by text", undefined, ["1.9.0", "1.10.0"], "1.10.0"],
    ["a stable version before a prerelease", undefined, ["1.0.0", "2.0.0-rc.1"], "1.0.0"],
    ["a prerelease if there is no stable version", undefined, ["2.0.0-rc.1", "2.0.0-rc.2"], "2.0.0-rc.2"],
    ["version 1.0.0 if version 1 is requested", "1", ["1.0.0"], "1.0.0"],
    ["nothing if the requested version is invalid", "latest", ["1.0.0"], undefined],
  ];
  for (const [title, version, versions, expected] of cases) {
    it(`selects ${title}`, () => {
      const wanted = version === undefined ? {} : { version };
      if (expected === undefined) assert.equal(failure(wanted, ...cache(...versions)).code, "PLUGIN_NOT_FOUND");
      else assert.equal(executableIn(wanted, ...cache(...versions)), inCache(expected));
    });
  }

  it("selects the highest version that is high enough if the legacy plugin search is enabled", () => {
    const env = { PULUMI_ENABLE_LEGACY_PLUGIN_SEARCH: "1" };
    assert.equal(executableIn({ version: "1.0.0", env }, ...cache("0.9.0", "1.1.0", "1.2.0")), inCache("1.2.0"));
  });

  it("ignores files, incomplete directories, and other plugins in the cache", () => {
    const error = failure(
      {},
      ...cache("1.0.0", "2.0.0.tmp123"),
      "/home/.pulumi/plugins/resource-random-v1.0.0.partial",
      "/home/.pulumi/plugins/language-random-v1.0.0/pulumi-language-random*",
      "/home/.pulumi/plugins/resource-random-v3.0.0",
      "/home/.pulumi/plugins/resource-randomly-v4.0.0/pulumi-resource-randomly*",
      "/home/.pulumi/plugins/resource-random-vlatest/pulumi-resource-random*",
    );
    assert.equal(error.code, "PLUGIN_NOT_FOUND");
  });

  it("ignores a lock file next to a plugin's directory", () => {
    assert.equal(
      executableIn({}, ...cache("1.0.0"), "/home/.pulumi/plugins/resource-random-v1.0.0.lock"),
      inCache("1.0.0"),
    );
  });
});

describe("errors about plugins that are not found", () => {
  it("names the install command, the searched paths, and the available versions", () => {
    const { explanation } = failure(
      { version: "1.2.3", downloadUrl: "github://x/y" },
      ...cache("1.0.0", "1.10.0", "1.9.0"),
    );
    assert.ok(explanation.hint.includes("`pulumi plugin install resource random 1.2.3 --server github://x/y`"));
    assert.ok(explanation.why.includes("/home/.pulumi/plugins"));
    assert.ok(explanation.why.includes("1.0.0, 1.9.0, 1.10.0"));
  });

  it("does not name $PATH if $PATH was not searched", () => {
    const error = failure({ env: { PATH: "/bin", PULUMI_IGNORE_AMBIENT_PLUGINS: "1" } });
    assert.equal(error.explanation.why.includes("$PATH"), false);
  });

  const cases: readonly [string, Partial<LocateRequest>, readonly string[], string][] = [
    ["a --provider file that does not exist", { executables: new Map([["random", "/flag/x"]]) }, [], "does not exist"],
    [
      "a --provider file that is not executable",
      { executables: new Map([["random", "/flag/x"]]) },
      ["/flag/x"],
      "not executable",
    ],
    [
      "a plugin directory of the project that does not exist",
      { projectPlugins: [{ name: "random", path: "x" }] },
      [],
      "does not exist",
    ],
    [
      "a plugin that has only source code",
      { projectPlugins: [{ name: "random", path: "x" }] },
      ["/project/x/PulumiPlugin.yaml"],
      "source",
    ],
    ["a cached plugin without an executable", {}, ["/home/.pulumi/plugins/resource-random-v1.0.0/"], "does not exist"],
  ];
  for (const [title, overrides, paths, why] of cases) {
    it(`fails for ${title}`, () => {
      const error = failure(overrides, ...paths);
      assert.equal(error.code, "PLUGIN_NOT_RUNNABLE");
      assert.ok(error.explanation.why.includes(why), error.explanation.why);
    });
  }
});

describe("lenient parsing of plugin versions", () => {
  const cases: readonly [string, string | undefined][] = [
    ["1.2.3", "1.2.3"],
    ["v1.2.3", "1.2.3"],
    [" 1.2 ", "1.2.0"],
    ["1", "1.0.0"],
    ["01.02.003", "1.2.3"],
    ["1.2.3-rc.1+b5", "1.2.3-rc.1"],
    ["1-alpha", "1.0.0-alpha"],
    ["", undefined],
    ["latest", undefined],
    ["1.2.3.4", undefined],
    ["1.x", undefined],
  ];
  for (const [text, expected] of cases) {
    it(`parses ${JSON.stringify(text)} as ${expected ?? "no version"}`, () =>
      assert.equal(parseTolerant(text)?.version, expected));
  }

  it("finds no plugin if its name is too long for a file, or contains NUL", () => {
    for (const name of ["x".repeat(300), "a\0b"]) {
      assert.throws(
        () => locate(request({ name, env: { PATH: "/usr/bin" } })),
        (error) => error instanceof ImpError && error.code === "PLUGIN_NOT_FOUND",
      );
    }
  });
});
