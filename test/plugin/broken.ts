import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Provider } from "../../src/plugin/provider.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { emptyMap } from "../../src/value/value.ts";
import { fixtures, runMarker, until } from "./open-host.ts";

const marker = `IMP_TEST_RUN=${runMarker.IMP_TEST_RUN}`;

/** Returns the command lines of all processes with the run marker. Without /proc, those of all processes that name the fixtures. */
export function survivors(): readonly string[] {
  if (process.platform !== "linux") {
    const all = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
    return all.filter((line) => line.includes(fixtures) && !line.includes("mocha"));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => {
      try {
        const bears = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(marker);
        return bears ? [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ")}`] : [];
      } catch {
        return [];
      }
    });
}

export async function noneLeft(): Promise<void> {
  await until(() => survivors().length === 0, `all processes ended, except: ${survivors().join("; ")}`);
}

export function check(provider: Provider): Promise<unknown> {
  const names = { urn: "urn:pulumi:s::p::t:index:T::n", name: "n", type: "t:index:T" };
  return provider.check({ ...names, olds: emptyMap, news: fromPlainMap({ a: "b" }), randomSeed: new Uint8Array(32) });
}
