import assert from "node:assert/strict";
import { type ErrorCode, ImpError } from "../../src/domain/errors.ts";
import { type Provider, ProviderError, type ProviderFailure } from "../../src/plugin/provider.ts";
import { emptyMap, secretValue, stringValue } from "../../src/value/value.ts";
import { check, noneLeft, survivors } from "./broken.ts";
import { broken, openTestHost, until } from "./open-host.ts";

describe("plugins that do not start", () => {
  const starts: readonly [string, ErrorCode, string, number][] = [
    ["exits", "PLUGIN_EXITED", "exit code 3", 5000],
    ["hangs", "PLUGIN_START_TIMEOUT", "printed no port within 0.3 seconds", 300],
    ["junk", "PLUGIN_NO_PORT", "not a port number", 5000],
    ["closes", "PLUGIN_NO_PORT", "closed its output", 5000],
    ["badport", "PLUGIN_NO_PORT", "not a port number", 5000],
    ["nobody", "PLUGIN_START_TIMEOUT", "did not respond to calls on this port within 0.3 seconds", 300],
    ["notexecutable", "PLUGIN_NOT_RUNNABLE", "not executable", 5000],
    ["nointerpreter", "PLUGIN_NOT_RUNNABLE", "cannot run this file", 5000],
    ["missing", "PLUGIN_NOT_RUNNABLE", "The file does not exist", 5000],
    ["badversion", "PLUGIN_VERSION", "not a semantic version", 5000],
    ["noinfo", "PLUGIN_HANDSHAKE", "GetPluginInfo failed: no information", 5000],
  ];
  for (const [name, code, why, startTimeoutMs] of starts) {
    it(`reports ${code} if a plugin does not start (fixture ${name})`, async () => {
      const { host } = await openTestHost({ [name]: broken(name) }, { startTimeoutMs });
      await assert.rejects(host.launch({ name }), (error) => {
        assert.ok(error instanceof ImpError, String(error));
        assert.equal(error.code, code);
        assert.ok(error.explanation.why.includes(why), error.explanation.why);
        assert.equal(error.explanation.exit, 1);
        return true;
      });
      await noneLeft();
      await host.close();
    });
  }

  it("logs the output of plugins that do not start", async () => {
    const { host, logs } = await openTestHost({ exits: broken("exits"), junk: broken("junk") });
    await assert.rejects(host.launch({ name: "exits" }));
    await assert.rejects(host.launch({ name: "junk" }));
    const seen = logs.map(({ severity, message, plugin }) => `${plugin} ${severity} ${message}`);
    assert.ok(seen.includes("exits debug no licence"), seen.join());
    assert.ok(seen.includes("junk debug Starting up..."), seen.join());
    await host.close();
  });

  it("warns if the plugin's version is lower than the requested version", async () => {
    const { host, logs } = await openTestHost({ oldversion: broken("oldversion") });
    const provider = await host.launch({ name: "oldversion", version: "1.0.0" });
    assert.equal(provider.version, "0.9.0");
    assert.deepEqual(
      logs.map(({ severity, message }) => `${severity}: ${message}`),
      ["warning: the program requires version 1.0.0 of plugin oldversion, but the installed plugin reports 0.9.0"],
    );
    await host.close();
    await noneLeft();
  });
});

describe("plugins that fail during calls", () => {
  const calls: readonly [string, ProviderFailure, RegExp][] = [
    ["dies", "died", /ended with exit code 7/],
    ["malformed", "malformed", /response to Check cannot be decoded/],
    ["badstruct", "malformed", /response to Check, the property s has an unknown signature/],
  ];
  for (const [name, failure, message] of calls) {
    it(`reports the failure "${failure}" if a plugin fails during a call (fixture ${name})`, async () => {
      const { host } = await openTestHost({ [name]: broken(name) });
      const provider = await host.launch({ name });
      await assert.rejects(check(provider), (error) => {
        assert.ok(error instanceof ProviderError, String(error));
        assert.equal(error.failure, failure);
        assert.equal(error.method, "Check");
        assert.match(error.message, message);
        return true;
      });
      await host.close();
      await noneLeft();
    });
  }

  it("uses log lines about a resource as the reason of an error without a message", async () => {
    const { host, logs } = await openTestHost({ wordless: broken("wordless") });
    const provider = await host.launch({ name: "wordless" });
    const reasonOf = async (urn: string): Promise<string> => {
      const names = { urn, name: "n", type: "t:index:T", olds: emptyMap, news: emptyMap };
      const call = provider.check({ ...names, randomSeed: new Uint8Array(32) });
      const error = await call.then(
        () => assert.fail("The call succeeded"),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof ProviderError, String(error));
      return error.message;
    };
    const own = "urn:pulumi:s::p::t:index:T::n";
    const reasons = await Promise.all([reasonOf(own), reasonOf("urn:pulumi:s::p::t:index:T::m")]);
    assert.deepEqual(reasons, ["the quota is used up", "the plugin returned status 2 without a message"]);
    assert.ok(logs.some(({ severity, message }) => severity === "error" && message === "another one's"));
    await host.close();
    await noneLeft();
  });
  const diff = (provider: Provider): Promise<unknown> => {
    const names = { urn: "urn", name: "n", type: "t", id: "i", ignoreChanges: [] };
    return provider.diff({ ...names, oldInputs: emptyMap, olds: emptyMap, news: emptyMap });
  };

  it("fails a call after its timeout", async () => {
    const { host } = await openTestHost({ good: broken("good") }, { callTimeoutMs: 200 });
    const provider = await host.launch({ name: "good" });
    await assert.rejects(diff(provider), (error) => error instanceof ProviderError && error.failure === "timeout");
    await host.close();
  });

  it("fails pending and later calls after the run is interrupted", async () => {
    const { host, abort } = await openTestHost({ good: broken("good") });
    const provider = await host.launch({ name: "good" });
    const cancelled = (error: unknown): boolean => error instanceof ProviderError && error.failure === "cancelled";
    const outstanding = assert.rejects(diff(provider), cancelled);
    setTimeout(() => abort.abort(), 50);
    await outstanding;
    await assert.rejects(check(provider), cancelled);
    await assert.rejects(host.launch({ name: "good" }), cancelled);
    await host.close();
    await noneLeft();
  });

  it("cancels the start of a plugin if the run is interrupted", async () => {
    const { host, abort } = await openTestHost({ hangs: broken("hangs"), nobody: broken("nobody") });
    const launches = ["hangs", "nobody"].map((name) =>
      assert.rejects(host.launch({ name }), (error) => error instanceof ProviderError && error.failure === "cancelled"),
    );
    setTimeout(() => abort.abort(), 150);
    await Promise.all(launches);
    await noneLeft();
    await host.close();
  });
});

describe("closing plugins", () => {
  it("ends child processes that a wrapper script of the plugin started", async () => {
    const { host } = await openTestHost({ wrapper: broken("wrapper") });
    await host.launch({ name: "wrapper" });
    assert.ok(survivors().length >= 2, survivors().join("\n"));
    await host.close();
    await noneLeft();
  });

  it("kills a plugin that does not end on request", async function () {
    this.timeout(20_000);
    const { host } = await openTestHost({ stubborn: broken("stubborn") });
    await host.launch({ name: "stubborn" });
    const started = performance.now();
    await host.close();
    const took = performance.now() - started;
    assert.ok(took > 900 && took < 4500, `the plugin has one second to exit: ${took}`);
    await noneLeft();
  });

  it("closes a frozen plugin within 4.5 seconds", async () => {
    const { host } = await openTestHost({ good: broken("good") });
    await host.launch({ name: "good" });
    for (const survivor of survivors()) process.kill(Number.parseInt(survivor, 10), "SIGSTOP");
    const started = performance.now();
    await host.close();
    assert.ok(performance.now() - started < 4500, `${performance.now() - started} ms`);
    await noneLeft();
  });

  it("closes several plugins in parallel, and accepts a second close of a plugin", async () => {
    const { host } = await openTestHost({ good: broken("good") });
    const [one, two] = await Promise.all([host.launch({ name: "good" }), host.launch({ name: "good" })]);
    await Promise.all([one.close(), one.close(), host.close(), two.close()]);
    await host.close();
    await noneLeft();
  });
});

describe("output of plugins", () => {
  it("logs plugin output without the secrets that were sent", async () => {
    const { host, logs } = await openTestHost({ chatty: broken("chatty") });
    const provider = await host.launch({ name: "chatty" });
    await provider.configure({
      urn: "urn:pulumi:s::p::pulumi:providers:chatty::d",
      id: "i",
      name: "d",
      inputs: new Map([["token", secretValue(stringValue("s3cr3t-canary"))]]),
    });
    await check(provider);
    await until(() => logs.length >= 2, "both lines are logged");
    const seen = logs.map(({ severity, message, urn }) => `${severity} ${urn} ${message}`).sort();
    assert.equal(seen[1], "warning urn:x token [secret] is good");
    assert.match(seen[0] ?? "", /^debug {2}checking \d+ bytes, token=\[secret\]$/);
    await host.close();
  });
});
