/**
 * The script of an HTML report: filters the list, opens what a link names, and prints everything. It runs in a browser, from a file, alone: it
 * loads nothing. Texts become text nodes only.
 */
const find = (id) => document.getElementById(id);
const wordsOf = (input) => input.value.toLowerCase().split(/\s+/).filter(Boolean);
const hasAll = (text, words) => words.every((word) => text.includes(word));

// --- the list
const groups = [...document.querySelectorAll("details.type")];
const rowsOf = groups.map((group) => {
  const type = group.querySelector("summary").textContent;
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
showTarget();
