/** The real Pulumi and imp read each other's secrets, with every source of the passphrase, and with a key service. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { deriveCrypter, newSalt, type SaltedCrypter } from "../../src/state/secrets/crypter.ts";
import { passphraseFrom } from "../../src/state/secrets/passphrase-manager.ts";
import { bucket, record } from "../support/quickstart-specs.ts";
import { compareStates, showDifferences } from "./compare-states.ts";
import { findLeaks } from "./find-leaks.ts";
import { imp, importSpecs, verdictsOf } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { exitsWith, runProcess } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type Checkpoint, passphrase, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

/** Strings that are hard to quote, to escape, or to distinguish. */
const hostile: Readonly<Record<string, string>> = {
  quotes: `"'\``,
  dollars: ["$HOME $", "{HOME} $$ %s \\$"].join(""),
  lines: "one\ntwo\r\n\tthree\n",
  spaces: "  around  ",
  html: "<a href='&amp;'>",
  json: '{"a":[1,null,"\\u0000"]}',
  number: "0012",
  truth: "true",
  yaml: "- a: b # c\n---\n",
  separators: "\u2028\u2029\u0085",
  astral: "🜚 e\u0301 \u{1F469}\u200D\u{1F52C}",
  mark: "\ufeffx",
  sealed: "v1:AAAAAAAAAAAAAAAA:AAAA",
  control: "\u0001\u001b[31m\u007f",
  equals: "a=b=c",
};

const program = `
import * as pulumi from "@pulumi/pulumi";
const config = new pulumi.Config();
export const all = pulumi.secret(config.requireSecretObject<unknown>("all"));
export const nested = { list: [pulumi.secret({ inner: pulumi.secret("deep") })], long: pulumi.secret("é".repeat(200000)), none: pulumi.secret(null) };
`;

const signature = "4dabf18193072939515e22adb298388d";

/** Returns every secret of a document, by path. `plaintext` is for documents of --show-secrets. */
function secretsIn(value: unknown, key: "ciphertext" | "plaintext", at = ""): ReadonlyMap<string, string> {
  if (typeof value !== "object" || value === null) return new Map();
  const found = (value as Record<string, unknown>)[key];
  if (signature in value && typeof found === "string") return new Map([[at, found]]);
  return new Map(Object.entries(value).flatMap(([name, item]) => [...secretsIn(item, key, `${at}/${name}`)]));
}

describe("secrets, compared with those of the real pulumi", () => {
  const tools = requireTools();
  let stack: RealStack;
  let pulumiCrypter: SaltedCrypter;
  let created: Checkpoint;

  before(async () => {
    stack = await openSimcloudStack(tools);
    const pairs = Object.entries(hostile).flatMap(([key, text]) => ["--secret", `${key}=${text}`]);
    await exitsWith(0, stack.pulumi("config", "set-all", ...pairs, "--secret", `all=${JSON.stringify(hostile)}`));
    stack.transpile(program);
    await stack.up();
    created = await stack.exportState();
    const salt = /^encryptionsalt: (\S+)$/m.exec(settings())?.[1] ?? "";
    pulumiCrypter = await deriveCrypter(passphrase, salt, randomBytes);
  });
  after(() => stack?.dispose());

  const settings = (): string => readFileSync(join(stack.directory, "Pulumi.dev.yaml"), "utf8");

  async function shown(): Promise<Readonly<Record<string, string>>> {
    const listed = await exitsWith(0, stack.pulumi("config", "--show-secrets", "--json"));
    const values = JSON.parse(listed.stdout) as Record<string, { readonly value: string }>;
    return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key.replace(/^estate:/, ""), value]));
  }

  it("decrypts unusual and long values that pulumi encrypted", async () => {
    const sealed = new Map(
      [...settings().matchAll(/^ {2}estate:(\w+):\n {4}secure: (\S+)$/gm)].map(([, key = "", text = ""]) => [
        key,
        text,
      ]),
    );
    for (const [key, text] of Object.entries(hostile))
      assert.equal(pulumiCrypter.decrypt(sealed.get(key) ?? ""), text, key);
    const plain = secretsIn(await stack.exportState({ showSecrets: true }), "plaintext");
    const cipher = secretsIn(created, "ciphertext");
    assert.ok(cipher.size >= 4);
    assert.deepEqual([...cipher.keys()], [...plain.keys()]);
    for (const [place, text] of cipher)
      assert.deepEqual(JSON.parse(pulumiCrypter.decrypt(text)), unmarked(plain.get(place)), place);
  });

  /** Parses a plaintext, and renames `plaintext` in the secrets in it, so that documents with nested secrets can be compared. */
  const unmarked = (plaintext: string | undefined): unknown =>
    JSON.parse(plaintext ?? "", (_, value) => {
      const { plaintext: text, ...rest } = Object(value) as { plaintext?: string };
      return text === undefined ? value : { ...rest, ciphertext: text };
    });

  it("encrypts values that pulumi decrypts, with the salt of pulumi or of imp", async () => {
    const before = await shown();
    for (const [key, text] of Object.entries(hostile)) assert.equal(before[key], text, key);
    const newCrypter = (await newSalt(passphrase, randomBytes)).crypter;
    const resealed = settings()
      .replace(/secure: (\S+)$/gm, (_, text: string) => `secure: ${newCrypter.encrypt(pulumiCrypter.decrypt(text))}`)
      .replace(/^encryptionsalt: .*$/m, `encryptionsalt: ${newCrypter.salt}`);
    assert.equal(resealed.includes(pulumiCrypter.salt), false);
    const plain = await stack.exportState({ showSecrets: true });
    for (const crypter of [pulumiCrypter, newCrypter]) {
      const text = JSON.stringify(created, (name, value) =>
        name === "ciphertext"
          ? crypter.encrypt(pulumiCrypter.decrypt(String(value)))
          : name === "salt"
            ? crypter.salt
            : value,
      );
      writeFileSync(join(stack.root, "ours.json"), text);
      await exitsWith(0, stack.pulumi("stack", "import", "--file", join(stack.root, "ours.json")));
      assert.deepEqual(
        secretsIn(await stack.exportState({ showSecrets: true }), "plaintext"),
        secretsIn(plain, "plaintext"),
      );
    }
    writeFileSync(join(stack.directory, "Pulumi.dev.yaml"), resealed);
    assert.deepEqual(await shown(), before);
    pulumiCrypter = newCrypter;
  });

  it("accepts the passphrase from the same variables and files as pulumi", async () => {
    const file = (name: string, text: string): string => {
      writeFileSync(join(stack.root, name), text);
      return join(stack.root, name);
    };
    const [right, wrong] = [file("right", `${passphrase}\r\n`), file("wrong", "another\n")];
    const cases: readonly Readonly<Record<string, string>>[] = [
      { PULUMI_CONFIG_PASSPHRASE_FILE: right },
      { PULUMI_CONFIG_PASSPHRASE: passphrase, PULUMI_CONFIG_PASSPHRASE_FILE: wrong },
      { PULUMI_CONFIG_PASSPHRASE: "", PULUMI_CONFIG_PASSPHRASE_FILE: right },
      { PULUMI_CONFIG_PASSPHRASE: `${passphrase}\n` },
      { PULUMI_CONFIG_PASSPHRASE_FILE: join(stack.root, "nowhere") },
      { PULUMI_CONFIG_PASSPHRASE_FILE: "" },
    ];
    const { PULUMI_CONFIG_PASSPHRASE: _, ...bare } = stack.env;
    const outcomes = await Promise.all(
      cases.map(async (more) => {
        const options = { cwd: stack.directory, env: { ...bare, ...more } };
        const theirAnswer = await runProcess([tools.pulumi, "config", "get", "quotes", "--non-interactive"], options);
        const word = await passphraseFrom(more, async (path) => readFileSync(path)).catch(() => undefined);
        const crypter =
          word === undefined
            ? undefined
            : await deriveCrypter(word, pulumiCrypter.salt, randomBytes).catch(() => undefined);
        return [theirAnswer.code === 0, crypter !== undefined];
      }),
    );
    assert.deepEqual(
      outcomes.map(([open]) => open),
      [true, true, false, false, false, false],
    );
    for (const [index, [it, we]] of outcomes.entries())
      assert.equal(we, it, JSON.stringify(Object.keys(cases[index] ?? {})));
  });

  it("uses a value that the user set with the printed `pulumi config set` command", async () => {
    const token = "simcloud:db/instance:Instance";
    const { cloud, specs } = makeEstate({ seed: 3, resources: 1, regions: ["us-east-1"], tokens: new Set([token]) });
    const entries = specs.resources
      .filter(({ type }) => type === token)
      .map(({ type, name, id }) => ({ type, name, id }));
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(cloud));
    const file = join(stack.root, "specs.json");
    writeFileSync(file, JSON.stringify({ resources: entries }));
    rmSync(join(stack.directory, "index.ts"));
    const refused = await exitsWith(1, imp(stack, "run", file, "--yes", "--json"));
    const [line] = JSON.parse(refused.stdout).resources[0].error.commands as readonly string[];
    assert.match(line ?? "", /^pulumi config set --secret /, refused.stdout);
    const word = `canary-pasted ${hostile.quotes} $x`;
    const shell = {
      cwd: stack.directory,
      env: { ...stack.env, PATH: `${join(tools.pulumi, "..")}:${stack.env.PATH}` },
    };
    await exitsWith(0, runProcess(["/bin/sh", "-c", line ?? ""], { ...shell, input: `${word}\n` }));
    const imported = await importSpecs(stack, file, 0);
    assert.deepEqual(Object.values(verdictsOf(imported.report)), ["ignored"]);
    const inputs = resourcesOf(imported.state).find(({ type }) => type === token)?.inputs as Record<
      string,
      { plaintext: string }
    >;
    assert.equal(JSON.parse(inputs.password?.plaintext ?? ""), word);
    assert.deepEqual(
      findLeaks([stack.directory, String(stack.env.PULUMI_BACKEND_URL).replace("file://", "")], [word]),
      [],
    );
  });
});

describe("import files of `pulumi preview --import-file`", () => {
  const tools = requireTools();
  const word = "canary-import-file";
  let stack: RealStack;
  before(async () => {
    stack = await openSimcloudStack(tools);
  });
  after(() => stack?.dispose());

  it("decrypts the secrets of explicit providers", async () => {
    const cloud = readFileSync(join(projectRoot, "fixtures", "quickstart", "cloud.json"));
    writeFileSync(String(stack.env.SIMCLOUD_FILE), cloud);
    stack.transpile(`
import * as pulumi from "@pulumi/pulumi";
import * as simcloud from "@pulumi/simcloud";
const west = new simcloud.Provider("west", { region: "us-east-1", token: pulumi.secret("${word}") });
new simcloud.storage.Bucket("${bucket.name}", {}, { provider: west });
`);
    const file = join(stack.root, "imports.json");
    await exitsWith(0, stack.pulumi("preview", "--import-file", file));
    const written = readFileSync(file, "utf8");
    assert.match(written, /"ciphertext": "v1:/);
    assert.ok(!written.includes(word));
    writeFileSync(file, written.replaceAll("<PLACEHOLDER>", bucket.id));
    await exitsWith(0, imp(stack, "run", file, "--yes", "--out", "imported"));
    const state = await stack.exportState({ showSecrets: true });
    const west = resourcesOf(state).find(({ type }) => type === "pulumi:providers:simcloud") ?? assert.fail();
    const { token } = west.inputs as { readonly token: { readonly plaintext: string } };
    assert.equal(JSON.parse(token.plaintext), word);
  });
});

describe("secrets that a key service encrypted", () => {
  const tools = requireTools();
  let vault: Server;
  let stack: RealStack;

  before(async () => {
    vault = await serveVault();
    const address = vault.address();
    assert.ok(address !== null && typeof address === "object");
    const env = { VAULT_SERVER_URL: `http://127.0.0.1:${address.port}`, VAULT_SERVER_TOKEN: "t" };
    stack = await openSimcloudStack(tools, env, { secretsProvider: "hashivault://orchard" });
  });
  after(async () => {
    await stack?.dispose();
    vault.close();
  });

  it("are kept by an import of resources without secrets", async () => {
    const [quickstart] = [readFileSync(join(projectRoot, "fixtures", "quickstart", "cloud.json"), "utf8")];
    writeFileSync(String(stack.env.SIMCLOUD_FILE), quickstart);
    await exitsWith(0, stack.pulumi("config", "set", "--secret", "word", "canary-0001"));
    stack.transpile(
      'import * as pulumi from "@pulumi/pulumi";\nexport const word = new pulumi.Config().requireSecret("word");\n',
    );
    await stack.up();
    const before = await stack.exportState();
    const settings = readFileSync(join(stack.directory, "Pulumi.dev.yaml"), "utf8");
    assert.match(settings, /^secretsprovider: hashivault:\/\/orchard$/m);
    const file = join(stack.root, "specs.json");
    writeFileSync(file, JSON.stringify({ resources: [bucket, record] }));
    rmSync(join(stack.directory, "index.ts"));
    delete stack.env.PULUMI_CONFIG_PASSPHRASE;
    const imported = await importSpecs(stack, file, 0);
    assert.equal(readFileSync(join(stack.directory, "Pulumi.dev.yaml"), "utf8"), settings);
    assert.deepEqual(secretsIn(await stack.exportState(), "ciphertext"), secretsIn(before, "ciphertext"));
    // The stack has no secret output any more, because the new program has none.
    const root = resourcesOf(imported.state)[0];
    assert.ok(root !== undefined && secretsIn(root, "plaintext").size === 1);
    const printed = readFileSync(join(stack.directory, "index.ts"), "utf8");
    const core = 'import * as pulumi from "@pulumi/pulumi";';
    stack.transpile(`${core}\n${printed}\nexport const word = new pulumi.Config().requireSecret("word");\n`);
    await exitsWith(0, stack.pulumi("up", "--yes", "--expect-no-changes", "--diff"));
    assert.equal(showDifferences(compareStates(imported.state, await stack.exportState({ showSecrets: true }))), "");
  });
});

/** Serves the part of Vault's transit engine that wraps a data key. */
async function serveVault(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const { plaintext, ciphertext } = JSON.parse(body || "{}") as { plaintext?: string; ciphertext?: string };
      const data = /\/transit\/encrypt\//.test(request.url ?? "")
        ? { ciphertext: `vault:v1:${plaintext}` }
        : { plaintext: ciphertext?.replace("vault:v1:", "") };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
