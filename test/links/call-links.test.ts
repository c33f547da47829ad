/** Inputs that contain the results of provider functions: which functions imp calls, and which values become calls. */
import assert from "node:assert/strict";
import { type CalledFunction, callLinks, functionsFor, namedTexts } from "../../src/links/call-links.ts";
import type { InputString } from "../../src/links/input-strings.ts";
import type { Path } from "../../src/links/linkable-resource.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { type PropertyMap, secretValue, stringValue } from "../../src/value/value.ts";
import { readAwsSchema } from "../support/published-schemas.ts";

type Spec = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const returns = (...names: readonly string[]): Spec => ({
  outputs: { properties: Object.fromEntries(names.map((name) => [name, text])), required: names },
});
const texts: Spec = { type: "array", items: text };

const functions: Readonly<Record<string, Spec>> = {
  "web:index/getCallerIdentity:getCallerIdentity": returns("accountId", "arn", "id"),
  "web:index/getRegion:getRegion": {
    inputs: { properties: { endpoint: text } },
    ...returns("name", "description"),
  },
  "web:index/getZones:getZones": { outputs: { properties: { names: texts }, required: ["names"] } },
};

const account = "123456789012";
const answers: Readonly<Record<string, PropertyMap>> = {
  "web:index/getCallerIdentity:getCallerIdentity": fromPlainMap({
    accountId: account,
    arn: `arn:sim:iam::${account}:user/me`,
    id: account,
  }),
  "web:index/getRegion:getRegion": fromPlainMap({ name: "us-east-1", description: "North" }),
  "web:index/getZones:getZones": fromPlainMap({ names: ["us-east-1a", "us-east-1b"] }),
};

function schemaOf(more: Readonly<Record<string, Spec>> = {}) {
  const document = { name: "web", version: "1.0.0", resources: {}, functions: { ...functions, ...more } };
  return loadSchema(Buffer.from(JSON.stringify(document)));
}

function inputString(path: Path, value: string, hidden?: "by value"): InputString {
  return { path, text: value, ...(hidden !== undefined && { hidden }) };
}

function functionNames(strings: readonly InputString[], more?: Readonly<Record<string, Spec>>): readonly string[] {
  return functionsFor(schemaOf(more), namedTexts(strings)).map(({ name }) => name.member);
}

/** Returns the string with each call as `<function.property>`, or undefined if it has no calls. */
function written(
  string: InputString,
  more: Readonly<Record<string, readonly [Spec, PropertyMap]>> = {},
): string | undefined {
  const schema = schemaOf(Object.fromEntries(Object.entries(more).map(([token, [spec]]) => [token, spec])));
  const all = { ...answers, ...Object.fromEntries(Object.entries(more).map(([token, [, answer]]) => [token, answer])) };
  const found = namedTexts([string]);
  const given = functionsFor(schema, found).map((one): CalledFunction => {
    const { token } = one.name;
    return { schema: one, call: { token, package: "web", result: all[token] ?? new Map() } };
  });
  const [link] = callLinks(found, given);
  return link?.parts
    .map((part) => (part.kind === "text" ? part.text : `<${part.call.token.split(":")[2]}.${part.property.join(".")}>`))
    .join("");
}

describe("values that equal the result of a provider function", () => {
  it("replaces values with function calls in ARNs, whole inputs, and documents", () => {
    assert.equal(
      written(inputString(["roleArn"], `arn:sim:queue:us-east-1:${account}:orders`)),
      "arn:sim:queue:<getRegion.name>:<getCallerIdentity.accountId>:orders",
    );
    assert.equal(
      written(
        inputString(["policy"], `{"Resource":["arn:sim:iam::${account}:role/a","arn:sim:iam::${account}:role/b"]}`),
      ),
      '{"Resource":["arn:sim:iam::<getCallerIdentity.accountId>:role/a","arn:sim:iam::<getCallerIdentity.accountId>:role/b"]}',
    );
    assert.equal(written(inputString(["accountId"], account)), "<getCallerIdentity.accountId>");
    assert.equal(written(inputString(["rules", 0, "account"], account)), "<getCallerIdentity.accountId>");
    assert.equal(written(inputString(["region"], "us-east-1")), "<getRegion.name>");
    assert.equal(written(inputString(["zone"], "us-east-1b")), "<getZones.names.1>");
    assert.equal(written(inputString(["zones", 0], "us-east-1a")), "<getZones.names.0>");
  });

  it("replaces a path segment with a call if the previous segment names the result", () => {
    const id = "0b1f6471-1bf0-4dda-aec3-111122223333";
    const getClient = {
      "web:index/getClient:getClient": [returns("subscriptionId"), fromPlainMap({ subscriptionId: id })],
    } as const;
    assert.equal(
      written(inputString(["scope"], `/subscriptions/${id}/groups/main`), getClient),
      "/subscriptions/<getClient.subscriptionId>/groups/main",
    );
    assert.equal(written(inputString(["scope"], `/groups/${id}/subscriptions/main`), getClient), undefined);
  });

  for (const [why, string] of [
    ["another account", inputString(["roleArn"], "arn:sim:iam::999999999999:role/a")],
    ["a part of a longer number", inputString(["roleArn"], `arn:sim:iam::${account}0:role/a`)],
    ["an input with an unrelated name", inputString(["phoneNumber"], account)],
    ["an input with the generic name `name`", inputString(["name"], "us-east-1")],
    ["the account without an ARN around it", inputString(["url"], `https://queue.example/${account}/orders`)],
    ["a description", inputString(["description"], `arn:sim:iam::${account}:role/a`)],
    ["a tag", inputString(["tags", "accountId"], account)],
    ["a secret", inputString(["accountId"], account, "by value")],
    ["a region in upper case", inputString(["region"], "US-EAST-1")],
  ] as const) {
    it(`keeps an input literal instead of a call if it is ${why}`, () => assert.equal(written(string), undefined));
  }

  for (const value of ["", "1", "true", "eu", "default", "available", "1234", "10.0"]) {
    it(`keeps ${JSON.stringify(value)} literal instead of a call, because it is too common`, () => {
      const getState = { "web:index/getState:getState": [returns("state"), fromPlainMap({ state: value })] } as const;
      assert.equal(written(inputString(["state"], value), getState), undefined);
    });
  }

  it("replaces no value with a call if the schema or the result marks it as secret", () => {
    const bySchema = {
      outputs: { properties: { owner: { type: "string", secret: true } }, required: ["owner"] },
    };
    const token = "web:index/getOwner:getOwner";
    const owner = inputString(["owner"], "owner-0001");
    assert.equal(
      written(owner, { [token]: [returns("owner"), fromPlainMap({ owner: "owner-0001" })] }),
      "<getOwner.owner>",
    );
    assert.equal(written(owner, { [token]: [bySchema, fromPlainMap({ owner: "owner-0001" })] }), undefined);
    const answer = new Map([["owner", secretValue(stringValue("owner-0001"))]]);
    assert.equal(written(owner, { [token]: [returns("owner"), answer] }), undefined);
  });

  it("keeps an input literal if a function result contradicts its schema type", () => {
    const token = "web:index/getOwner:getOwner";
    const owner = inputString(["owner"], "owner-0001");
    assert.equal(written(owner, { [token]: [returns("owner"), fromPlainMap({ owner: ["owner-0001"] })] }), undefined);
    const list = { outputs: { properties: { owners: texts } } };
    assert.equal(written(owner, { [token]: [list, fromPlainMap({ owners: "owner-0001" })] }), undefined);
    assert.equal(written(owner, { [token]: [list, fromPlainMap({ owners: ["owner-0001"] })] }), "<getOwner.owners.0>");
  });

  it("if several functions return the value, calls the function without inputs", () => {
    const more = {
      "web:index/getAccount:getAccount": [
        { inputs: { properties: { name: text } }, ...returns("accountId") },
        fromPlainMap({ accountId: account }),
      ],
    } as const;
    assert.equal(written(inputString(["accountId"], account), more), "<getCallerIdentity.accountId>");
  });
});

describe("values that equal the result of a lookup function", () => {
  const lookUp = (names: readonly string[], outputs: Spec): Spec => ({
    inputs: { properties: Object.fromEntries(names.map((name) => [name, text])) },
    outputs: { properties: outputs, required: Object.keys(outputs) },
  });
  const id = "net-0a1b2c3d4e5f";

  it("keeps a generated value literal, because a lookup may find another object", () => {
    const one = { "web:index/getNet:getNet": [lookUp(["name"], { id: text }), fromPlainMap({ id })] } as const;
    const all = { "web:index/getNets:getNets": [lookUp([], { ids: texts }), fromPlainMap({ ids: [id] })] } as const;
    assert.equal(written(inputString(["netId"], id), one), undefined);
    assert.equal(written(inputString(["netId"], id), all), undefined);
    const none = { "web:index/getNet:getNet": [returns("id"), fromPlainMap({ id })] } as const;
    assert.equal(written(inputString(["netId"], id), none), "<getNet.id>");
  });

  it("keeps an input literal if it is an argument of the lookup", () => {
    const echo = lookUp(["owner"], { owner: text });
    const more = { "web:index/getThing:getThing": [echo, fromPlainMap({ owner: "owner-1" })] } as const;
    assert.equal(written(inputString(["owner"], "owner-1"), more), undefined);
  });

  it("prefers a function that returns a single string to one that returns a list", () => {
    const names = fromPlainMap({ names: ["eu-west-1", "us-east-1"] });
    const more = { "web:index/getRegions:getRegions": [lookUp([], { names: texts }), names] } as const;
    assert.equal(written(inputString(["region"], "us-east-1"), more), "<getRegion.name>");
  });
});

describe("the choice of functions to call", () => {
  const account_ = inputString(["accountId"], account);

  it("calls functions whose result has a property with the name of an input", () => {
    assert.deepEqual(functionNames([account_]), ["getCallerIdentity"]);
    assert.deepEqual(functionNames([inputString(["region"], "us-east-1")]), ["getRegion"]);
    assert.deepEqual(functionNames([inputString(["bucket"], "bucket-0001")]), []);
    assert.deepEqual(functionNames([]), []);
  });

  for (const [why, name, spec] of [
    ["have a name that does not mean reading", "applyAccount", returns("accountId")],
    ["have a name that only starts with the letters get", "getawayAccount", returns("accountId")],
    [
      "need an argument",
      "getAccount",
      { inputs: { properties: { id: text }, required: ["id"] }, ...returns("accountId") },
    ],
    ["are deprecated", "getAccount", { deprecationMessage: "old", ...returns("accountId") }],
    ["are overlays", "getAccount", { isOverlay: true, ...returns("accountId") }],
    ["return nothing", "getAccount", {}],
    ["have a broken definition", "getAccount", { outputs: { properties: { accountId: { type: "banana" } } } }],
  ] as const) {
    it(`does not call functions that ${why}`, () => {
      assert.deepEqual(functionNames([account_], { [`web:index/${name}:${name}`]: spec }), ["getCallerIdentity"]);
    });
  }

  it("calls at most four functions for an input name, and sixteen in total", () => {
    const many = Array.from({ length: 100 }, (_, index) => `getOwner${index}`);
    const alike = Object.fromEntries(many.map((name) => [`web:index/${name}:${name}`, returns("accountId")]));
    assert.equal(functionNames([account_], alike).length, 4);
    const names = [..."abcdefghijklmnopqrstuvwxyz"];
    const others = Object.fromEntries(
      names.map((name) => [`web:index/getOf${name}:getOf${name}`, returns(`${name}${name}Key`)]),
    );
    const strings = names.map((name) => inputString([`${name}${name}Key`], `key-0001-${name}`));
    assert.equal(functionNames(strings, others).length, 16);
  });

  it("first calls the functions whose results the most inputs could contain", () => {
    const strings = [
      inputString(["zone"], "us-east-1a"),
      inputString(["region"], "us-east-1"),
      inputString(["accountId"], account),
      account_,
    ];
    assert.equal(functionNames(strings)[0], "getCallerIdentity");
  });
});

describe("the choice of functions to call in the AWS package", () => {
  it("calls AWS functions about the caller and the region, but no lookups", () => {
    const schema = loadSchema(readAwsSchema());
    const strings = [
      inputString(["roleArn"], `arn:aws:sqs:us-east-1:${account}:orders`),
      inputString(["availabilityZone"], "us-east-1a"),
      inputString(["vpcId"], "vpc-0a1b2c3d4e5f60718"),
      inputString(["subnetIds", 0], "subnet-0a1b2c3d4e5f60718"),
      inputString(["kmsKeyId"], `arn:aws:kms:us-east-1:${account}:key/0b1f6471-1bf0-4dda-aec3-111122223333`),
    ];
    const members = functionsFor(schema, namedTexts(strings)).map(({ name }) => name.member);
    assert.deepEqual(members, [
      "getRegion",
      "getRegions",
      "getCallerIdentity",
      "getAvailabilityZone",
      "getAvailabilityZones",
    ]);
  });
});
