import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./real/project-root.ts";

const serverModule = pathToFileURL(join(projectRoot, "test", "real", "systems", "server.ts")).href;

/** Returns the code of a suite. Its server connects to the port, and does not exit. */
const suiteOn = (port: number): string => `
  import { startServer } from ${JSON.stringify(serverModule)};
  const script = 'require("node:net").connect(${port}, "127.0.0.1"); setInterval(() => {}, 1000);';
  await startServer({ command: [process.execPath, "-e", script], env: {}, cwd: ".", answers: async () => true });
  setInterval(() => {}, 1000);
`;

describe("servers of suites in test/real", () => {
  it("stops the servers of a stopped suite", async () => {
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    const words = ["--import=tsx", "--input-type=module", "-e", suiteOn(port)];
    let server: Socket | undefined;
    const suite = spawn(process.execPath, words, { cwd: projectRoot, stdio: "ignore" });
    try {
      [server] = (await once(listener, "connection")) as [Socket];
      server.on("error", () => {}).resume();
      const closed = once(server, "close");
      suite.kill("SIGTERM");
      const [code] = await once(suite, "exit");
      await Promise.race([closed, pause(5000, undefined, { ref: false })]);
      assert.ok(server.closed, "the server stops");
      assert.equal(code, 143);
    } finally {
      suite.kill("SIGKILL");
      server?.destroy();
      listener.close();
    }
  });
});
