/** The script that draws the graph of an HTML report. It runs offline in a browser, and inserts text only as text nodes. */
import { graphlib, layout } from "@dagrejs/dagre";

const find = (id) => document.getElementById(id);
const wordsOf = (input) => input.value.toLowerCase().split(/\s+/).filter(Boolean);
const hasAll = (text, words) => words.every((word) => text.includes(word));

const { types, nodes, arrows } = JSON.parse(find("graph-data").textContent);
/** The maximum number of boxes. The layout of more boxes takes seconds, and is unreadable. */
const most = 300;
const [boxHeight, padding, gap] = [22, 8, 12];
const font = "12px system-ui, sans-serif";
const severity = ["unchanged", "clean", "ignored", "assumed", "update", "replace", "failed"];

const svg = (name, attributes = {}) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const pen = document.createElement("canvas").getContext("2d");
pen.font = font;

/** Returns the label, shortened in its middle, and the width of its box. */
function fitted(label) {
  const text = label.length > 48 ? `${label.slice(0, 28)}…${label.slice(-19)}` : label;
  return { text, width: Math.ceil(pen.measureText(text).width) + 2 * padding };
}

/** Returns the boxes that match the filter, the arrows as pairs of box indexes, and the number of matches beyond the limit. */
function graphShown() {
  const words = wordsOf(find("graph-filter"));
  const isMatch = nodes.map(([name, type, verdict]) =>
    hasAll(`${types[type].token} ${name} ${verdict}`.toLowerCase(), words),
  );
  const isIn = [...isMatch];
  if (find("graph-near").checked && words.length > 0) {
    for (const [from, to] of arrows) if (isMatch[from] || isMatch[to]) isIn[from] = isIn[to] = true;
  }
  const visibleNodes = nodes.flatMap((_, at) => (isIn[at] ? [at] : []));
  if (!find("graph-collapse").checked) {
    const shown = visibleNodes.slice(0, most);
    const boxes = shown.map((at) => {
      const [name, type, verdict] = nodes[at];
      const { token, area } = types[type];
      return { label: name, title: `${token} ${name}`, verdict, area, at };
    });
    return {
      boxes,
      pairs: pairsOf(new Map(shown.map((at, box) => [at, box]))),
      left: visibleNodes.length - shown.length,
    };
  }
  const boxOf = new Map();
  const boxes = [];
  const byNode = new Map();
  for (const at of visibleNodes) {
    const [, type, verdict] = nodes[at];
    if (!boxOf.has(type)) {
      boxOf.set(type, boxes.length);
      boxes.push({ type, count: 0, verdict: "unchanged", area: types[type].area });
    }
    const box = boxes[boxOf.get(type)];
    box.count += 1;
    if (severity.indexOf(verdict) > severity.indexOf(box.verdict)) box.verdict = verdict;
    byNode.set(at, boxOf.get(type));
  }
  for (const box of boxes) {
    box.label = `${box.count} × ${types[box.type].name}`;
    box.title = `${box.count} × ${types[box.type].token}`;
  }
  return { boxes, pairs: pairsOf(byNode), left: 0 };
}

function pairsOf(boxOf) {
  const pairs = new Map();
  for (const [from, to] of arrows) {
    const [a, b] = [boxOf.get(from), boxOf.get(to)];
    if (a !== undefined && b !== undefined && a !== b) pairs.set(`${a} ${b}`, [a, b]);
  }
  return [...pairs.values()];
}

/** Places the boxes that have arrows. Boxes of the same area share a frame. Arrows point to the left. */
function laidOut(boxes, pairs) {
  const graph = new graphlib.Graph({ compound: true });
  graph.setGraph({ rankdir: "RL", nodesep: gap, ranksep: 60, marginx: padding, marginy: 20 });
  graph.setDefaultEdgeLabel(() => ({}));
  const linked = new Set(pairs.flat());
  const sizes = new Map();
  for (const at of linked) sizes.set(boxes[at].area, (sizes.get(boxes[at].area) ?? 0) + 1);
  for (const at of linked) {
    const { area } = boxes[at];
    graph.setNode(`box ${at}`, { width: fitted(boxes[at].label).width, height: boxHeight });
    if (sizes.get(area) < 2 || sizes.size < 2) continue;
    graph.setNode(`area ${area}`, { label: area });
    graph.setParent(`box ${at}`, `area ${area}`);
  }
  for (const [a, b] of pairs) graph.setEdge(`box ${a}`, `box ${b}`);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const places = new Map([...linked].map((at) => [at, graph.node(`box ${at}`)]));
  const ranks = new Map();
  for (const { x, width: w } of places.values()) ranks.set(Math.round(x), Math.max(ranks.get(Math.round(x)) ?? 0, w));
  const routes = pairs.map(([a, b]) => {
    const bends = graph.edge(`box ${a}`, `box ${b}`).points.slice(1, -1);
    return routeOf([places.get(a), ...bends, places.get(b)], ranks);
  });
  const frames = graph.nodes().flatMap((name) => (name.startsWith("area ") ? [graph.node(name)] : []));
  return { places, routes, frames, ...below(boxes, places, width, height) };
}

/**
 * Returns the points of an arrow. There are no boxes at the stops, but a straight line between two stops could cross boxes. So the line is horizontal
 * next to the boxes of a rank (column), and slanted only in the empty space between ranks.
 *
 * @param stops the first box, a point for each rank between the boxes, and the last box
 * @param ranks the width of the widest box of each rank, by horizontal position
 */
function routeOf(stops, ranks) {
  const [first, last] = [stops[0], stops.at(-1)];
  const direction = Math.sign(last.x - first.x);
  const points = stops.flatMap((stop) => {
    const beside = (width) => ({ x: stop.x + (direction * width) / 2, y: stop.y });
    const width = ranks.get(Math.round(stop.x)) ?? 0;
    if (stop === first) return [beside(stop.width), beside(width)];
    return stop === last ? [beside(-width), beside(-stop.width)] : [beside(-width), beside(width)];
  });
  return points.filter((point, at) => at === 0 || point.x !== points[at - 1].x || point.y !== points[at - 1].y);
}

/** Places the boxes without arrows in rows below the graph. */
function below(boxes, places, width, height) {
  const room = Math.max(width, 900);
  let [x, y] = [padding, places.size === 0 ? padding : height + gap];
  let widest = width;
  boxes.forEach(({ label }, at) => {
    if (places.has(at)) return;
    const boxWidth = fitted(label).width;
    if (x > padding && x + boxWidth + padding > room) [x, y] = [padding, y + boxHeight + gap];
    places.set(at, { x: x + boxWidth / 2, y: y + boxHeight / 2, width: boxWidth, height: boxHeight });
    x += boxWidth + gap;
    widest = Math.max(widest, x);
  });
  const isLower = [...places.values()].some((place) => place.y > height);
  return { width: widest + padding, height: (isLower ? y + boxHeight : height) + padding };
}

function drawGraph() {
  const { boxes, pairs, left } = graphShown();
  const { places, routes, frames, width, height } = laidOut(boxes, pairs);
  const root = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  for (const { x, y, width: w, height: h, label } of frames) {
    const frame = svg("g", { class: "area" });
    const text = svg("text", { x: x - w / 2 + 4, y: y - h / 2 - 3 });
    text.textContent = label;
    frame.append(svg("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h }), text);
    root.append(frame);
  }
  const paths = routes.map((points) => {
    const path = svg("path", { d: curveThrough(points) });
    root.append(path);
    return path;
  });
  const drawn = boxes.map((box, at) => {
    const { x, y, width: w, height: h } = places.get(at);
    const group = svg("g", {
      class: `box ${box.verdict}`,
      tabindex: 0,
      role: "button",
      "aria-label": `${box.title}, ${box.verdict}`,
    });
    const text = svg("text", { x, y: y + 4, "text-anchor": "middle" });
    text.textContent = fitted(box.label).text;
    const title = svg("title");
    title.textContent = `${box.title} (${box.verdict})`;
    group.append(svg("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h }), text, title);
    const choose = () => chooseBox(at, { root, boxes, pairs, paths, drawn });
    group.addEventListener("click", choose);
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose();
    });
    root.append(group);
    return group;
  });
  find("graph-canvas").replaceChildren(root);
  find("graph-chosen").replaceChildren();
  const note = `${boxes.length} boxes, ${pairs.length} arrows. Each arrow points to the resource that is referred to.`;
  find("graph-note").textContent =
    left > 0 ? `${note} ${left} more match. Narrow the filter, or show one box per type.` : note;
}

/** Returns the path of a line with rounded corners and an arrowhead. */
function curveThrough(points) {
  const [first, ...others] = points;
  const end = others.at(-1);
  const before = others.at(-2) ?? first;
  const middles = others.slice(0, -1).map((corner, at) => {
    const [from, to] = [towards(corner, points[at]), towards(corner, others[at + 1])];
    return `L${from.x} ${from.y}Q${corner.x} ${corner.y} ${to.x} ${to.y}`;
  });
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const wing = (turn) => `M${end.x} ${end.y}l${-6 * Math.cos(angle + turn)} ${-6 * Math.sin(angle + turn)}`;
  return `M${first.x} ${first.y}${middles.join("")}L${end.x} ${end.y}${wing(0.5)}${wing(-0.5)}`;
}

/** Returns the point near a corner, on the line to another point, where the rounding of the corner starts or ends. */
function towards(corner, other) {
  const [x, y] = [other.x - corner.x, other.y - corner.y];
  const length = Math.hypot(x, y);
  const part = length === 0 ? 0 : Math.min(0.5, 10 / length);
  return { x: corner.x + x * part, y: corner.y + y * part };
}

/** Highlights a box and its neighbors, and lists them. */
function chooseBox(at, { root, boxes, pairs, paths, drawn }) {
  const near = new Set([at]);
  pairs.forEach(([a, b], pair) => {
    const touches = a === at || b === at;
    paths[pair].classList.toggle("near", touches);
    if (touches) near.add(a).add(b);
  });
  drawn.forEach((group, box) => {
    group.classList.toggle("near", near.has(box));
  });
  root.classList.add("chosen");
  const list = document.createElement("ul");
  const head = document.createElement("p");
  const label = (box) => {
    if (box.at === undefined) return document.createTextNode(box.title);
    const link = document.createElement("a");
    link.href = `#r${box.at}`;
    link.textContent = box.title;
    return link;
  };
  head.append(label(boxes[at]), ` (${boxes[at].verdict})`);
  for (const [a, b] of pairs) {
    if (a !== at && b !== at) continue;
    const item = document.createElement("li");
    item.append(a === at ? "refers to " : "is used by ", label(boxes[a === at ? b : a]));
    list.append(item);
  }
  find("graph-chosen").replaceChildren(head, list);
}

find("graph").hidden = false;
for (const id of ["graph-filter", "graph-collapse", "graph-near"]) find(id).addEventListener("input", drawGraph);
drawGraph();
