/** Error messages of real providers and libraries, by kind of access failure. */
import assert from "node:assert/strict";
import { accessFailureOf } from "../../src/plugin/access-failure.ts";
import { ProviderError } from "../../src/plugin/provider.ts";

const kindOf = (message: string) => accessFailureOf(new ProviderError("other", "Read", message), message)?.kind;

const messages = {
  login: [
    "Error: API responded with a 401 Unauthorized",
    'pq: password authentication failed for user "postgres"',
    "Error 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)",
    "operation error STS: GetCallerIdentity, https response error StatusCode: 403, RequestID: <id>, api error InvalidClientTokenId: The security token included in the request is invalid.",
    "api error ExpiredToken: The provided token has expired.",
    "google: could not find default credentials",
    "AADSTS7000215: Invalid client secret provided",
    'oauth2: "invalid_grant" "Bad Request"',
    "GET https://api.github.com/<path>: 401 Bad credentials []",
    "no valid credential sources for Terraform AWS Provider found: failed to refresh cached credentials, no EC2 IMDS role found",
    "You must be logged in to the server (Unauthorized)",
    "the server has asked for the client to provide credentials",
  ],
  connection: [
    'Get "http://127.0.0.1:1/<path>": dial tcp 127.0.0.1:1: connect: connection refused',
    "dial tcp: lookup nohost.invalid on 10.0.0.1:53: no such host",
    "connect ECONNREFUSED 127.0.0.1:5432",
    "getaddrinfo ENOTFOUND db.example",
    'Get "https://10.0.0.1/<path>": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
    "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    "configured Kubernetes cluster is unreachable: unable to load schema information from the API server",
    "failed to read resource state due to unreachable cluster. If the cluster was deleted, you can remove this resource",
    "503 Service Unavailable",
  ],
  permission: [
    "HTTP 403: missing scope",
    'namespaces "a" is forbidden: User "reader" cannot get resource "namespaces" in API group "" in the namespace "a"',
    "googleapi: Error 403: Permission denied on resource project p",
    "api error AccessDenied: Access Denied",
    "User: arn:aws:iam::1:user/a is not authorized to perform: iam:GetRole",
  ],
} as const;

describe("errors of a provider about access", () => {
  for (const [kind, texts] of Object.entries(messages))
    for (const text of texts)
      it(`finds a ${kind} failure in: ${text.slice(0, 60)}`, () => assert.equal(kindOf(text), kind));

  for (const text of [
    "reading subnet: InternalError: we are looking into it",
    "invalid id: expected <network>/<subnet>",
    "resource 401 was not found",
    "value of port 4403 is out of range",
    "error parsing manifest: found unknown escape character",
  ])
    it(`finds no access failure in: ${text}`, () => assert.equal(kindOf(text), undefined));

  it("finds no access failure if the plugin ended or the run was interrupted", () => {
    for (const failure of ["died", "cancelled"] as const)
      assert.equal(
        accessFailureOf(new ProviderError(failure, "Read", "connection refused"), "connection refused"),
        undefined,
      );
  });

  it("classifies a timeout as a connection failure", () =>
    assert.equal(accessFailureOf(new ProviderError("timeout", "Read", "no answer"), "no answer")?.kind, "connection"));
});
