/** imp detects the secrets in handwritten lists, and few other values. */
import assert from "node:assert/strict";
import {
  type Estate,
  makeCompletenessEstate,
  makeEstate,
  makeQuirkEstate,
  makeWholeEstate,
} from "../../../fixtures/simcloud/estate.ts";
import {
  hideCopies,
  hideLikelySecrets,
  likelySecret,
  secretTexts,
} from "../../../src/value/likely-secrets/hide-secrets.ts";
import { formatPath, parsePath } from "../../../src/value/path.ts";
import { fromPlain } from "../../../src/value/plain.ts";
import { emptyMap, type PropertyMap } from "../../../src/value/value.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Inputs that each contain one secret, with the path of the secret. */
const secrets: readonly (readonly [path: string, value: object])[] = [
  ["environment.variables.API_TOKEN", { environment: { variables: { API_TOKEN: "two words", STAGE: "live" } } }],
  ["password", { name: "guest", password: "guest" }],
  ["password", { password: "123456" }],
  ["administratorLoginPassword", { administratorLogin: "admin", administratorLoginPassword: "x" }],
  ["clientSecret", { clientId: "abc", clientSecret: "abc" }],
  ["authToken", { authToken: "plain-words" }],
  ["apiKey", { apiKey: "a8d9f0a8df90a8df09" }],
  [
    "env[1].value",
    {
      env: [
        { name: "STAGE", value: "live" },
        { name: "DB_PASSWORD", value: "hunter2" },
      ],
    },
  ],
  ["envs[0]", { envs: ["MYSQL_ROOT_PASSWORD=hunter2", "STAGE=live"] }],
  ["value", { name: "/shop/db/password", type: "String", value: "hunter2" }],
  ['data["api-token"]', { data: { "api-token": "zzz", "app.conf": "port = 80" } }],
  ["variables.PGPASSWORD", { variables: { PGHOST: "db", PGPASSWORD: "x" } }],
  ["variables.SECRET_KEY_BASE", { variables: { SECRET_KEY_BASE: "abcdef" } }],
  [
    "variables.AWS_SECRET_ACCESS_KEY",
    {
      variables: {
        AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
        AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYABCDEFGHIJ",
      },
    },
  ],
  ["variables.DATABASE_URL", { variables: { DATABASE_URL: "postgres://u:pw@h/db" } }],
  ["settings.broker", { settings: { broker: "amqp://guest:guest@localhost:5672" } }],
  ["settings.main", { settings: { main: "Server=tcp:x;User ID=a;Password=hunter2;Encrypt=true;" } }],
  [
    "settings.files",
    { settings: { files: "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=abcdefghijklmnopqrstuvwxyz==" } },
  ],
  ["settings.pq", { settings: { pq: "host=h user=u password=hunter2 dbname=d" } }],
  ["settings.jdbc", { settings: { jdbc: "jdbc:postgresql://db:5432/shop?user=shop&password=hunter2" } }],
  ["settings.mssql", { settings: { mssql: "jdbc:sqlserver://db;user=sa;password=hunter2;encrypt=true" } }],
  ["settings.redis", { settings: { redis: "cache.example:6380,password=hunter2,ssl=True,abortConnect=False" } }],
  ["settings.mysql", { settings: { mysql: "shop:hunter2@tcp(db:3306)/shop?parseTime=true" } }],
  ["url", { url: "https://x.blob.core.windows.net/c?sv=2020&sig=abcDEF123%3D" }],
  ["headers.Authorization", { headers: { Authorization: `Basic ${base64("user:hunter2")}` } }],
  ["body", { body: "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----" }],
  [
    "note",
    {
      note: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5NXgL0n3I9PlFUP0THsR8U",
    },
  ],
  ["note", { note: `ghp_${"a1B2".repeat(9)}` }],
  ["note", { note: `xoxb-${"1234567890-".repeat(2)}abcdef` }],
  ["note", { note: `sk_live_${"4eC39Hq".repeat(4)}` }],
  [
    "containerDefinitions",
    { containerDefinitions: JSON.stringify([{ name: "app", environment: [{ name: "API_TOKEN", value: "hunter2" }] }]) },
  ],
  ["args[1]", { args: ["serve", "--db-password=hunter2", "--port=80"] }],
  ["args[2]", { args: ["serve", "--api-token", "hunter2", "--port", "80"] }],
  ["command", { command: "java -Xmx1g -Dspring.datasource.password=hunter2 -jar shop.jar" }],
  ["command", { command: "psql --username shop --password hunter2" }],
  ["userData", { userData: "#!/bin/bash\nexport DB_PASSWORD=hunter2\n" }],
  ["userDataBase64", { userDataBase64: base64("#!/bin/bash\nexport DB_PASSWORD=hunter2\nrun\n") }],
];

/** Inputs without secrets. */
const others: readonly object[] = [
  { passwordPolicy: "strict", passwordLength: 12, forcePasswordChange: true, minPasswordAge: "7" },
  { tokenTtl: "3600s", tokenType: "Bearer", maxTokens: "1000", tokenUrl: "https://example.com/oauth/token" },
  { secretName: "shop", secretArn: "arn:aws:secretsmanager:eu-west-1:1:secret:shop", secretId: "shop/db" },
  { keyName: "deployer", publicKey: "ssh-ed25519 AAAAC3Nza", kmsKeyId: "1234abcd-12ab-34cd-56ef-1234567890ab" },
  {
    hashKey: "id",
    partitionKey: "tenantId",
    encryptionKey: "alias/aws/s3",
    apiKeySource: "HEADER",
    sortKey: "a1b2c3d4e5f6a7b8",
  },
  { env: [{ name: "DB", valueFrom: { secretKeyRef: { name: "db", key: "password" } } }] },
  {
    imagePullSecrets: [{ name: "registry" }],
    secrets: [{ name: "DB", valueFrom: "arn:aws:ssm:eu-west-1:1:parameter/db" }],
  },
  { secret: "projects/shop/secrets/db", credentials: "arn:aws:iam::1:role/reader" },
  { secret: "db-password" },
  { password: "", token: "****", apiKey: ["$", "{var.key}"].join(""), clientSecret: "<redacted>" },
  { password: "{{resolve:secretsmanager:shop:SecretString:password}}", authToken: "vault:secret/data/shop#token" },
  { variables: { PASSWORD_FILE: "/run/secrets/db", DB_PASSWORD: "/run/secrets/db", PUBLIC_KEY: "ssh-rsa AAAA" } },
  { creationToken: "files", nextToken: "abc", accessKey: "AKIAIOSFODNN7EXAMPLE" },
  { name: "password_encryption", value: "scram-sha-256" },
  { url: "redis://localhost:6379", dsn: "https://abc@errors.example/1" },
  { description: "Reset the password: see the wiki. The token = what you were sent" },
  { policy: JSON.stringify({ Statement: [{ Sid: "PasswordReset", Action: ["iam:ChangePassword"] }] }) },
  { schema: JSON.stringify({ properties: { password: { type: "string" } } }) },
  { args: ["--password-file", "/run/secrets/db", "--token", "$TOKEN", "--port", "80"], command: "run --token=$TOKEN" },
  { description: "Call it with --password and --token flags, or --api-key later" },
  { query: "select password from users where token = $1", command: "login --password $PASSWORD" },
  { certificate: "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----" },
];

const mapOf = (value: object): PropertyMap => {
  const map = fromPlain(value as never);
  return map.kind === "map" ? map.entries : emptyMap;
};
const pathsIn = (map: PropertyMap, spared: readonly string[] = []): readonly string[] =>
  hideLikelySecrets(
    map,
    spared.map((text) => parsePath(text) ?? []),
  ).found.map(({ path }) => formatPath(path));

/** The paths of all secret values in the simulated cloud, according to its types. */
const secretPaths = new Set([
  "simcloud:compute/function:Function environment.secrets",
  "simcloud:compute/cluster:Cluster kubeconfig",
  "simcloud:tls/certificate:Certificate privateKeyPem",
  "simcloud:db/instance:Instance password",
  "simcloud:db/instance:Instance connectionString",
]);

describe("likely secrets", () => {
  it("detects likely secrets by name and form, at their paths", () => {
    for (const [path, value] of secrets) assert.deepEqual(pathsIn(mapOf(value)), [path], JSON.stringify(value));
  });

  it("does not hide policies, references, names, flags, templates, and masks", () => {
    for (const value of others) assert.deepEqual(pathsIn(mapOf(value)), [], JSON.stringify(value));
  });

  it("does not hide values at or below an allowed path, which may contain wildcards", () => {
    const map = mapOf({ env: [{ name: "API_TOKEN", value: "one" }], variables: { TOKEN: "two" } });
    assert.deepEqual(pathsIn(map, ["env[*].value"]), ["variables.TOKEN"]);
    assert.deepEqual(pathsIn(map, ["variables", "env[1]"]), ["env[0].value"]);
  });

  it("hides copies of a likely secret in other values if the secret is hard to guess", () => {
    const known = hideLikelySecrets(mapOf({ password: "guest", token: "canary-5d1e77a0" })).values;
    assert.deepEqual(secretTexts(known), ["canary-5d1e77a0"]);
    const { found } = hideCopies(
      mapOf({ id: "x-canary-5d1e77a0", user: "guest", note: "is canary-5d1e77a0" }),
      secretTexts(known),
      [],
    );
    assert.deepEqual(found, [{ path: ["note"], clue: { by: "copy" } }]);
  });

  it("hides copies of a part of a likely secret, such as the password of a URL", () => {
    const known = hideLikelySecrets(mapOf({ dsn: "amqp://mq:canary-5d1e77a0@mq.example" })).values;
    assert.deepEqual(secretTexts(known), ["amqp://mq:canary-5d1e77a0@mq.example", "canary-5d1e77a0"]);
    const { found } = hideCopies(
      mapOf({ words: "--word canary-5d1e77a0", host: "mq.example" }),
      secretTexts(known),
      [],
    );
    assert.deepEqual(found, [{ path: ["words"], clue: { by: "copy" } }]);
  });

  it("detects likely secrets in configuration by key or form", () => {
    assert.deepEqual(likelySecret("password", "guest"), { by: "name", of: "password" });
    assert.deepEqual(likelySecret("secret", "words"), { by: "name", of: "secret" });
    assert.equal(likelySecret("endpoint", "amqp://u:pw@h")?.by, "form");
    assert.equal(likelySecret("endpoint", "http://localhost:15672"), undefined);
    assert.equal(likelySecret("username", "guest"), undefined);
  });

  it("decides about long words in milliseconds", () => {
    assert.deepEqual(pathsIn(mapOf({ note: `${"a".repeat(47)}1` })), []);
  });

  it("detects likely secrets in documents of any depth, and in blank strings", () => {
    const deep = `${"[".repeat(3000)}"--password=s3cret-Value-9"${"]".repeat(3000)}`;
    const wide = JSON.stringify({
      ...Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`k${i}`, "v"])),
      password: "s3cret-Value-9",
    });
    assert.deepEqual(
      [deep, wide, " ".repeat(200_000)].map((text) => likelySecret("settings", text) !== undefined),
      [true, true, false],
    );
  });

  it("detects nearly all secrets of the simulated cloud, and no other values", () => {
    const large = makeEstate({ seed: 1, resources: 2000, regions: ["us-east-1", "eu-west-1"] });
    const estates: readonly Estate[] = [large, makeWholeEstate(), makeCompletenessEstate(), makeQuirkEstate()];
    let [objects, wrong, missed] = [0, 0, 0];
    for (const { cloud, canaries } of estates)
      for (const [key, settings] of Object.entries(cloud.objects)) {
        objects += 1;
        const token = key.split("|")[1] ?? "";
        const map = mapOf(settings);
        const paths = pathsIn(map);
        wrong += paths.some((path) => ![...secretPaths].some((one) => `${token} ${path}`.startsWith(one))) ? 1 : 0;
        const shown = JSON.stringify([...hideLikelySecrets(map).values], (_, value) =>
          value instanceof Map ? [...value] : value?.kind === "secret" ? "" : value,
        );
        missed += canaries.some((canary) => shown.includes(JSON.stringify(canary).slice(1, -1))) ? 1 : 0;
      }
    assert.ok(objects > 2000, String(objects));
    assert.ok(wrong < objects / 100, `${wrong} of ${objects}`);
    assert.equal(wrong, 0);
    assert.ok(missed < objects / 100, `${missed} of ${objects}`);
  });
});
