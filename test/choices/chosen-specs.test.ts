import assert from "node:assert/strict";
import { type Choices, noChoices } from "../../src/choices/choices.ts";
import { chosenSpecs } from "../../src/choices/chosen-specs.ts";
import { parseFilter } from "../../src/choices/filter.ts";
import { globMatches } from "../../src/choices/glob.ts";
import { parseTemplate } from "../../src/choices/name-template.ts";
import { parseRename } from "../../src/choices/rename.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { readSpecs } from "../../src/import-file/read.ts";
import { resolveSpecs } from "../../src/import-file/resolve.ts";

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

const platform: Entry = { type: "my:index:Platform", name: "platform", component: true };
const west: Entry = { type: "pulumi:providers:aws", name: "west" };
const net: Entry = { type: "aws:ec2/vpc:Vpc", name: "net", id: "vpc-1", parent: "platform", provider: "west" };
const logs: Entry = { type: "aws:s3/bucket:Bucket", name: "prod-logs", id: "logs-7f3a" };
const web: Entry = { type: "aws:s3/bucket:Bucket", name: "prod-web", id: "web-7f3a", dependsOn: ["prod-logs"] };
const estate = [platform, west, net, logs, web];

const importFile = (entries: readonly Entry[], more: object = {}) =>
  readSpecs([{ path: "a.json", text: JSON.stringify({ ...more, resources: entries }) }]);

function choose(choices: Partial<Choices>, entries: readonly Entry[] = estate, more: object = {}) {
  return chosenSpecs(importFile(entries, more), { ...noChoices, ...choices });
}

const only = (...texts: readonly string[]) => ({ only: texts.map(parseFilter) });
const exclude = (...texts: readonly string[]) => ({ exclude: texts.map(parseFilter) });
const rename = (...texts: readonly string[]) => ({ renames: texts.map(parseRename) });
const taken = (choices: Partial<Choices>, entries?: readonly Entry[]) =>
  choose(choices, entries).specs.resources.map(({ logicalName }) => logicalName);

const urn = (type: string, name: string) => `urn:pulumi:dev::orchard::${type}::${name}`;
const urns = (choices: Partial<Choices>, entries: readonly Entry[], more?: object) =>
  resolveSpecs(choose(choices, entries, more).specs, { project: "orchard", stack: "dev", state: [], protect: true })
    .resources;

/** Returns the error code and the whole message. */
function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ImpError, String(error));
    const { what, where = "", why, hint } = error.explanation;
    return [error.code, what, where, why, hint].join("\n");
  }
  assert.fail("The selection was accepted");
}

describe("globs", () => {
  it("matches whole strings with globs: * is any string, ? is one character", () => {
    for (const [glob, text, is] of [
      ["", "", true],
      ["", "a", false],
      ["*", "", true],
      ["a*", "abc", true],
      ["*c", "abc", true],
      ["a*c*e", "abcde", true],
      ["a*c*e", "abcd", false],
      ["a?c", "a😀c", true],
      ["a?c", "ac", false],
      ["a.c", "abc", false],
      ["[a]", "a", false],
      ["*\n*", "a\nb", true],
    ] as const)
      assert.equal(globMatches(glob, text), is, `${JSON.stringify(glob)} ${JSON.stringify(text)}`);
  });

  it("matches a glob with 200 asterisks without exponential time", () => {
    assert.equal(globMatches(`${"*a".repeat(200)}b`, "a".repeat(2_000)), false);
  });
});

describe("--only", () => {
  it("selects by type in any form and case, by name, by ID, and by glob (--only)", () => {
    assert.deepEqual(taken(only("type=aws:s3/bucket:Bucket")), ["prod-logs", "prod-web"]);
    assert.deepEqual(taken(only("type=aws:s3:bucket")), ["prod-logs", "prod-web"]);
    assert.deepEqual(taken(only("type=aws:s3/*")), ["prod-logs", "prod-web"]);
    for (const short of ["type=Bucket", "type=aws:bucket", "Bucket"])
      assert.deepEqual(taken(only(short)), ["prod-logs", "prod-web"], short);
    assert.deepEqual(taken(only("name=prod-l*")), ["prod-logs"]);
    assert.deepEqual(taken(only("id=logs-????")), ["prod-logs"]);
    assert.deepEqual(taken(only("*logs*")), ["prod-logs"]);
    assert.deepEqual(taken(only("AWS:S3:*")), ["prod-logs", "prod-web"]);
  });

  it("adds the resources that the selected ones refer to, and reports them", () => {
    const { specs, broughtAlong } = choose(only("name=net"));
    assert.deepEqual(
      specs.resources.map(({ name }) => name),
      ["platform", "west", "net"],
    );
    assert.deepEqual(broughtAlong.map(({ name }) => name).sort(), ["platform", "west"]);
    assert.deepEqual(taken(only("name=prod-web")), ["prod-logs", "prod-web"]);
  });

  it('combines --only filters of one field with "or", and of different fields with "and"', () => {
    assert.deepEqual(taken(only("name=prod-logs", "name=net")), ["platform", "west", "net", "prod-logs"]);
    assert.deepEqual(taken(only("type=aws:s3:*", "name=*logs")), ["prod-logs"]);
    assert.match(
      refusal(() => choose(only("type=aws:ec2:*", "name=*logs"))),
      /^CHOICE_EMPTY/,
    );
  });
});

describe("--exclude", () => {
  it("excludes every match of --exclude", () => {
    assert.deepEqual(taken(exclude("type=aws:s3:Bucket")), ["platform", "west", "net"]);
    assert.deepEqual(taken(exclude("name=net", "id=web-*")), ["platform", "west", "prod-logs"]);
  });

  it("rejects --exclude of a resource that another one refers to, and shows locations", () => {
    const text = refusal(() => choose(exclude("name=platform", "name=west", "name=prod-logs")));
    assert.match(text, /^CHOICE_IMPOSSIBLE\nThe resource selection has 3 errors/);
    assert.match(text, /aws:ec2\/vpc:Vpc net has my:index:Platform platform as its parent, which is excluded/);
    assert.match(text, /net has pulumi:providers:aws west as its provider/);
    assert.match(text, /prod-web has aws:s3\/bucket:Bucket prod-logs in `dependsOn`/);
    assert.match(text, /a\.json:1:\d+/);
  });

  it("rejects --exclude of a parent that a child names by URN or by nameTable variable", () => {
    const nameTable = { base: urn("my:index:Platform", "platform") };
    for (const parent of ["base", nameTable.base]) {
      const entries = [platform, { ...logs, parent }];
      assert.match(
        refusal(() => choose(exclude("name=platform"), entries, { nameTable })),
        /as its parent/,
      );
    }
  });

  it("accepts `providerInputs` that only excluded resources use", () => {
    const more = { nameTable: { eu: urn("pulumi:providers:aws", "eu") }, providerInputs: { eu: { region: "eu" } } };
    const entries = [logs, { ...net, parent: undefined, provider: "eu" }];
    assert.equal(urns(exclude("name=net"), entries, more).length, 1);
  });

  it("suggests similar names if a filter matches nothing", () => {
    const text = refusal(() => choose({ ...exclude("name=prod-log", "type=aws:s3:Buckets"), ...only("x") }));
    assert.match(text, /^CHOICE_UNKNOWN\nSome filters or names match no resource/);
    assert.match(text, /--only x\n/);
    assert.match(text, /--exclude name=prod-log \(did you mean name=prod-logs\?\)/);
    assert.match(text, /--exclude type=aws:s3:Buckets \(did you mean type=aws:s3:Bucket\?\)/);
  });

  it("finds no match for filters such as __proto__, control characters, and =", () => {
    for (const text of ["__proto__", "type=__proto__", "constructor", "name=\u001b[2J\n", "", "=", "name="])
      assert.match(
        refusal(() => choose(exclude(text))),
        /^CHOICE_UNKNOWN/,
        text,
      );
  });
});

describe("--leave-out", () => {
  it("excludes a URN with --leave-out, and keeps it for a later run", () => {
    const { specs, leftOver } = choose({ leaveOut: new Set([urn("my:index:Platform$aws:ec2/vpc:Vpc", "net")]) });
    assert.deepEqual(
      leftOver.map(({ name }) => name),
      ["net"],
    );
    assert.equal(specs.resources.length, 4);
    assert.match(
      refusal(() => choose({ leaveOut: new Set([urn("aws:ec2/vpc:Vpc", "net")]) })),
      /--leave-out urn:/,
    );
  });
});

describe("--rename", () => {
  it("renames a resource, and updates every reference to it", () => {
    const made = urns(rename("platform=base", "west=far", "prod-logs=logs"), estate);
    assert.deepEqual(
      made.map(({ name }) => name),
      ["base", "far", "net", "logs", "prod-web"],
    );
    assert.equal(made[2]?.parent, urn("my:index:Platform", "base"));
    assert.equal(made[2]?.provider, urn("pulumi:providers:aws", "far"));
    assert.deepEqual(made[4]?.options?.dependsOn, [urn("aws:s3/bucket:Bucket", "logs")]);
  });

  it("updates the URN of a renamed resource in `parent` and in nameTable", () => {
    const old = urn("my:index:Platform", "platform");
    for (const parent of [old, "base"]) {
      const made = urns(rename("platform=ground"), [platform, { ...logs, parent }], { nameTable: { base: old } });
      assert.equal(made[1]?.parent, urn("my:index:Platform", "ground"), parent);
    }
  });

  it("replaces a pattern in names, with groups and the flags i and g", () => {
    assert.deepEqual(taken(rename("s/^prod-//")).slice(3), ["logs", "web"]);
    assert.deepEqual(taken(rename("s/^(PROD)-(.*)$/$2-$1/i")).slice(3), ["logs-prod", "web-prod"]);
    assert.deepEqual(taken(rename("s/o/0/g"))[3], "pr0d-l0gs");
    assert.deepEqual(taken(rename("s/-/\\//"))[3], "prod/logs");
  });

  it("prefers exact names to patterns, and applies patterns in order", () => {
    assert.deepEqual(taken(rename("s/^prod-//", "prod-web=site", "s/logs/log/")).slice(3), ["log", "site"]);
  });

  it("compares filters with the names before --rename", () => {
    assert.deepEqual(taken({ ...rename("prod-logs=x"), ...only("name=prod-logs") }), ["x"]);
  });

  it("rejects --rename if two resources of a type would have one name", () => {
    const text = refusal(() => choose(rename("prod-logs=prod-web")));
    assert.match(
      text,
      /^CHOICE_IMPOSSIBLE[\s\S]*"prod-web" and "prod-logs" at a\.json:1 would both be named "prod-web"/,
    );
    assert.match(
      refusal(() => choose(rename("s/^prod-.*/all/"))),
      /^CHOICE_IMPOSSIBLE/,
    );
    // Resources of different types may have the same name.
    assert.deepEqual(taken(rename("prod-logs=net"))[3], "net");
  });

  it("rejects an old name that two resources have, but accepts a URN (--rename)", () => {
    const two = [
      { ...logs, name: "same" },
      { ...net, name: "same", parent: undefined, provider: undefined },
    ];
    assert.match(
      refusal(() => choose(rename("same=x"), two)),
      /Cannot rename "same"[\s\S]*Use the URN/,
    );
    assert.deepEqual(taken(rename(`${urn("aws:s3/bucket:Bucket", "same")}=x`), two), ["x", "same"]);
  });

  it("rejects invalid names in --rename", () => {
    assert.match(
      refusal(() => choose(rename("s/.*//"))),
      /would be renamed to an empty name/,
    );
    assert.match(
      refusal(() => choose(rename("prod-logs=a\nb"))),
      /A name must be a single line/,
    );
    assert.match(
      refusal(() => choose(rename("prod-log=a", "s/zzz//"))),
      /did you mean prod-logs[\s\S]*s\/zzz\/\//,
    );
    for (const text of ["", "a", "=a", "a=", "s/(/x/", "s//x/"])
      assert.match(
        refusal(() => parseRename(text)),
        /^USAGE/,
        text,
      );
  });

  it("splits --rename at the last =, because old names can contain =", () => {
    const found = parseRename("urn:pulumi:dev::shop::a:b:C::x=y=pq");
    assert.deepEqual(found.kind === "exact" && [found.old, found.name], ["urn:pulumi:dev::shop::a:b:C::x=y", "pq"]);
  });

  it("accepts unusual names in --rename", () => {
    assert.deepEqual(taken(rename("prod-logs=__proto__"))[3], "__proto__");
  });
});

describe("--name-template", () => {
  const template = (text: string) => ({ nameTemplate: parseTemplate(text) });

  it("names only resources with an ID; {parent|type} is the type if there is no parent", () => {
    assert.deepEqual(taken(template("{type}-{name}")), [
      "platform",
      "west",
      "vpc-net",
      "bucket-prod-logs",
      "bucket-prod-web",
    ]);
    assert.deepEqual(taken(template("{parent|type}.{id}")).slice(2), [
      "platform.vpc-1",
      "bucket.logs-7f3a",
      "bucket.web-7f3a",
    ]);
  });

  it("gives the same names in any order of specs, and adds hashes to equal names", () => {
    const names = (entries: readonly Entry[]) =>
      new Map(
        choose(template("{type}"), entries).specs.resources.map(({ id, name, logicalName }) => [
          id ?? name,
          logicalName,
        ]),
      );
    const [forth, back] = [names(estate), names([...estate].reverse())];
    assert.deepEqual([...forth].sort(), [...back].sort());
    assert.equal(forth.get("vpc-1"), "vpc");
    assert.match(forth.get("logs-7f3a") ?? "", /^bucket-[0-9a-f]{8}$/);
    assert.notEqual(forth.get("logs-7f3a"), forth.get("web-7f3a"));
  });

  it("applies --name-template before --rename, and updates every reference", () => {
    const names = taken({ ...template("{type}-{name}"), ...rename("s/^bucket-prod-//", "net=main") });
    assert.deepEqual(names.slice(2), ["main", "logs", "web"]);
    const made = urns(template("{id}"), [net, { ...logs, parent: "net" }, platform, west]);
    assert.equal(made[1]?.parent, urn("my:index:Platform$aws:ec2/vpc:Vpc", "vpc-1"));
  });

  it("replaces white space in names of --name-template with hyphens", () => {
    const odd = { ...logs, name: "a", logicalName: " a  b " };
    assert.deepEqual(taken(template("{name}"), [odd]), ["a-b"]);
  });

  it("rejects a --name-template with unknown placeholders or without any", () => {
    for (const [text, reason] of [
      ["{nam}", /Did you mean \{name\}\?/],
      ["{}", /the unknown placeholder \{\}/],
      ["{tag:}", /the unknown placeholder \{tag:\}/],
      ["{__proto__}", /the unknown placeholder \{__proto__\}/],
      ["{name", /an unbalanced brace/],
      ["name}", /an unbalanced brace/],
      ["name", /has no placeholder/],
      ["", /has no placeholder/],
    ] as const)
      assert.match(
        refusal(() => parseTemplate(text)),
        reason,
        text,
      );
    assert.match(
      refusal(() => choose(template("{parent}"))),
      /would be renamed to an empty name/,
    );
  });
});
