/** Damages a valid file with a few random changes. Equal seeds make equal changes. */

import { nestsTooDeep } from "../../src/value/json/nesting.ts";

/** Returns random integers below a bound (mulberry32), the same for the same seed on every machine. */
export type Draw = (bound: number) => number;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Makes one to three changes of bytes, tokens, values, or the whole encoding. */
export function mutated(bytes: Uint8Array, seed: number): Uint8Array {
  const draw = drawFrom(seed);
  let result = bytes;
  for (let count = 1 + Math.floor(draw(8) / 2.5); count > 0; count -= 1) {
    const kind = draw(12);
    if (kind < 3) result = changeBytes(result, draw);
    else if (kind < 11) result = draw(4) > 0 ? changeValues(result, draw) : changeTokens(result, draw);
    else result = recode(result, draw);
  }
  return result;
}

function changeBytes(bytes: Uint8Array, draw: Draw): Uint8Array {
  const offset = draw(bytes.length + 1);
  const [head, tail] = [bytes.subarray(0, offset), bytes.subarray(offset)];
  const length = 1 + draw(draw(4) === 0 ? bytes.length + 1 : 12);
  switch (draw(6)) {
    case 0:
      return head;
    case 1:
      return Buffer.concat([head, Uint8Array.from({ length: Math.min(length, 64) }, () => draw(256)), tail]);
    case 2:
      return Buffer.concat([head, tail.subarray(length)]);
    case 3:
      return Buffer.concat([head, new Uint8Array(Math.min(length, 300)), tail.subarray(length)]);
    case 4:
      return Buffer.concat([head, tail.subarray(0, length), tail]);
    default: {
      const changed = Uint8Array.from(bytes);
      if (offset < changed.length) changed[offset] = (changed[offset] ?? 0) ^ (1 << draw(8));
      return changed;
    }
  }
}

interface Slot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Replaces, removes, duplicates, renames, or moves a JSON value. The result is nearly always valid JSON. */
function changeValues(bytes: Uint8Array, draw: Draw): Uint8Array {
  const text = Buffer.from(bytes).toString("utf8");
  const json = parsed(text);
  const slots = slotsIn(json);
  const slot = slots[draw(slots.length || 1)];
  const other = slots[draw(slots.length || 1)];
  if (slot === undefined || other === undefined) return changeTokens(bytes, draw);
  const { holder, key } = slot;
  switch (draw(6)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      break;
    case 1:
      if (Array.isArray(holder)) holder.splice(draw(holder.length), 0, holder[Number(key)]);
      else
        holder[
          `${key}${["", " ", "s", "Id"][draw(4)]}`.replace(/^./, (first) =>
            draw(2) === 0 ? first.toUpperCase() : first,
          )
        ] = holder[key];
      break;
    case 2:
      // A copy, because the value may contain its new location.
      holder[key] = JSON.parse(JSON.stringify(other.holder[other.key] ?? null));
      break;
    default:
      holder[key] = placeholder;
  }
  const space = text.includes("\n    ") ? 4 : undefined;
  return Buffer.from(
    JSON.stringify(json, undefined, space).replaceAll(`"${placeholder}"`, () => oddValue(draw)),
    "utf8",
  );
}

const placeholder = "something odd";

function parsed(text: string): unknown {
  try {
    return nestsTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns every nested location of a JSON value, except in very deep values. */
function slotsIn(json: unknown, depth = 0): readonly Slot[] {
  if (typeof json !== "object" || json === null || depth > 20) return [];
  const holder = json as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsIn(holder[key], depth + 1)]);
}

/** A quoted string, a number or word, a punctuation mark, or whitespace, in JSON and roughly in YAML. */
const token = /"(?:[^"\\\n]|\\.)*"|[A-Za-z0-9+./=_$:-]+|\s+|[^\s\w]/g;

function changeTokens(bytes: Uint8Array, draw: Draw): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const tokens = text.match(token) ?? [];
  if (tokens.length === 0) return bytes;
  const start = draw(tokens.length);
  // Prefer values to punctuation.
  const near = tokens.findIndex((word, index) => index >= start && /^["\w[{]/.test(word));
  const index = near >= 0 && draw(4) > 0 ? near : start;
  const other = draw(tokens.length);
  switch (draw(5)) {
    case 0:
      tokens.splice(index, 1 + draw(4));
      break;
    case 1:
      tokens.splice(index, 0, ...tokens.slice(other, other + 1 + draw(40)));
      break;
    case 2:
      [tokens[index], tokens[other]] = [tokens[other] ?? "", tokens[index] ?? ""];
      break;
    default:
      tokens[index] = oddValue(draw);
  }
  return Buffer.from(tokens.join(""), "latin1");
}

const signatureKey = "4dabf18193072939515e22adb298388d";
const signatures = [
  "c44067f5952c0a294b673a41bacd8c17",
  "0def7320c3a5731c473e5ecbe6d01bc7",
  "1b47061264138c4ac30d75fd1eb44270",
  "5cf8f73096256a8f31e491e813e4eb8e",
  "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
  "803fd3297a5875dc03ca845dda5d2a98",
  "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  "nonsense",
];

const oddities = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "-1",
  "1.5",
  "3",
  "4",
  "1e999",
  "-1e-999",
  "123456789012345678901234567890",
  "0x10",
  "01",
  "NaN",
  '""',
  '" "',
  '"x"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"__proto__"',
  '"constructor"',
  '"\\n"',
  '"urn:pulumi:a::b::c::d"',
  '"::"',
  "[]",
  "{}",
  "[[]]",
  "[null]",
  '[""]',
  '{"":null}',
  '{"__proto__":{"a":1}}',
  '{"toString":1}',
  '{"secure":1}',
  '{"secure":"v1:a:b"}',
  "[{}]",
  '"urn"',
  '"delete"',
  '"resources"',
  '"RESOURCES"',
  '"latest"',
  '"checkpoint"',
  '"deployment"',
  '"version"',
  '"custom"',
  '"inputs"',
  "~",
  "yes",
  "? x",
  "- - -",
  "&a *a",
  "*b",
  "!!binary x",
  "!<tag:x> y",
  "|\n  x",
  "<<: *a",
  "%YAML 9",
  "---\n",
  "...\n",
  "# x\n",
  "\t",
  "\r\n",
];

function oddValue(draw: Draw): string {
  switch (draw(8)) {
    case 0: {
      const depth = [3, 60, 600, 6000, 60_000][draw(5)] ?? 3;
      const [open, close] = draw(2) === 0 ? ["[", "]"] : ['{"a":', "}"];
      return `${open.repeat(depth)}0${draw(8) === 0 ? "" : close.repeat(depth)}`;
    }
    case 1: {
      const fields = [
        '"ciphertext":"v1:AAAA:BBBB"',
        '"plaintext":"{"',
        '"plaintext":"[1]"',
        '"text":1',
        '"urn":""',
        '"id":{"V":null}',
        '"value":"7ff8"',
      ];
      const selected = fields.filter(() => draw(3) === 0);
      return `{${[`"${signatureKey}":"${signatures[draw(signatures.length)]}"`, ...selected].join(",")}}`;
    }
    case 2:
      return JSON.stringify(String.fromCharCode(draw(0x10000)).repeat(1 + draw(2000)));
    default:
      return oddities[draw(oddities.length)] ?? "";
  }
}

function recode(bytes: Uint8Array, draw: Draw): Uint8Array {
  const text = Buffer.from(bytes).toString("utf8");
  switch (draw(6)) {
    case 0:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 1:
      return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    case 2:
      return Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, "utf16le").swap16()]);
    case 3:
      return Buffer.from(text.replaceAll("\n", "\r\n"), "utf8");
    case 4:
      return new Uint8Array(draw(2) === 0 ? 0 : draw(100));
    default:
      return Buffer.from(text.replaceAll("\n", "\r"), "utf8");
  }
}
