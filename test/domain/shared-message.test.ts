import assert from "node:assert/strict";
import fc from "fast-check";
import { sharedMessage } from "../../src/domain/shared-message.ts";

const queue = {
  urn: "urn:pulumi:dev::p::mq:index/queue:Queue::jobs",
  type: "mq:index/queue:Queue",
  name: "jobs",
  id: "jobs@/",
};

describe("messages that resources share, with placeholders for their names", () => {
  const rows: readonly (readonly [title: string, text: string, shared: string])[] = [
    ["replaces a URN", `Refreshing ${queue.urn}: 1 error occurred`, "Refreshing <URN>: 1 error occurred"],
    ["replaces a quoted URN before a full stop", `cannot read "${queue.urn}".`, 'cannot read "<URN>".'],
    ["replaces ID, name, and type", "mq:index/queue:Queue jobs (jobs@/) is gone", "<type> <name> (<id>) is gone"],
    ["keeps longer words that contain the name", "3 jobs-like jobsters, jobs", "3 <name>-like jobsters, <name>"],
    [
      "replaces the path of a URL, but keeps the server,",
      'Get "http://mq.example:15672/api/queues/%2F/jobs?a=1": connection refused',
      'Get "http://mq.example:15672/<path>": connection refused',
    ],
    [
      "replaces request IDs",
      "403, RequestID: 7F3B8A/x+=, HostID: a/b=, api error",
      "403, RequestID: <id>, HostID: <id>, api error",
    ],
    ["replaces UUIDs", "trace 0b0c6a1e-8a0f-4b6e-9f0e-0d6c1f6f7a10 failed", "trace <id> failed"],
    ["replaces times", "expired at 2026-11-25T16:53:02.123Z", "expired at <time>"],
    [
      "replaces the port of the client",
      "read tcp 10.0.0.1:49152->10.0.0.2:443: reset",
      "read tcp 10.0.0.1:<port>->10.0.0.2:443: reset",
    ],
  ];
  for (const [title, text, shared] of rows)
    it(`${title} in a message`, () => assert.equal(sharedMessage(text, queue), shared));

  it("keeps a message that does not name the resource", () => {
    const text = "API responded with a 401 Unauthorized";
    assert.equal(sharedMessage(text, { urn: "urn:pulumi:dev::p::a:b:C::x", type: "a:b:C", name: "x" }), text);
  });

  it("replaces an ID with special characters in a message", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (id) => {
        const subject = { urn: "urn:pulumi:dev::p::a:b:C::<", type: "<type>", name: "<name>", id };
        const shared = sharedMessage(`no "${id}" here`, subject);
        assert.equal(sharedMessage(shared, { ...subject, id: "" }), shared);
      }),
    );
    for (const id of ["https://queue.example/1/jobs", "vpc-071c7724", "a/b", "[x](y){z}", "^$.*+?|\\", "ä-ö"])
      assert.equal(sharedMessage(`no "${id}" here`, { ...queue, id }), 'no "<id>" here');
  });

  it("replaces a short ID in a message only as a whole word", () =>
    assert.equal(sharedMessage("a 401 at a1 for a", { ...queue, id: "a", name: "n" }), "<id> 401 at a1 for <id>"));
});
