/** Runs the script of the HTML report on a fake page that is 7 pixels wide per character. */
import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, specsOf } from "../support/quickstart-specs.ts";

const characterWidth = 7;

/** An element of the fake page. */
class PageElement {
  readonly attributes = new Map<string, string>();
  readonly children: (PageElement | string)[] = [];
  readonly classList = { add: () => {}, toggle: () => {} };
  readonly name: string;
  textContent = "";
  value = "";
  checked = false;
  hidden = true;

  constructor(name: string) {
    this.name = name;
  }

  setAttribute(key: string, value: unknown): void {
    this.attributes.set(key, String(value));
  }

  append(...children: readonly (PageElement | string)[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: readonly (PageElement | string)[]): void {
    this.children.splice(0, this.children.length, ...children);
  }

  addEventListener(): void {}

  getContext(): object {
    return { measureText: (text: string) => ({ width: [...text].length * characterWidth }) };
  }

  number(key: string): number {
    return Number(this.attributes.get(key));
  }

  /** Returns the descendant elements with this name, in order. */
  below(name: string): readonly PageElement[] {
    const elements = this.children.filter((child) => child instanceof PageElement);
    return elements.flatMap((child) => [...(child.name === name ? [child] : []), ...child.below(name)]);
  }
}

interface Box {
  readonly label: string;
  readonly title: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Runs the script of a report with a graph. @param isCollapsed true if the graph has one box per type, as when the page is opened */
function drawn(
  html: string,
  isCollapsed = true,
): {
  readonly boxes: readonly Box[];
  readonly areas: readonly Box[];
  readonly root: PageElement;
} {
  const [, data = ""] = /id="graph-data">(.*?)<\/script>/s.exec(html) ?? [];
  const scripts = [...html.matchAll(/<script type="module">(.*?)<\/script>/gs)].map(([, script = ""]) => script);
  const elements = new Map<string, PageElement>();
  const getElementById = (id: string): PageElement => {
    const element = elements.get(id) ?? new PageElement(id);
    elements.set(id, element);
    return element;
  };
  getElementById("graph-data").textContent = data;
  getElementById("graph-collapse").checked = isCollapsed;
  const createElement = (name: string) => new PageElement(name);
  const document = {
    getElementById,
    createElement,
    createElementNS: (_: string, name: string) => new PageElement(name),
  };
  runInNewContext(scripts.at(-1) ?? "", { document, structuredClone });
  const [root] = getElementById("graph-canvas").below("svg");
  assert.ok(root !== undefined);
  const groups = (kind: RegExp) =>
    root.below("g").flatMap((group) => (kind.test(group.attributes.get("class") ?? "") ? [boxOf(group)] : []));
  return { boxes: groups(/^box /), areas: groups(/^area$/), root };
}

function boxOf(group: PageElement): Box {
  const [rect] = group.below("rect");
  const [text] = group.below("text");
  assert.ok(rect !== undefined && text !== undefined);
  const [left, top] = [rect.number("x"), rect.number("y")];
  return {
    label: text.textContent,
    title: group.attributes.get("aria-label") ?? "",
    left,
    top,
    right: left + rect.number("width"),
    bottom: top + rect.number("height"),
  };
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** @param margin how far inside the box the point must be. If negative, how far outside it may be */
function isIn({ x, y }: Point, { left, top, right, bottom }: Box, margin: number): boolean {
  return x > left + margin && x < right - margin && y > top + margin && y < bottom - margin;
}

/** Returns points along a path of lines and quadratic curves, up to its arrowhead. */
function pointsOf(path: string): readonly Point[] {
  const [line = ""] = path.slice(1).split("M");
  const [start = "", ...parts] = line.split(/(?=[QL])/);
  const numbers = (words: string): readonly number[] => words.replace(/^[QL]/, "").split(" ").map(Number);
  let [x = 0, y = 0] = numbers(start);
  const points: Point[] = [{ x, y }];
  for (const part of parts) {
    const coordinates = numbers(part);
    const [endX = 0, endY = 0] = coordinates.slice(-2);
    const [middleX = 0, middleY = 0] = coordinates.length === 4 ? coordinates : [(x + endX) / 2, (y + endY) / 2];
    for (let step = 1; step <= 20; step += 1) {
      const t = step / 20;
      const along = (from: number, middle: number, to: number) =>
        (1 - t) ** 2 * from + 2 * t * (1 - t) * middle + t ** 2 * to;
      points.push({ x: along(x, middleX, endX), y: along(y, middleY, endY) });
    }
    [x, y] = [endX, endY];
  }
  return points;
}

describe("the HTML report", () => {
  const { cloud, specs } = makeEstate({ seed: 3, resources: 126 });
  const entries = specs.resources.map((entry) => ({ ...entry }));
  const records = entries.filter(({ type }) => type === "simcloud:dns/record:Record");
  for (const [index, entry] of records.slice(0, 2).entries()) Object.assign(entry, { id: `gone-${index}` });
  const project = makeProject({ cloud, specs: { ...specs, resources: entries } });
  let html = "";
  before(async () => {
    await exitsWith(3, project.run(["specs.json", "--plan-only", "--report", "r.html"]));
    html = project.read("r.html");
  });
  after(() => project.remove());

  it("draws the boxes of the graph around their labels, and without overlap", () => {
    const { boxes } = drawn(html);
    assert.ok(boxes.length > 10, String(boxes.length));
    for (const box of boxes) {
      assert.match(box.label, /^\d+ × \w+$/);
      assert.ok([...box.label].length * characterWidth < box.right - box.left, box.label);
      for (const other of boxes) assert.ok(box === other || !overlaps(box, other), `${box.label} over ${other.label}`);
    }
  });

  it("draws a frame around the boxes of each module", () => {
    const { boxes, areas } = drawn(html);
    assert.ok(areas.length > 2, String(areas.length));
    for (const area of areas) {
      const inside = boxes.filter((box) => overlaps(box, area));
      assert.ok(inside.length > 1, area.label);
      for (const { title } of inside) assert.match(title, new RegExp(`[ :]${area.label}[/:]`));
    }
  });

  it("shows short types, with the full token on hover", () => {
    assert.match(html, /<h3>dns Record<\/h3> \(\d+, 2 left out\) <small>simcloud:dns\/record:Record<\/small>/);
    assert.doesNotMatch(html, /<h3>[^<]*simcloud:/);
    for (const { title } of drawn(html).boxes) assert.match(title, /^\d+ × \w+:[\w/]+:\w+, /);
  });

  it("shows the first sentence of a failure as its heading", () => {
    const [, heading = ""] = /<section id="left-out"[^>]*>.*?<h3>(.*?)<\/h3>/s.exec(html) ?? [];
    assert.match(heading, /^The resource does not exist in the cloud <small>RESOURCE_NOT_FOUND, 2 resources<\/small>$/);
  });

  for (const isCollapsed of [true, false])
    it(`draws no arrow across a box, with one box per ${isCollapsed ? "type" : "resource"}`, () => {
      const { boxes, root } = drawn(html, isCollapsed);
      const arrows = root.below("path").map((path) => pointsOf(path.attributes.get("d") ?? ""));
      assert.ok(arrows.length > 10, String(arrows.length));
      const crossed = arrows.flatMap((points) => {
        const ends = [points[0], points.at(-1)];
        const others = boxes.filter((box) => !ends.some((end) => end !== undefined && isIn(end, box, -2)));
        return others.filter((box) => points.some((point) => isIn(point, box, 0))).map(({ label }) => label);
      });
      assert.deepEqual(crossed, []);
    });

  it("shows the counts of verdicts as a bar", () => {
    const [, bar = ""] = /<svg id="verdicts"[^>]*>(.*?)<\/svg>/s.exec(html) ?? [];
    const parts = [...bar.matchAll(/<rect class="(\w+)" x="(\d+)" y="0" width="(\d+)"/g)];
    const counts = new Map(parts.map(([, verdict = "", , width]) => [verdict, Number(width)]));
    assert.equal(counts.get("failed"), 2);
    assert.equal(
      [...counts.values()].reduce((sum, count) => sum + count, 0),
      entries.length,
    );
    let start = 0;
    for (const [, , x, width] of parts) {
      assert.equal(Number(x), start);
      start += Number(width);
    }
  });

  it("contains the code of the graph only if it has a graph", async () => {
    const alone = makeProject({ specs: JSON.parse(specsOf(bucket)) });
    await exitsWith(0, alone.run(["specs.json", "--plan-only", "--report", "r.html"]));
    const text = alone.read("r.html");
    assert.equal(text.match(/<script/g)?.length, 1);
    assert.ok(text.length * 2 < html.length);
    await alone.remove();
  });
});
