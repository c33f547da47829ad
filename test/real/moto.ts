/** Starts a local server with the API of S3. It comes from the pinned packages next to this file, cached by content. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { failureOf, installPython, makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { realCache } from "./tools.ts";

const requirements = join(projectRoot, "test", "real", "moto", "requirements.txt");

export interface S3Server {
  /** `127.0.0.1:PORT` */
  readonly endpoint: string;
  /** Returns the backend URL of a bucket and key prefix. */
  url(bucketPath: string): string;
  /** The environment of the server's clients. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the log lines, one per request. */
  requests(): readonly string[];
  stop(): void;
}

/** Builds the server, which takes half a minute without a cache. Returns the reason if it cannot be built. */
export async function buildMoto(print: (line: string) => void): Promise<string | undefined> {
  const directory = environment();
  if (directory === undefined) return "python3 3.10 or newer is not on the PATH, so the S3 server cannot run";
  if (existsSync(directory)) return undefined;
  print("installing the S3 server (half a minute without a cache)");
  return await failureOf("the S3 server cannot be installed", () =>
    makeOnce(directory, (work) => installPython(work, requirements)),
  );
}

/** Starts a server with the bucket `states`. If it is not built, prints that the suite is skipped, and returns undefined. */
export async function startS3(suite: string): Promise<S3Server | undefined> {
  const directory = environment();
  if (directory === undefined || !existsSync(directory)) {
    console.log(`SKIPPED: ${suite}: the S3 server is not installed`);
    return undefined;
  }
  const server = spawn(
    join(directory, "bin", "python"),
    ["-c", "from moto.server import main; main()", "-H", "127.0.0.1", "-p", "0"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const endpoint = await new Promise<string>((resolve, reject) => {
    server.stderr.on("data", () => {
      const found = /http:\/\/(127\.0\.0\.1:\d+)/.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    server.once("exit", () => reject(new Error(`the S3 server ended: ${log}`)));
  });
  await fetch(`http://${endpoint}/states`, { method: "PUT" });
  return {
    endpoint,
    url: (place) => `s3://${place}?region=us-east-1&endpoint=${endpoint}&s3ForcePathStyle=true&disableSSL=true`,
    env: { AWS_ACCESS_KEY_ID: "orchard", AWS_SECRET_ACCESS_KEY: "any" },
    requests: () => log.match(/"[A-Z]+ .* HTTP.*/g) ?? [],
    stop: () => server.kill(),
  };
}

/** Returns the folder of the server, or undefined if Python is missing or too old for the pinned packages. */
function environment(): string | undefined {
  const script = "import sys; print(sys.version, sys.version_info >= (3, 10))";
  const { stdout, status } = spawnSync("python3", ["-c", script], { encoding: "utf8" });
  if (status !== 0 || !stdout.trim().endsWith("True")) return undefined;
  const key = createHash("sha256").update(readFileSync(requirements)).update(stdout).digest("hex").slice(0, 16);
  return join(realCache, "moto", key);
}
