import assert from "node:assert/strict";
import fc from "fast-check";
import type { CandidateIndex, Offer } from "../../src/links/candidate-index.ts";
import { indexInside, matchesInside } from "../../src/links/interpolate.ts";
import { valueForm } from "../../src/links/value-form.ts";
import { runs } from "../support/runs.ts";
import { linkables } from "./estate.ts";

const [referent] = linkables();

/** Returns an index in which each value is a computed output of a resource. */
function indexOf(values: readonly string[]): CandidateIndex {
  const offers = (value: string): readonly Offer[] => {
    const form = valueForm(value, false);
    if (form === undefined || referent === undefined || !values.includes(value)) return [];
    return [
      {
        referent,
        properties: [["arn"]],
        form,
        isId: false,
        isOwn: true,
        isGenerated: true,
        naming: new Set(),
        scope: new Map(),
      },
    ];
  };
  return { offers, has: (value) => values.includes(value), values: () => values };
}

const bucket = "arn:aws:s3:::acme-logs";
const table = "arn:aws:dynamodb:us-east-1:123456789012:table/orders";
const stream = `${table}/stream/2026-01-01T00:00:00.000`;
const account = "builder@project-one.iam.gserviceaccount.com";
const host = "db-1.abcdef.us-east-1.rds.amazonaws.com";
const vnet = "/subscriptions/0/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v";
const url = "https://sqs.us-east-1.amazonaws.com/123456789012/orders";
const inside = indexInside(indexOf([bucket, table, stream, account, host, vnet, url, "short:a/b/c"]));

/** Returns the string with the matches in brackets. */
function mark(text: string): string {
  let marked = "";
  let at = 0;
  for (const { start, end } of matchesInside(inside, text)) {
    marked += `${text.slice(at, start)}<<${text.slice(start, end)}>>`;
    at = end;
  }
  return marked + text.slice(at);
}

describe("values inside strings", () => {
  for (const [text, expected] of [
    [`${bucket}/*`, `<<${bucket}>>/*`],
    [`${bucket}*`, `<<${bucket}>>*`],
    [`${bucket}-archive`, `${bucket}-archive`],
    [`${bucket}.old/x`, `${bucket}.old/x`],
    [`x${bucket}/*`, `x${bucket}/*`],
    [`["${bucket}","${bucket}/*"]`, `["<<${bucket}>>","<<${bucket}>>/*"]`],
    [`{\\"Resource\\":\\"${bucket}\\"}`, `{\\"Resource\\":\\"<<${bucket}>>\\"}`],
    [`${table}/index/*`, `<<${table}>>/index/*`],
    [`${stream}/x`, `<<${stream}>>/x`],
    [`${table}/stream/2025`, `<<${table}>>/stream/2025`],
    [`lambda:path/functions/${table}/invocations`, `lambda:path/functions/<<${table}>>/invocations`],
    [`serviceAccount:${account}`, `serviceAccount:<<${account}>>`],
    [`postgres://user:secretless@${host}:5432/app`, `postgres://user:secretless@<<${host}>>:5432/app`],
    [`https://${host}/health`, `https://<<${host}>>/health`],
    [`other/${host}`, `other/${host}`],
    [`${vnet}/subnets/s`, `<<${vnet}>>/subnets/s`],
    [`${vnet}2/subnets/s`, `${vnet}2/subnets/s`],
    [`QUEUE=${url} TABLE=${table}`, `QUEUE=<<${url}>> TABLE=<<${table}>>`],
    [`${url}?Action=x`, `<<${url}>>?Action=x`],
    [bucket, bucket],
    ["short:a/b/c,short:a/b/c", "short:a/b/c,short:a/b/c"],
    ["", ""],
  ] as const) {
    it(`finds values in ${text === "" ? "an empty string" : text.slice(0, 90)}`, () =>
      assert.equal(mark(text), expected));
  }

  it("finds all values between word boundaries of random strings, in order", () => {
    const values = [bucket, table, stream, url];
    const piece = fc.oneof(
      fc.constantFrom(...values),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('"', ",", "/", "\\", "-"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(...values), (pieces, value) => {
        const head = pieces.join("");
        const text = `${head}"${value}"`;
        const found = matchesInside(inside, text).map(({ start, end }) => text.slice(start, end));
        assert.equal(found.at(-1), value);
        let at = 0;
        for (const { start, end } of matchesInside(inside, text)) {
          assert.ok(start >= at && end > start);
          assert.ok(values.includes(text.slice(start, end)));
          at = end;
        }
      }),
      { numRuns: runs(300), seed: 2 },
    );
  });
});
