/** Debian's PostgreSQL on a loopback port, and its clients, which create and compare objects. */
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "../run-process.ts";
import { freePorts } from "./ports.ts";
import { dataDirectory, startServer, stopAll, type UserIds } from "./server.ts";

const versions = "/usr/lib/postgresql";

export interface Postgresql {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Runs a client of PostgreSQL as the superuser. @returns its output */
  run(program: "psql" | "pg_dumpall", args: readonly string[], input?: string): Promise<string>;
  stop(): Promise<void>;
}

/** Returns why PostgreSQL cannot run, or undefined if it can. */
export function missingPostgresql(): string | undefined {
  if (programs() === undefined) return "postgresql is not installed";
  return process.getuid?.() === 0 && serverUser() === undefined ? "the user postgres does not exist" : undefined;
}

/** Starts a server with the defaults of `initdb` in UTF-8. */
export async function startPostgresql(): Promise<Postgresql> {
  const bin = programs() ?? "";
  const directory = dataDirectory("postgresql");
  const data = join(directory, "data");
  const [port = 0] = await freePorts(1);
  const [username, password] = ["postgres", "superuser-of-a-test"];
  const passwordFile = join(directory, "password");
  writeFileSync(passwordFile, `${password}\n`);
  const user = process.getuid?.() === 0 ? serverUser() : undefined;
  if (user !== undefined) for (const path of [directory, passwordFile]) chownSync(path, user.uid, user.gid);
  const env = { PATH: process.env.PATH ?? "", HOME: directory, LANG: "C.UTF-8" };
  const run: Postgresql["run"] = async (program, args, input) => {
    const connection = ["--host=127.0.0.1", `--port=${port}`, `--username=${username}`, "--no-password"];
    const options = { env: { ...env, PGPASSWORD: password }, ...(input !== undefined && { input }) };
    return (await mustRun([join(bin, program), ...connection, ...args], options)).stdout;
  };
  const initialize = [join(bin, "initdb"), "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "-D", data] as const;
  await mustRun([...initialize, "-U", username, "--auth=scram-sha-256", `--pwfile=${passwordFile}`], {
    cwd: directory,
    env,
    ...(user !== undefined && { user }),
  });
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: directory,
    fsync: "off",
    max_connections: "200",
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = await startServer({
    command: [join(bin, "postgres"), "-D", data, "-p", String(port), ...words],
    env,
    cwd: directory,
    ...(user !== undefined && { user }),
    // With this signal, the server stops without waiting for its clients.
    signal: "SIGINT",
    answers: () =>
      run("psql", ["-c", "select 1"]).then(
        () => true,
        () => false,
      ),
  });
  return { port, username, password, run, stop: () => stopAll([server], directory) };
}

/** Returns the programs of the newest installed version. */
function programs(): string | undefined {
  if (!existsSync(versions)) return undefined;
  const newestFirst = readdirSync(versions).sort((one, other) => Number(other) - Number(one));
  return newestFirst.map((version) => join(versions, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** Returns the user "postgres", because the server refuses to run as root. */
function serverUser(): UserIds | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, "postgres"], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
