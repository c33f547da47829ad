/** Installs the Debian packages of the tested systems, if this process is root and apt is installed, because others need a prompt. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { type Ran, runProcess } from "../run-process.ts";
import { onPath } from "../tools.ts";

/** A file of each package. */
const packages: Readonly<Record<string, string>> = {
  "etcd-server": "/usr/bin/etcd",
  postgresql: "/usr/lib/postgresql",
  "rabbitmq-server": "/usr/lib/rabbitmq/bin/rabbitmq-server",
};

/** The scripts of a package run this file before they start a service. Exit code 101 forbids the start. */
const policy = "/usr/sbin/policy-rc.d";

/** Fails early without a network, and waits for another apt. */
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

/** Installs missing packages. Returns why a package is still missing, or undefined. The suites of missing packages are skipped. */
export async function installSystems(print: (line: string) => void): Promise<string | undefined> {
  const missing = Object.keys(packages).filter((name) => !existsSync(packages[name] ?? ""));
  if (missing.length === 0) return undefined;
  const words = missing.join(", ");
  if (process.getuid?.() !== 0 || !onPath("apt-get"))
    return `${words} cannot be installed: this needs apt-get and root permissions`;
  print(`installing ${words}`);
  const forbids = !existsSync(policy);
  if (forbids) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeout: 300_000 };
    // The package lists may be missing or outdated.
    await runProcess([...apt, "update"], options);
    const ran = await runProcess([...apt, "install", "-y", "--no-install-recommends", ...missing], options);
    return ran.code === 0 ? undefined : `${words} cannot be installed: ${reasonOf(ran)}`;
  } finally {
    if (forbids) rmSync(policy, { force: true });
  }
}

function reasonOf({ timedOut, stderr, code }: Ran): string {
  if (timedOut) return "apt-get timed out";
  return stderr.trim().split("\n").at(-1) || `apt-get exited with ${code}`;
}
