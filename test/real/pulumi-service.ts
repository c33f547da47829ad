/**
 * A stand-in for the parts of Pulumi Cloud that the Pulumi CLI calls to export a stack and to open environments. It returns fixed values, and
 * evaluates no environments.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An evaluated value of an environment, as the service returns it. */
export interface EnvironmentValue {
  readonly value: unknown;
  readonly secret?: true;
  readonly trace: object;
}

export interface ServiceContent {
  /** The organization, which is also the user. */
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
  /** The properties of environments by `PROJECT/NAME`. `yaml` is the environment of the stack file. Other environments cannot be opened. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, EnvironmentValue>>>>;
}

export interface PulumiService {
  readonly url: string;
  /** The requests so far: method, path, and body. */
  readonly requests: readonly string[];
  close(): void;
}

/** Starts the service on a free port of this machine. */
export async function startPulumiService(content: ServiceContent): Promise<PulumiService> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      requests.push(`${request.method} ${path} ${body}`.trim());
      reply(response, responseTo(path, content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => void server.close() };
}

interface Reply {
  readonly status: number;
  readonly json: unknown;
}

function responseTo(path: string, content: ServiceContent): Reply {
  const { organization, project, stack, environments } = content;
  const user = { githubLogin: organization, name: organization, email: "user@example.com" };
  const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
  switch (path) {
    case "/api/user":
      return { status: 200, json: { id: "1", ...user, organizations: [user] } };
    case "/api/user/organizations/default":
      return { status: 200, json: { gitHubLogin: organization } };
    case "/api/capabilities":
      return { status: 200, json: { capabilities: [] } };
    case `/api/stacks/${organization}/${project}/${stack}`: {
      const names = { orgName: organization, projectName: project, stackName: stack };
      return { status: 200, json: { id: "1", ...names, activeUpdate: "", tags: {}, version: 1 } };
    }
    case `/api/stacks/${organization}/${project}/${stack}/export`:
      return { status: 200, json: { version: 3, deployment: { manifest } } };
  }
  const name = new RegExp(`^/api/esc/environments/${organization}/(.+)/open(?:/1)?$`).exec(path)?.[1];
  if (name === undefined) return { status: 404, json: { code: 404, message: "Not Found" } };
  const properties = environments[name];
  if (properties === undefined)
    return { status: 400, json: { code: 400, message: "Bad Request", diagnostics: [{ summary: "login failed" }] } };
  return { status: 200, json: path.endsWith("/open") ? { id: "1" } : { properties } };
}

function reply(response: ServerResponse, { status, json }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(json));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString("utf8");
}
