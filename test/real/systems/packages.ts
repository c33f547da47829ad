/** Debian's packages of the systems that suites run, installed where that can be done without asking: as root, with apt. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { type Ran, runProcess } from "../run-process.ts";
import { onPath } from "../tools.ts";

/** Package -> a file that it installs. */
const packages: Readonly<Record<string, string>> = {
  "etcd-server": "/usr/bin/etcd",
  postgresql: "/usr/lib/postgresql",
  "rabbitmq-server": "/usr/lib/rabbitmq/bin/rabbitmq-server",
};

/** Asked by the scripts of packages before they start a service; 101 forbids it. */
const policy = "/usr/sbin/policy-rc.d";

/** Without a network it gives up soon; it waits for another apt that installs something. */
const apt = [
  "apt-get",
  "-q",
  "-o",
  "Acquire::Retries=1",
  "-o",
  "Acquire::http::Timeout=20",
  "-o",
  "Acquire::https::Timeout=20",
  "-o",
  "DPkg::Lock::Timeout=60",
] as const;

/** Installs what is missing. A string is the reason why something is; suites that need it are skipped with a message. */
export async function installSystems(print: (line: string) => void): Promise<string | undefined> {
  const missing = Object.keys(packages).filter((name) => !existsSync(packages[name] ?? ""));
  if (missing.length === 0) return undefined;
  const words = missing.join(", ");
  if (process.getuid?.() !== 0 || !onPath("apt-get")) return `${words} cannot be installed: only root can, with apt`;
  print(`installing ${words}`);
  const forbids = !existsSync(policy);
  if (forbids) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeout: 300_000 };
    // Lists may be absent or old.
    await runProcess([...apt, "update"], options);
    const ran = await runProcess([...apt, "install", "-y", "--no-install-recommends", ...missing], options);
    return ran.code === 0 ? undefined : `${words} cannot be installed: ${reasonOf(ran)}`;
  } finally {
    if (forbids) rmSync(policy, { force: true });
  }
}

function reasonOf({ timedOut, stderr, code }: Ran): string {
  if (timedOut) return "apt-get ran out of time";
  return stderr.trim().split("\n").at(-1) || `apt-get ended with ${code}`;
}
