/** A Kubernetes cluster of etcd and an API server, on loopback ports, and its REST API. It has no controllers and no nodes. */
import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request as startRequest } from "node:https";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** An object of the REST API, as JSON. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly generation?: number;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}

/** A kind that the API server serves. */
export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

export interface Cluster {
  /** A kubeconfig file of an administrator. */
  readonly kubeconfig: string;
  /** Sends a request. Throws unless the answer is one of success. */
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The kinds of all groups, each in the version that the group prefers. */
  kinds(): Promise<readonly ServedKind[]>;
  stop(): Promise<void>;
}

export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const token = "administrator";

/** Starts both servers with their data in an empty directory, and waits until the API server is ready. */
export async function startCluster(directory: string, apiServer: string): Promise<Cluster> {
  mkdirSync(directory, { recursive: true });
  const [clients, peers, port] = [await freePort(), await freePort(), await freePort()];
  const store = `http://127.0.0.1:${clients}`;
  const key = join(directory, "key.pem");
  const tokens = join(directory, "tokens.csv");
  const certificates = join(directory, "certificates");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(tokens, `${token},admin,admin,system:masters\n`);
  const etcd = start(directory, "etcd", [
    "etcd",
    `--data-dir=${join(directory, "etcd")}`,
    "--unsafe-no-fsync",
    `--listen-client-urls=${store}`,
    `--advertise-client-urls=${store}`,
    `--listen-peer-urls=http://127.0.0.1:${peers}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peers}`,
    `--initial-cluster=default=http://127.0.0.1:${peers}`,
  ]);
  const server = start(directory, "apiserver", [
    apiServer,
    `--etcd-servers=${store}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--secure-port=${port}`,
    `--cert-dir=${certificates}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    `--token-auth-file=${tokens}`,
    "--authorization-mode=RBAC",
    "--service-cluster-ip-range=10.0.0.0/16",
    // The servers have no endpoints that others could use.
    "--endpoint-reconciler-type=none",
  ]);
  const stop = async () => {
    await Promise.all([server, etcd].map(end));
  };
  const certificate = join(certificates, "apiserver.crt");
  const kubeconfig = join(directory, "kubeconfig");
  writeFileSync(kubeconfig, kubeconfigOf(`https://127.0.0.1:${port}`, certificate));
  try {
    const request = await readyClient(server, port, certificate, join(directory, "apiserver.log"));
    return { kubeconfig, request, kinds: () => servedKinds(request), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The path of a collection; of an object when it has a name. */
export function pathOf({ apiVersion, plural, namespaced }: ServedKind, namespace?: string, name?: string): string {
  const group = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = namespaced && namespace !== undefined ? `/namespaces/${namespace}` : "";
  return `${group}${scope}/${plural}${name === undefined ? "" : `/${name}`}`;
}

/** The objects of a kind, in all namespaces. */
export async function listObjects(cluster: Cluster, kind: ServedKind): Promise<readonly KubernetesObject[]> {
  const { items } = (await cluster.request("GET", pathOf(kind))) as { items: readonly KubernetesObject[] };
  return items.map((item) => ({ ...item, apiVersion: kind.apiVersion, kind: kind.kind }));
}

type Request = Cluster["request"];

async function servedKinds(request: Request): Promise<readonly ServedKind[]> {
  const { groups } = (await request("GET", "/apis")) as {
    groups: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
  };
  const versions = ["v1", ...groups.map(({ preferredVersion }) => preferredVersion.groupVersion)];
  const lists = await Promise.all(
    versions.map(async (apiVersion) => {
      const path = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
      const { resources } = (await request("GET", path)) as {
        resources: readonly { name: string; kind: string; namespaced: boolean; verbs: readonly string[] }[];
      };
      return resources
        .filter(({ name, verbs }) => !name.includes("/") && verbs.includes("list"))
        .map(({ name, kind, namespaced }) => ({ apiVersion, kind, plural: name, namespaced }));
    }),
  );
  return lists.flat();
}

async function readyClient(server: ChildProcess, port: string, certificate: string, log: string): Promise<Request> {
  const end = Date.now() + 120_000;
  while (Date.now() < end && server.exitCode === null) {
    try {
      const request = clientOf(port, readFileSync(certificate, "utf8"));
      await request("GET", "/readyz");
      return request;
    } catch {
      await pause(100);
    }
  }
  throw new Error(`the API server is not ready:\n${readFileSync(log, "utf8").slice(-4000)}`);
}

function clientOf(port: string, ca: string): Request {
  const agent = new Agent({ keepAlive: true, ca });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
      const headers = { authorization: `Bearer ${token}`, "content-type": type };
      const sent = startRequest({ host: "127.0.0.1", port, path, method, headers, agent }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          const status = answer.statusCode ?? 0;
          if (status >= 300) reject(new RefusedRequest(status, `${method} ${path}: ${status} ${text}`));
          else resolve(text.startsWith("{") ? JSON.parse(text) : text);
        });
      });
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

function kubeconfigOf(server: string, certificate: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    clusters: [{ name: "test", cluster: { server, "certificate-authority": certificate } }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "admin" } }],
  });
}

function start(directory: string, name: string, [command = "", ...args]: readonly string[]): ChildProcess {
  const log = openSync(join(directory, `${name}.log`), "a");
  return spawn(command, args, { stdio: ["ignore", log, log] });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
