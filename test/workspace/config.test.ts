import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { ConfigEntry } from "../../src/domain/stack-config.ts";
import { deriveCrypter } from "../../src/state/secrets/crypter.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import { backendEnv, fails, makePlace, orchardFiles, type WorkspaceDir } from "./place.ts";

const passphrase = "orchard-lantern-42";
const salt = "v1:AQIDBAUGBwg=:v1:EBESExQVFhcYGRob:z5SZ8yMTINPJlR0P+vPyfUY/yyF3DA==";
const sealed = "v1:UFFSU1RVVldYWVpb:f2hbrhYVcYKcfc/aHAb+gTT2lWYODw==";
const other = {
  passphrase: "password",
  salt: "v1:fozI5u6B030=:v1:F+6ZduKKd8G0/V7L:PGMFeIzwobWRKmEAzUdaQHqC5mMRIQ==",
};
const withPassphrase = { ...backendEnv, PULUMI_CONFIG_PASSPHRASE: passphrase };

/** A stack file with a string, a secret, and an object with a secret. */
const example = `encryptionsalt: ${salt}
config:
  orchard:region: north
  orchard:apiToken:
    secure: ${sealed}
  orchard:db:
    host: db.internal
    password:
      secure: ${sealed}
`;

const stateWith = (secrets: object | undefined): string =>
  JSON.stringify({
    version: 3,
    checkpoint: { latest: { manifest: { magic: "", version: "" }, secrets_providers: secrets } },
  });

describe("workspace configuration", () => {
  let workspaceDir: WorkspaceDir | undefined;
  const make = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<WorkspaceDir> => {
    workspaceDir = await makePlace(orchardFiles(files));
    return workspaceDir;
  };
  afterEach(() => workspaceDir?.remove());

  it("decrypts the documented stack configuration", async () => {
    const workspace = await make({ "Pulumi.dev.yaml": example });
    const { config } = await workspace.open({ stack: "dev" }, withPassphrase);
    const expected: readonly (readonly [string, ConfigEntry])[] = [
      ["orchard:region", { text: "north", secret: false, object: false, source: "stack" }],
      ["orchard:apiToken", { text: "s3cr3t", secret: true, object: false, source: "stack", ciphertext: sealed }],
      [
        "orchard:db",
        { text: '{"host":"db.internal","password":"s3cr3t"}', secret: true, object: true, source: "stack" },
      ],
    ];
    assert.deepEqual(withoutUndefined([...config]), expected);
  });

  it("reads JSON stack files", async () => {
    const content = JSON.stringify({
      encryptionsalt: salt,
      config: {
        a: { secure: sealed },
        "x:n": 1.5,
        "x:big": Number("12345678901234567890"),
        "x:t": true,
        "x:s": "0x10",
      },
    });
    const workspace = await make({ "Pulumi.json": '{"name": "orchard"}', "Pulumi.dev.json": content });
    const { config } = await workspace.open({ stack: "dev" }, withPassphrase);
    assert.deepEqual(
      [...config].map(([key, { text }]) => [key, text]),
      [
        ["orchard:a", "s3cr3t"],
        ["x:n", "1.5"],
        ["x:big", "12345678901234567000"],
        ["x:t", "true"],
        ["x:s", "0x10"],
      ],
    );
  });

  describe("values in a stack file", () => {
    const values: readonly (readonly [yaml: string, text: string, object?: boolean])[] = [
      ["plain text", "plain text"],
      ["'1'", "1"],
      ["12", "12"],
      ["+5", "5"],
      ["1_000", "1000"],
      ["010", "8"],
      ["0o17", "15"],
      ["08", "8"],
      ["0x1F", "31"],
      ["-0b11", "-3"],
      ["18446744073709551615", "18446744073709551615"],
      ["18446744073709551616", "18446744073709552000"],
      ["1.0", "1"],
      ["1e3", "1000"],
      ["-0.0", "0"],
      [".5", "0.5"],
      ["1e400", "1e400"],
      ["0x1.8p3", "0x1.8p3"],
      ["123456789012345678901234", "1.2345678901234569e+23"],
      [".inf", "error"],
      ["True", "true"],
      ["yes", "yes"],
      ["on", "on"],
      ["~", ""],
      ["", ""],
      ['""', ""],
      ["1.2.3", "1.2.3"],
      ["1:30", "1:30"],
      ["0x", "0x"],
      ["2024-01-02", "2024-01-02 00:00:00 +0000 UTC"],
      ["2024-13-02", "2024-13-02"],
      ["2024-01-02T03:04:05.600Z", "2024-01-02 03:04:05.6 +0000 UTC"],
      ["2024-01-02T03:04:05+02:00", "2024-01-02 03:04:05 +0200 +0200"],
      ["2024-01-02T03:04:05", "2024-01-02T03:04:05"],
      ["2024-01-02 03:04:05", "2024-01-02 03:04:05 +0000 UTC"],
      ["!!str 12", "12"],
      ["|\n      a\n      b", "a\nb\n"],
      ["[1, a, true, null, 1.50]", '[1,"a",true,null,1.5]', true],
      ["{z: 1, a: {}, b: '<&>'}", '{"a":{},"b":"\\u003c\\u0026\\u003e","z":1}', true],
      ["{secure: 1}", '{"secure":1}', true],
      ["{secure: [a]}", '{"secure":["a"]}', true],
    ];
    for (const [yaml, text, object = false] of values)
      it(`parses ${JSON.stringify(yaml)} like Pulumi`, async () => {
        const here = await make({ "Pulumi.dev.yaml": `config:\n  k: ${yaml}\n` });
        const opening = here.open({ stack: "dev" }, backendEnv);
        if (text === "error") return assert.rejects(opening, fails("SETTINGS_INVALID", "Pulumi.dev.yaml:2:6"));
        const entry = (await opening).config.get("orchard:k");
        assert.deepEqual(withoutUndefined(entry), { text, secret: false, object, source: "stack" });
      });
  });

  it("normalizes configuration keys, and resolves YAML aliases", async () => {
    const content = "config:\n  a: &x north\n  aws:config:region: *x\n  b:c: 1\n";
    const here = await make({ "Pulumi.dev.yaml": content });
    const { config } = await here.open({ stack: "dev" }, backendEnv);
    assert.deepEqual([...config.keys()], ["orchard:a", "aws:region", "b:c"]);
    assert.equal(config.get("aws:region")?.text, "north");
  });

  it("prefers --config to the stack file, and the stack file to the project's defaults", async () => {
    const workspace = await make({
      "Pulumi.yaml": [
        "name: orchard",
        "config:",
        "  size: {type: integer, default: 3}",
        "  kind: apple",
        "  token: {type: string, secret: true, default: x}",
        "  list: [1, 2]",
        "  aws:region: {value: north}",
        "  bare: {type: string}",
      ].join("\n"),
      "Pulumi.dev.yaml": "config: {orchard:kind: pear, same: 7}",
    });
    const flags = new Map([
      ["bare", "given"],
      ["orchard:token", "t"],
      ["same", "7"],
      ["aws:config:profile", "p=q"],
    ]);
    const { config } = await workspace.open({ stack: "dev", config: flags }, backendEnv);
    assert.deepEqual(
      Object.fromEntries([...config].map(([key, { text, secret, source }]) => [key, [text, secret, source]])),
      {
        "orchard:kind": ["pear", false, "stack"],
        "orchard:same": ["7", false, "stack"],
        "orchard:size": ["3", false, "project"],
        "orchard:token": ["t", true, "flag"],
        "orchard:list": ["[1,2]", false, "project"],
        "aws:region": ["north", false, "project"],
        "orchard:bare": ["given", false, "flag"],
        "aws:profile": ["p=q", false, "flag"],
      },
    );
  });

  it("treats a --config value as secret if the stack file encrypts the key", async () => {
    const here = await make({ "Pulumi.dev.yaml": example });
    const flags = new Map([["apiToken", "new"]]);
    const { config } = await here.open({ stack: "dev", config: flags }, withPassphrase);
    assert.deepEqual(withoutUndefined(config.get("orchard:apiToken")), {
      text: "new",
      secret: true,
      object: false,
      source: "flag",
    });
  });

  const refused = [
    ["a list as config", "config: [a]", "SETTINGS_INVALID", "Pulumi.dev.yaml:1:9"],
    ["an invalid key", "config:\n  a:b:c: 1", "SETTINGS_INVALID", "Pulumi.dev.yaml:2:3"],
    ["a duplicate key", "config:\n  a: 1\n  orchard:a: 2", "SETTINGS_INVALID", "Pulumi.dev.yaml:3:3"],
    ["merge keys", "config:\n  a:\n    <<: {x: 1}", "SETTINGS_INVALID", "Pulumi.dev.yaml:3:5"],
    ["a damaged salt", example.replace("v1:AQ", "v1:*Q"), "SALT_MALFORMED", "Pulumi.dev.yaml"],
    ["a damaged secret", example.replaceAll(sealed, "v1:x"), "SECRET_UNREADABLE", "orchard:apiToken"],
    ["a secret with another salt", example.replace(salt, other.salt), "SECRET_UNREADABLE", "orchard:apiToken"],
  ] as const;
  for (const [title, content, code, where] of refused)
    it(`rejects configuration: ${title}`, async () => {
      const here = await make({ "Pulumi.dev.yaml": content });
      const word = content.includes(other.salt) ? other.passphrase : passphrase;
      const env = { ...backendEnv, PULUMI_CONFIG_PASSPHRASE: word };
      await assert.rejects(here.open({ stack: "dev" }, env), fails(code, where));
    });

  it("opens a stack, but does not decrypt values that a cloud's key service encrypted", async () => {
    const here = await make({ "Pulumi.dev.yaml": `secretsprovider: awskms://k\n${example}` });
    const { config } = await here.open({ stack: "dev" }, backendEnv);
    const { locked, ...entry } = config.get("orchard:apiToken") ?? {};
    assert.deepEqual(entry, { text: "", secret: true, object: false, source: "stack" });
    assert.ok(fails("SECRETS_PROVIDER_UNSUPPORTED", "Pulumi.dev.yaml")(locked));
  });

  it("rejects an invalid key in --config", async () => {
    const here = await make({});
    const opening = here.open({ stack: "dev", config: new Map([["a:b:c", "x"]]) }, backendEnv);
    await assert.rejects(opening, fails("CONFIG_KEY_INVALID", "--config"));
  });

  describe("secrets managers", () => {
    it("requires the passphrase only to decrypt or encrypt a value", async () => {
      const workspace = await make({ "Pulumi.dev.yaml": `encryptionsalt: ${salt}\nconfig: {a: b}\n` });
      const ws = await workspace.open({ stack: "dev" }, backendEnv);
      await assert.rejects(ws.crypter(), fails("PASSPHRASE_MISSING", "Pulumi.dev.yaml"));
      await workspace.write("Pulumi.dev.yaml", example);
      await assert.rejects(
        workspace.open({ stack: "dev" }, backendEnv),
        fails("PASSPHRASE_MISSING", "Pulumi.dev.yaml"),
      );
      const wrong = { ...backendEnv, PULUMI_CONFIG_PASSPHRASE: "" };
      await assert.rejects(workspace.open({ stack: "dev" }, wrong), fails("PASSPHRASE_WRONG", "Pulumi.dev.yaml"));
      const missing = { ...backendEnv, PULUMI_CONFIG_PASSPHRASE_FILE: "nowhere" };
      await assert.rejects(workspace.open({ stack: "dev" }, missing), fails("PASSPHRASE_FILE_UNREADABLE", "nowhere"));
      await workspace.write("word", `${passphrase}\n`);
      const file = { ...backendEnv, PULUMI_CONFIG_PASSPHRASE_FILE: "word" };
      assert.equal((await workspace.open({ stack: "dev" }, file)).config.get("orchard:apiToken")?.text, "s3cr3t");
    });

    it("creates one salt for state and stack file if both lack it", async () => {
      const here = await make({});
      const ws = await here.open({ stack: "dev" }, withPassphrase);
      const [first, second, forState] = await Promise.all([ws.crypter(), ws.crypter(), ws.stateCrypter()]);
      assert.equal(first, second);
      const made = first.missing.encryptionsalt ?? "";
      assert.deepEqual(forState.block, { type: "passphrase", state: { salt: made } });
      const again = await deriveCrypter(passphrase, made, randomBytes);
      assert.equal(again.decrypt(first.encrypt("x")), "x");
    });

    it("uses the state's salt if the stack file has none", async () => {
      const state = stateWith({ type: "passphrase", state: { salt } });
      const here = await make({ "backend/.pulumi/stacks/orchard/dev.json": state });
      const ws = await here.open({ stack: "dev" }, withPassphrase);
      const crypter = await ws.crypter();
      assert.deepEqual(crypter.missing, { encryptionsalt: salt });
      assert.deepEqual((await ws.stateCrypter()).block, { type: "passphrase", state: { salt } });
    });

    it("decrypts the state with its salt, even if the stack file has another salt", async () => {
      const state = stateWith({ type: "passphrase", state: { salt } });
      const here = await make({
        "backend/.pulumi/stacks/orchard/dev.json": state,
        "Pulumi.dev.yaml": `encryptionsalt: ${other.salt}\n`,
      });
      const ws = await here.open({ stack: "dev" }, withPassphrase);
      assert.equal((await ws.stateCrypter()).decrypt(sealed), "s3cr3t");
      await assert.rejects(ws.crypter(), fails("PASSPHRASE_WRONG", "Pulumi.dev.yaml"));
    });

    it("cannot encrypt or decrypt with an unsupported secrets manager", async () => {
      for (const type of ["service", "cloud"]) {
        const here = await make({
          "backend/.pulumi/stacks/orchard/dev.json": stateWith({ type, state: { url: "awskms://canary" } }),
        });
        const ws = await here.open({ stack: "dev" }, withPassphrase);
        for (const crypter of [await ws.stateCrypter(), await ws.crypter()]) {
          assert.throws(() => crypter.encrypt("x"), fails("SECRETS_PROVIDER_UNSUPPORTED", "dev.json"));
          assert.throws(() => crypter.decrypt(sealed), fails("SECRETS_PROVIDER_UNSUPPORTED", "dev.json"));
        }
        assert.deepEqual(Object.keys(ws.closed()), ["stackFile", "state"]);
        await here.remove();
      }
    });

    it("rejects a state whose secrets provider has no salt", async () => {
      const here = await make({
        "backend/.pulumi/stacks/orchard/dev.json": stateWith({ type: "passphrase", state: {} }),
      });
      const ws = await here.open({ stack: "dev" }, withPassphrase);
      await assert.rejects(ws.stateCrypter(), fails("SALT_MALFORMED", "dev.json"));
    });
  });
});
