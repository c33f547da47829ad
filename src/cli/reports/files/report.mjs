/**
 * The script of an HTML report: filters the list, opens what a link names, prints everything, and draws the graph. It runs in a browser, from
 * a file, alone: it loads nothing. Texts become text nodes only.
 */
const find = (id) => document.getElementById(id);
const wordsOf = (input) => input.value.toLowerCase().split(/\s+/).filter(Boolean);
const hasAll = (text, words) => words.every((word) => text.includes(word));

// --- the list
const groups = [...document.querySelectorAll("details.type")];
const rowsOf = groups.map((group) => {
  const type = group.querySelector("h3").textContent;
  return [...group.querySelectorAll("details.r")].map((row) => ({
    row,
    text: `${type} ${row.querySelector("summary").textContent}`.toLowerCase(),
  }));
});

function filterList() {
  const words = wordsOf(find("list-filter"));
  let count = 0;
  groups.forEach((group, at) => {
    let own = 0;
    for (const { row, text } of rowsOf[at]) {
      row.hidden = !hasAll(text, words);
      if (!row.hidden) own += 1;
    }
    group.hidden = own === 0;
    if (words.length > 0) group.open = own > 0 && own <= 200;
    count += own;
  });
  find("list-note").textContent = words.length === 0 ? "" : `${count} found`;
}

/** A link may point into a group that is closed, or filtered away. */
function showTarget() {
  const row = /^#r\d+$/.test(location.hash) ? find(location.hash.slice(1)) : null;
  if (row === null) return;
  row.hidden = false;
  row.parentElement.hidden = false;
  row.parentElement.open = true;
  row.open = true;
  row.scrollIntoView({ block: "center" });
}

const setAll = (open) => () => {
  for (const group of groups) group.open = open;
};
find("list-tools").hidden = false;
find("list-filter").addEventListener("input", filterList);
find("list-open").addEventListener("click", setAll(true));
find("list-close").addEventListener("click", setAll(false));
addEventListener("hashchange", showTarget);
// A browser that cannot print closed details by style alone.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
});

// --- the graph
const { types, nodes, arrows } = JSON.parse(find("graph-data").textContent);
const most = 600;
const [columnWidth, boxWidth, rowHeight, boxHeight] = [270, 200, 26, 20];
const svg = (name, attributes = {}) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const severity = ["unchanged", "clean", "ignored", "assumed", "update", "replace", "failed"];

/** Boxes `{ label, verdict, at }` and pairs of their places; what is too much to read is counted. */
function graphShown() {
  const words = wordsOf(find("graph-filter"));
  const isFound = nodes.map(([name, type, verdict]) =>
    hasAll(`${types[type]} ${name} ${verdict}`.toLowerCase(), words),
  );
  const isIn = [...isFound];
  if (find("graph-near").checked && words.length > 0) {
    for (const [from, to] of arrows) if (isFound[from] || isFound[to]) isIn[from] = isIn[to] = true;
  }
  const found = nodes.flatMap((_, at) => (isIn[at] ? [at] : []));
  if (!find("graph-collapse").checked) {
    const shown = found.slice(0, most);
    const boxes = shown.map((at) => ({
      label: nodes[at][0],
      title: `${types[nodes[at][1]]} ${nodes[at][0]}`,
      verdict: nodes[at][2],
      at,
    }));
    return { boxes, pairs: pairsOf(new Map(shown.map((at, box) => [at, box]))), left: found.length - shown.length };
  }
  const boxOf = new Map();
  const boxes = [];
  const byNode = new Map();
  for (const at of found) {
    const [, type, verdict] = nodes[at];
    if (!boxOf.has(type)) {
      boxOf.set(type, boxes.length);
      boxes.push({ type, count: 0, verdict: "unchanged" });
    }
    const box = boxes[boxOf.get(type)];
    box.count += 1;
    if (severity.indexOf(verdict) > severity.indexOf(box.verdict)) box.verdict = verdict;
    byNode.set(at, boxOf.get(type));
  }
  for (const box of boxes) {
    const [first, ...rest] = types[box.type].split(":");
    box.label = `${box.count} × ${rest.at(-1) ?? first}`;
    box.title = `${box.count} × ${types[box.type]}`;
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

/** A column for each step of the longest way to what refers to nothing; circles end where they began. */
function layersOf(count, pairs) {
  const outgoing = Array.from({ length: count }, () => []);
  for (const [a, b] of pairs) outgoing[a].push(b);
  const layer = new Array(count).fill(-1);
  const depthOf = (box) => {
    if (layer[box] !== -1) return layer[box];
    layer[box] = 0;
    let depth = 0;
    for (const next of outgoing[box]) depth = Math.max(depth, depthOf(next) + 1);
    layer[box] = depth;
    return depth;
  };
  for (let box = 0; box < count; box += 1) depthOf(box);
  const columns = [];
  layer.forEach((depth, box) => {
    columns[depth] ??= [];
    columns[depth].push(box);
  });
  const row = new Array(count).fill(0);
  // A box stands near the middle of what it refers to.
  for (const column of columns) {
    const wish = (box) => {
      const rows = outgoing[box].map((next) => row[next]);
      return rows.length === 0 ? box : rows.reduce((sum, one) => sum + one, 0) / rows.length;
    };
    const wishes = new Map(column.map((box) => [box, wish(box)]));
    column.sort((a, b) => wishes.get(a) - wishes.get(b));
    column.forEach((box, at) => {
      row[box] = at;
    });
  }
  return { layer, row, columns };
}

function drawGraph() {
  const { boxes, pairs, left } = graphShown();
  const { layer, row, columns } = layersOf(boxes.length, pairs);
  const tallest = Math.max(1, ...columns.map((column) => column.length));
  const [width, height] = [Math.max(1, columns.length) * columnWidth + 10, tallest * rowHeight + 10];
  const root = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  const place = (box) => [layer[box] * columnWidth + 5, row[box] * rowHeight + 5];
  const paths = pairs.map(([a, b]) => {
    const [[x1, y1], [x2, y2]] = [place(a), place(b)];
    const [y3, y4, bend] = [y1 + boxHeight / 2, y2 + boxHeight / 2, (columnWidth - boxWidth) * 0.7];
    const end = x2 + boxWidth;
    const path = svg("path", {
      d: `M${x1} ${y3} C${x1 - bend} ${y3} ${end + bend} ${y4} ${end} ${y4} l5 -3 m-5 3 l5 3`,
    });
    root.append(path);
    return path;
  });
  const drawn = boxes.map((box, at) => {
    const [x, y] = place(at);
    const group = svg("g", {
      class: box.verdict,
      tabindex: 0,
      role: "button",
      "aria-label": `${box.title}, ${box.verdict}`,
    });
    const text = svg("text", { x: x + 6, y: y + 14 });
    text.textContent = box.label.length > 30 ? `${box.label.slice(0, 17)}…${box.label.slice(-12)}` : box.label;
    const title = svg("title");
    title.textContent = `${box.title} (${box.verdict})`;
    group.append(svg("rect", { x, y, width: boxWidth, height: boxHeight }), text, title);
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
  const note = `${boxes.length} boxes, ${pairs.length} arrows; the left column refers to nothing that is shown.`;
  find("graph-note").textContent =
    left > 0 ? `${note} ${left} more match: filter further, or show one box for each type.` : note;
}

/** Lights a box with its neighbours, and lists them. */
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
    item.append(a === at ? "refers to " : "is referred to by ", label(boxes[a === at ? b : a]));
    list.append(item);
  }
  find("graph-chosen").replaceChildren(head, list);
}

find("graph").hidden = false;
for (const id of ["graph-filter", "graph-collapse", "graph-near"]) find(id).addEventListener("input", drawGraph);
drawGraph();
showTarget();
