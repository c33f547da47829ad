import assert from "node:assert/strict";
import fc from "fast-check";
import { runs } from "../support/runs.ts";
import { read, write } from "./stack-file-text.ts";

describe("writeStackFile with random files", () => {
  const key = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,8}$/);
  const comment = fc.constantFrom("", "  # note", " #", "   ");
  const scalar = fc.oneof(
    fc.constantFrom("x", "'it''s'", '"a\\nb"', "12", "true", "~", "", "{a: [1, {b: c}]}", "[1,  2 ]", "a  b", "&n v"),
    fc.constantFrom(
      "|\n    lit\n     more",
      ">-\n    fold\n\n    ed",
      "\n    secure: v1:a:b",
      "\n    # in\n    p:  1 # q\n    l:\n    - 1",
    ),
  );
  const filler = fc.constantFrom("", "  # comment", "# flush", "", "");
  const pair = fc.tuple(key, scalar, comment, filler);
  const top = fc.constantFrom(
    "",
    "# head",
    "---",
    "environment: []",
    "other:\n- 1 # one\n-   {x: y}",
    "secretsprovider: passphrase",
  );
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "yes",
      "1e3",
      "0x1",
      "- a",
      "a #b",
      "a: b",
      " x",
      "x ",
      "\u0085",
      "\u2028",
      "\t",
      "@",
      "%",
      "`",
      "'",
      "null",
      "<<",
      "=",
      ":",
      "?",
      "-",
      "2001-1-1",
      ".5",
      "{{",
      "\uFEFF",
    ),
  );

  it("adds a value, and keeps every line", () => {
    const file = fc.record({
      head: top,
      tail: top,
      pairs: fc.uniqueArray(pair, { selector: ([name]) => name, minLength: 1, maxLength: 6 }),
      crlf: fc.boolean(),
      ended: fc.boolean(),
    });
    fc.assert(
      fc.property(file, text, fc.boolean(), ({ head, tail, pairs, crlf, ended }, value, secret) => {
        fc.pre(
          !value.includes("\uFFFD") &&
            !/\p{Surrogate}/u.test(value) &&
            tail !== "---" &&
            (head === "" || head !== tail),
        );
        const lines = pairs.map(([name, scalar, note, fill]) => {
          const oneLine = !scalar.includes("\n");
          return `  ${name}:${scalar.startsWith("\n") ? "" : " "}${scalar}${oneLine ? note : ""}${fill === "" ? "" : `\n${fill}`}`;
        });
        fc.pre(lines.filter((line) => line.includes("&n")).length <= 1);
        const body = [head, "config:", ...lines, tail].filter((line) => line !== "").join("\n");
        const before = (body + (ended ? "\n" : "")).replaceAll("\n", crlf ? "\r\n" : "\n");
        const added = secret ? { secure: value === "" ? "x" : value } : value;
        const after = write(before, { "orchard:New": added }, "v1:salt");
        assert.deepEqual(read(after), {
          ...read(before),
          "orchard:New": secret ? `secure:${value === "" ? "x" : value}` : `string:${value}`,
        });
        // Every line stays in order, with only insertions between.
        const kept = after.split(/\r?\n/);
        let index = 0;
        for (const line of before.split(/\r?\n/)) {
          const found = kept.indexOf(line, index);
          assert.ok(found >= index, `${JSON.stringify(line)} is missing in ${JSON.stringify(after)}`);
          index = found + 1;
        }
        assert.equal(kept.length - before.split(/\r?\n/).length, secret ? 3 : 2);
        assert.equal(write(after, { "orchard:New": added }, "v1:salt"), after);
      }),
      { numRuns: runs(150) },
    );
  });

  it("changes a value, and keeps all other lines", () => {
    const file = fc.uniqueArray(pair, { selector: ([name]) => name, minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(file, text, fc.boolean(), fc.nat(), (pairs, value, secret, pick) => {
        fc.pre(!/\p{Surrogate}/u.test(value));
        const lines = pairs.map(
          ([name, scalar, note, fill]) =>
            `  ${name}:${scalar.startsWith("\n") ? "" : " "}${scalar}${scalar.includes("\n") ? "" : note}${fill === "" ? "" : `\n${fill}`}`,
        );
        fc.pre(lines.filter((line) => line.includes("&n")).length <= 1);
        const before = `config:\n${lines.join("\n")}\n# end\n`;
        const index = pick % pairs.length;
        const name = `orchard:${pairs[index]?.[0]}`;
        const next = secret ? { secure: `s${value}` } : value;
        const after = write(before, { [name]: next });
        assert.deepEqual(read(after), { ...read(before), [name]: secret ? `secure:s${value}` : read(after)[name] });
        assert.equal(read(after)[name]?.endsWith(value), true);
        const head = `config:\n${lines
          .slice(0, index)
          .map((line) => `${line}\n`)
          .join("")}`;
        const tail = `${lines
          .slice(index + 1)
          .map((line) => `${line}\n`)
          .join("")}# end\n`;
        assert.ok(after.startsWith(head), after);
        assert.ok(after.endsWith(tail), after);
      }),
      { numRuns: runs(150) },
    );
  });

  it("adds values to a JSON file, and keeps its other members", () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant({ secure: "v1:a:b" }),
      fc.jsonValue().map((inner) => ({ inner, more: 1 })),
    );
    const config = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}(:[a-z]{1,5})?$/), value);
    fc.assert(
      fc.property(
        config,
        fc.constantFrom(undefined, 2, 4, "\t"),
        fc.string({ unit: "grapheme" }),
        (members, indent, text) => {
          fc.pre(!/\p{Surrogate}/u.test(text));
          const before = JSON.stringify({ a: [1], config: members, z: {} }, null, indent);
          fc.pre(
            new Set(Object.keys(members).map((name) => (name.includes(":") ? name : `orchard:${name}`))).size ===
              Object.keys(members).length,
          );
          const after = write(before, { "orchard:New": text, "x:T": { secure: text } }, "v1:s", "json");
          const expected = {
            a: [1],
            config: { ...members, "orchard:New": text, "x:T": { secure: text } },
            z: {},
            encryptionsalt: "v1:s",
          };
          assert.deepEqual(JSON.parse(after), JSON.parse(JSON.stringify(expected)));
        },
      ),
    );
  });
});
