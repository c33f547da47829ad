/** A plan saves only listed flags, so new flags are not saved by default. */
import assert from "node:assert/strict";
import { Flags, Parser } from "@oclif/core";
import { languages } from "../../generators/index.ts";
import { runArgs, runFlags, runOptions } from "../../src/options/run-options.ts";
import { importSources } from "../../src/sources/index.ts";
import { tally } from "../cli/made-up-format.ts";

const registries = { languages, formats: [tally], sources: importSources };

/** The flags of `imp run`, and two made-up flags: a secret, and a program to run. */
const flags = {
  ...runFlags(registries),
  "vault-token": Flags.string(),
  hook: Flags.string({ multiple: true, multipleNonGreedy: true }),
  trusting: Flags.boolean({ allowNo: true }),
};

async function savedWords(...words: readonly string[]): Promise<readonly string[] | undefined> {
  const line = ["specs.json", "--save", "plan.json", ...words];
  const parsed = await Parser.parse(line, { args: runArgs, flags, strict: false });
  const typed = { tokens: parsed.raw, command: "run" as const };
  return runOptions(parsed.argv.map(String), parsed.flags, registries, typed).save?.words;
}

describe("saved plans", () => {
  it("omits flags that are not in the list of saved flags, such as new ones", async () => {
    const made = ["--vault-token", "s3cret", "--hook", "./a.sh", "--hook=./b.sh", "--no-trusting"];
    assert.deepEqual(await savedWords(...made, "--mode", "smallest"), ["--mode", "smallest"]);
  });

  it("omits the flag of a custom format from a saved plan", async () => {
    assert.deepEqual(await savedWords("--tally", "--strict"), ["--strict"]);
  });

  it("omits secrets, programs to run, and flags such as --yes from a saved plan", async () => {
    const secrets = ["--config", "aws:secretKey=s3cret"];
    const programs = ["--provider", "aws=./plugin", "--install", "--check"];
    const once = [
      "--yes",
      "--report",
      "a.html",
      "--events",
      "log",
      "--force",
      "--explain",
      "--verbose",
      "--rest",
      "r.json",
    ];
    assert.deepEqual(await savedWords(...secrets, ...programs, ...once), []);
  });

  it("omits filters, renames, and sources, because a saved plan lists the resources", async () => {
    const chosen = [
      "--only",
      "type=a:*",
      "--exclude",
      "b",
      "--rename",
      "a=b",
      "--from-stack",
      "prod",
      "--ignore-changes",
      "a=b",
    ];
    assert.deepEqual(await savedWords(...chosen), []);
  });

  it("saves the flags that affect the derivation and the written files", async () => {
    const kept = [
      ["--stack", "dev", "--check-stacks", "--create-stack", "--replace-entry", "urn:a", "--clear-pending-creates"],
      [
        "--no-protect",
        "--mode",
        "lossless",
        "--assume-defaults",
        "--allow-replace",
        "--functions",
        "--schema",
        "s.json",
      ],
      ["--placeholder", "--accept-replace", "urn:b", "--assume-defaults-for", "urn:c", "--placeholder-for", "urn:d"],
      ["--no-strict", "--emit", "state", "--language", "typescript", "--out", "src", "--layout", "single"],
      ["--timeout", "5", "--parallel", "4", "--max-retries", "2"],
    ].flat();
    assert.deepEqual(await savedWords(...kept), kept);
    const file = [
      "--state",
      "s.json",
      "--project",
      "shop",
      "--stack-name",
      "dev",
      "--append-file",
      "more",
      "--no-wire",
    ];
    assert.deepEqual(await savedWords(...file), file);
    assert.deepEqual(await savedWords("--into", "a.ts:3"), ["--into", "a.ts:3"]);
    assert.deepEqual(await savedWords("--code-only", "--new"), ["--code-only", "--new"]);
    assert.deepEqual(await savedWords("--state-only"), ["--state-only"]);
  });
});
