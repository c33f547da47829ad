/**
 * The script of an HTML report: filters the list, opens link targets, and prints all details. It runs offline in a browser, and inserts text only
 * as text nodes.
 */
const find = (id) => document.getElementById(id);
const wordsOf = (input) => input.value.toLowerCase().split(/\s+/).filter(Boolean);
const hasAll = (text, words) => words.every((word) => text.includes(word));

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
    let matches = 0;
    for (const { row, text } of rowsOf[at]) {
      row.hidden = !hasAll(text, words);
      if (!row.hidden) matches += 1;
    }
    group.hidden = matches === 0;
    if (words.length > 0) group.open = matches > 0 && matches <= 200;
    count += matches;
  });
  find("list-note").textContent = words.length === 0 ? "" : `${count} matches`;
}

/** Shows the target of the link, even if its group is closed or filtered. */
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
// In some browsers, CSS cannot make closed details visible for printing, so open them.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
showTarget();
