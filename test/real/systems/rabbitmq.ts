/** Debian's RabbitMQ on loopback ports, and its HTTP API, which creates and compares objects. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "./ports.ts";
import { dataDirectory, type Server, startServer, stopAll } from "./server.ts";

const executable = "/usr/lib/rabbitmq/bin/rabbitmq-server";

/** The definitions that the HTTP API returns, without counters, node names, and times. */
export type BrokerContents = Readonly<Record<string, readonly unknown[]>>;

export interface Rabbitmq {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string;
  readonly username: string;
  readonly password: string;
  /** Calls the HTTP API. Throws unless it succeeds. @returns the answer, or the name of a created object */
  call(method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown>;
  /** Removes what was created since the start. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns why RabbitMQ cannot run, or undefined if it can. */
export function missingRabbitmq(): string | undefined {
  return existsSync(executable) ? undefined : "rabbitmq-server is not installed";
}

/** Starts a broker with only the virtual host "/" and an administrator. */
export async function startRabbitmq(): Promise<Rabbitmq> {
  const directory = dataDirectory("rabbitmq");
  const [epmd, distribution, amqp, http] = await freePorts(4);
  const endpoint = `http://127.0.0.1:${http}`;
  const [username, password] = ["admin", "admin-of-a-test"];
  writeFileSync(
    join(directory, "rabbitmq.conf"),
    [
      `listeners.tcp.default = 127.0.0.1:${amqp}`,
      "management.tcp.ip = 127.0.0.1",
      `management.tcp.port = ${http}`,
      `default_user = ${username}`,
      `default_pass = ${password}`,
      "log.console = true",
      "log.console.level = error",
      "log.file = false",
      "",
    ].join("\n"),
  );
  writeFileSync(join(directory, "plugins"), "[rabbitmq_federation_management,rabbitmq_shovel_management].\n");
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: directory, // for the cookie
    LANG: "C.UTF-8",
    ERL_EPMD_ADDRESS: "127.0.0.1",
    ERL_EPMD_PORT: String(epmd),
    RABBITMQ_NODENAME: `imp${http}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_CONFIG_FILE: join(directory, "rabbitmq.conf"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(directory, "plugins"),
    RABBITMQ_MNESIA_BASE: join(directory, "data"),
    RABBITMQ_LOG_BASE: join(directory, "log"),
    RABBITMQ_PID_FILE: join(directory, "pid"),
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "-kernel inet_dist_use_interface {127,0,0,1}",
  };
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const call: Rabbitmq["call"] = async (method, path, body) => {
    const answer = await fetch(`${endpoint}/api/${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    if (text !== "") return JSON.parse(text);
    const name = answer.headers.get("location")?.split("/").at(-1);
    return method === "POST" && name !== undefined ? decodeURIComponent(name) : undefined;
  };
  const servers: Server[] = [];
  try {
    // A node registers with epmd. Without this process, Erlang would start an epmd that never exits.
    servers.push(
      await startServer({
        command: ["epmd", "-address", "127.0.0.1", "-port", String(epmd)],
        env,
        cwd: directory,
        answers: async () => true,
      }),
    );
    servers.push(
      await startServer({
        command: [executable],
        env,
        cwd: directory,
        // The API listener answers before the administrator exists.
        answers: () =>
          call("GET", "overview").then(
            () => true,
            () => false,
          ),
      }),
    );
  } catch (error) {
    await stopAll(servers, directory);
    throw error;
  }
  return {
    endpoint,
    username,
    password,
    call,
    empty: async () => {
      const [vhosts, users] = (await Promise.all([call("GET", "vhosts"), call("GET", "users")])) as Named[][];
      for (const { name } of vhosts ?? []) await call("DELETE", `vhosts/${encodeURIComponent(name)}`);
      for (const { name } of users ?? []) {
        if (name !== username) await call("DELETE", `users/${encodeURIComponent(name)}`);
      }
      await call("PUT", "vhosts/%2F");
      await call("PUT", `permissions/%2F/${username}`, { configure: ".*", write: ".*", read: ".*" });
    },
    stop: () => stopAll(servers, directory),
  };
}

interface Named {
  readonly name: string;
}
