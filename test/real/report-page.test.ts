/** In a real browser, the HTML report loads quickly, without requests and errors. It filters, collapses, and prints everything. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { exitsWith, makeProject } from "../support/cli-project.ts";

const names = ["chromium", "chromium-browser", "google-chrome"];
const browser = names.find((name) => spawnSync(name, ["--version"]).status === 0);
const hostile = "</script><img src=x onerror=alert(1)>";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: { readonly sessionId?: string; readonly targetId?: string; readonly result?: { value?: unknown } };
}

/** A page of a headless browser, controlled with the DevTools protocol over two pipes. */
class Page {
  readonly events: Message[] = [];
  private readonly waiting = new Map<number, (message: Message) => void>();
  private readonly process: ChildProcess;
  private session: string | undefined;
  private last = 0;

  constructor(name: string, profile: string) {
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--remote-debugging-pipe",
      `--user-data-dir=${profile}`,
    ];
    this.process = spawn(name, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let text = "";
    (this.process.stdio[4] as Readable).setEncoding("utf8").on("data", (chunk: string) => {
      const messages = (text + chunk).split("\0");
      text = messages.pop() ?? "";
      for (const message of messages.map((one): Message => JSON.parse(one))) {
        if (message.id === undefined) this.events.push(message);
        else this.waiting.get(message.id)?.(message);
      }
    });
  }

  async send(method: string, params: object = {}): Promise<NonNullable<Message["result"]>> {
    this.last += 1;
    const id = this.last;
    const answer = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    const session = this.session === undefined ? {} : { sessionId: this.session };
    (this.process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    return (await answer).result ?? {};
  }

  async open(): Promise<void> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await this.send(`${domain}.enable`);
  }

  async value(expression: string): Promise<unknown> {
    const { result } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    return result?.value;
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill();
    await ended;
  }
}

const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";
const count = (selector: string): string => `document.querySelectorAll(${JSON.stringify(selector)}).length`;
const isReady = `(async () => { while (document.readyState !== "complete" || document.querySelector("#graph-canvas svg") === null) await ${drawn}; })()`;

for (const resources of [300, 4700]) {
  describe(`the HTML report of more than ${resources} resources`, function () {
    this.timeout(180_000);

    it("works in a browser: filters, links, and the print view", async function () {
      if (browser === undefined) {
        console.log(`    skipped: no browser is installed (${names.join(", ")})`);
        this.skip();
      }
      const { cloud, specs } = makeEstate({ seed: 3, resources });
      const entries = specs.resources.map((entry) => ({ ...entry }));
      const records = entries.filter(({ type }) => type === "simcloud:dns/record:Record");
      const [queue] = entries.filter(({ type }) => type === "simcloud:queue/queue:Queue");
      Object.assign(queue ?? {}, { name: hostile });
      for (const [index, entry] of records.slice(0, 20).entries()) Object.assign(entry, { id: `gone-${index}` });
      const project = makeProject({ cloud, specs: { ...specs, resources: entries } });
      const profile = mkdtempSync(join(tmpdir(), "imp-browser-"));
      const page = new Page(browser, profile);
      try {
        await exitsWith(3, project.run(["specs.json", "--plan-only", "--report", "r.html"]));
        await page.open();
        await page.send("Page.navigate", { url: `file://${project.path("r.html")}` });
        await page.value(isReady);
        assert.equal(await page.value(count("details.r")), entries.length);
        assert.equal(await page.value(count("#left-out li")), Math.min(20, records.length));
        assert.equal(await page.value(count("img")), 0);
        const types = new Set(entries.map(({ type }) => type)).size;
        assert.ok(Number(await page.value(count("#graph-canvas g.box"))) <= types + 1);
        await page.value(`document.getElementById("graph-collapse").click()`);
        assert.equal(await page.value(count("#graph-canvas g.box")), Math.min(300, entries.length));
        await page.value(
          `(() => { const filter = document.getElementById("list-filter"); filter.value = "dns/record failed"; filter.dispatchEvent(new Event("input")); })()`,
        );
        assert.equal(await page.value(count("details.r:not([hidden])")), Math.min(20, records.length));
        await page.value(`document.querySelector("#left-out li a").click()`);
        await page.value(drawn);
        assert.equal(await page.value(count("details.r[open]")), 1);
        await page.value(`dispatchEvent(new Event("beforeprint"))`);
        assert.equal(await page.value(count("details:not([open])")), 0);
        const bad = page.events.filter(({ method = "", params }) =>
          method === "Network.requestWillBeSent"
            ? !JSON.stringify(params).includes(`"documentURL":"file:`) ||
              !JSON.stringify(params).includes(`r.html","method":"GET"`)
            : ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"].includes(method),
        );
        assert.deepEqual(bad, []);
      } finally {
        await page.end();
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
        await project.remove();
      }
    });
  });
}
