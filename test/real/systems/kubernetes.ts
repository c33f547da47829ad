/** A Kubernetes cluster of etcd and an API server on loopback ports, without controllers and nodes. */
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request as startRequest } from "node:https";
import { join } from "node:path";
import { failureOf, makeOnce } from "../make-once.ts";
import { projectRoot } from "../project-root.ts";
import { mustRun } from "../run-process.ts";
import { fingerprintOf, onPath, realCache } from "../tools.ts";
import { freePorts } from "./ports.ts";
import { dataDirectory, type Server, startServer, stopAll } from "./server.ts";

/** An object of the REST API. */
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
  /** Sends a request. Throws unless it succeeds. */
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Returns the kinds of all groups. The version of a kind is the first that has it, which is usually the preferred version. */
  kinds(): Promise<readonly ServedKind[]>;
  stop(): Promise<void>;
}

type Request = Cluster["request"];

export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const token = "administrator";

const etcd = "/usr/bin/etcd";

const apiServerModule = join(projectRoot, "test", "real", "systems", "kube-apiserver");

/** Builds the API server, which takes minutes without a cache. @returns why the API server cannot be built, or undefined */
export async function buildApiServer(print: (line: string) => void): Promise<string | undefined> {
  if (existsSync(apiServer())) return undefined;
  if (!onPath("go")) return "Go is not on the PATH, so the Kubernetes API server cannot be built";
  print("building the Kubernetes API server (minutes without a cache)");
  return await failureOf("the Kubernetes API server cannot be built", () =>
    makeOnce(apiServerDirectory(), async (work) => {
      await mustRun(["go", "build", "-ldflags", "-s -w", "-o", join(work, "kube-apiserver"), "."], {
        cwd: apiServerModule,
        env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
        timeout: 2_400_000,
      });
    }),
  );
}

/** Returns why Kubernetes cannot run, or undefined if it can. */
export function missingKubernetes(): string | undefined {
  if (!existsSync(etcd)) return "etcd is not installed";
  return existsSync(apiServer()) ? undefined : "the Kubernetes API server is not built";
}

/** Starts an empty cluster. */
export async function startKubernetes(): Promise<Cluster> {
  const directory = dataDirectory("kubernetes");
  const [clients, peers, port = 0] = await freePorts(3);
  const store = `http://127.0.0.1:${clients}`;
  const [key, tokens] = [join(directory, "key.pem"), join(directory, "tokens.csv")];
  const certificate = join(directory, "certificates", "apiserver.crt");
  const kubeconfig = join(directory, "kubeconfig");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(tokens, `${token},admin,admin,system:masters\n`);
  writeFileSync(kubeconfig, kubeconfigOf(`https://127.0.0.1:${port}`, certificate));
  const settings = { env: { PATH: process.env.PATH ?? "", HOME: directory }, cwd: directory };
  const request: Request = (...words) => send({ port, ca: readFileSync(certificate, "utf8") }, ...words);
  const servers: Server[] = [];
  try {
    servers.push(
      await startServer({
        ...settings,
        command: [
          etcd,
          `--data-dir=${join(directory, "etcd")}`,
          "--unsafe-no-fsync",
          `--listen-client-urls=${store}`,
          `--advertise-client-urls=${store}`,
          `--listen-peer-urls=http://127.0.0.1:${peers}`,
          `--initial-advertise-peer-urls=http://127.0.0.1:${peers}`,
          `--initial-cluster=default=http://127.0.0.1:${peers}`,
        ],
        answers: () =>
          fetch(`${store}/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
      }),
    );
    servers.push(
      await startServer({
        ...settings,
        command: [
          apiServer(),
          `--etcd-servers=${store}`,
          "--bind-address=127.0.0.1",
          "--advertise-address=127.0.0.1",
          `--secure-port=${port}`,
          `--cert-dir=${join(directory, "certificates")}`,
          "--service-account-issuer=https://kubernetes.default.svc",
          `--service-account-key-file=${key}`,
          `--service-account-signing-key-file=${key}`,
          `--token-auth-file=${tokens}`,
          "--authorization-mode=RBAC",
          "--service-cluster-ip-range=10.0.0.0/16",
          // The API server would register its address as an endpoint of the service "kubernetes", which cannot be a loopback address.
          "--endpoint-reconciler-type=none",
        ],
        answers: async () => {
          if (!existsSync(certificate)) return false;
          return request("GET", "/readyz").then(
            () => true,
            () => false,
          );
        },
      }),
    );
  } catch (error) {
    await stopAll(servers, directory);
    throw error;
  }
  return { kubeconfig, request, kinds: () => servedKinds(request), stop: () => stopAll(servers, directory) };
}

/** Returns the path of a collection, or of an object if it has a name. */
export function pathOf({ apiVersion, plural, namespaced }: ServedKind, namespace?: string, name?: string): string {
  const group = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = namespaced && namespace !== undefined ? `/namespaces/${namespace}` : "";
  return `${group}${scope}/${plural}${name === undefined ? "" : `/${name}`}`;
}

/** Returns the objects of a kind in all namespaces. */
export async function listObjects(cluster: Cluster, kind: ServedKind): Promise<readonly KubernetesObject[]> {
  const { items } = (await cluster.request("GET", pathOf(kind))) as { items: readonly KubernetesObject[] };
  return items.map((item) => ({ ...item, apiVersion: kind.apiVersion, kind: kind.kind }));
}

async function servedKinds(request: Request): Promise<readonly ServedKind[]> {
  const { groups } = (await request("GET", "/apis")) as {
    groups: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
  };
  const versions = ["v1", ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))];
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
  const kinds = new Map<string, ServedKind>();
  for (const kind of lists.flat()) {
    const [group = ""] = kind.apiVersion.split("/").slice(0, -1);
    const key = `${group} ${kind.kind}`;
    if (!kinds.has(key)) kinds.set(key, kind);
  }
  return [...kinds.values()];
}

const agent = new Agent({ keepAlive: true });

function send(
  server: { readonly port: number; readonly ca: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = { authorization: `Bearer ${token}`, "content-type": type };
    const sent = startRequest({ ...server, host: "127.0.0.1", path, method, headers, agent }, (answer) => {
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

function apiServer(): string {
  return join(apiServerDirectory(), "kube-apiserver");
}

function apiServerDirectory(): string {
  return join(realCache, "systems", `kube-apiserver-${fingerprintOf(apiServerModule).slice(0, 16)}`);
}
