import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { ProviderError } from "../../src/plugin/provider.ts";
import { check, noneLeft } from "./broken.ts";
import { broken, openTestHost, runMarker } from "./open-host.ts";

describe("plugins that fail during calls", () => {
  it("fails all calls, even later ones, if the plugin ends in each call", async () => {
    const { host } = await openTestHost({ dies: broken("dies") });
    const provider = await host.launch({ name: "dies" });
    const results = await Promise.allSettled([check(provider), check(provider), check(provider)]);
    results.push(...(await Promise.allSettled([check(provider)])));
    for (const result of results) {
      assert.ok(result.status === "rejected" && result.reason instanceof ProviderError);
      assert.equal(result.reason.failure, "died");
    }
    await host.close();
  });
});

describe("closing plugins", () => {
  for (const [title, ending, status] of [
    ["imp exits", "process.exit(4)", 4],
    ["an error is not caught", "throw new Error('uncaught')", 1],
    ["a signal ends imp", "process.kill(process.pid, 'SIGTERM')", "SIGTERM"],
  ] as const) {
    it(`ends all plugins if ${title}`, async () => {
      const script = `
        const { openTestHost, broken } = await import(${JSON.stringify(new URL("./open-host.ts", import.meta.url).href)});
        const { host } = await openTestHost({ stubborn: broken("stubborn") });
        await host.launch({ name: "stubborn" });
        setTimeout(() => { ${ending} }, 50);`;
      let ended: unknown = 0;
      try {
        execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
          stdio: "pipe",
          env: { ...process.env, ...runMarker },
        });
      } catch (error) {
        const { status: code, signal } = error as { status: number | null; signal: string | null };
        ended = code ?? signal;
      }
      assert.equal(ended, status);
      await noneLeft();
    });
  }
});
