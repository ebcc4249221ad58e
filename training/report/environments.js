// Environments: find, order, fold; strips of accuracy or reward; each difficulty over time.
const runs = parsed("environment-data");
const rows = [...document.querySelectorAll(".row")];
const families = [...document.querySelectorAll(".family")];
const find = byId("name-filter");
const kind = byId("strip-kind");
const order = byId("row-order");
const fold = byId("fold");
const legend = document.querySelector("[data-shades]");
const upperLegend = [...(legend?.childNodes ?? [])];
const upperStrips = new Map();
for (const strip of document.querySelectorAll(".strip[data-run]")) upperStrips.set(strip, [...strip.childNodes]);

// Accuracies go from 0 to 100, rewards from -100 to 100: nine shades each.
const shadeOf = (value, what) => Math.max(0, Math.min(8, Math.floor((what === "reward" ? (value + 100) / 2 : value) / 11.12)));
const shown = (value, what) => what === "reward" ? (value / 100).toFixed(2) : `${value}%`;

function cells(bins, values, what) {
  const first = bins[0][0];
  const span = bins[bins.length - 1][1] + 1 - first;
  return values.map((value, index) => {
    const cell = document.createElement("i");
    const until = index + 1 < bins.length ? bins[index + 1][0] : bins[index][1] + 1;
    cell.style.width = `${100 * (until - bins[index][0]) / span}%`;
    if (value === null) return cell;
    cell.className = `h${shadeOf(value, what)}`;
    const steps = bins[index][0] === bins[index][1] ? `step ${bins[index][0]}` : `steps ${bins[index][0]} to ${bins[index][1]}`;
    cell.title = `${what} ${shown(value, what)} in ${steps}`;
    return cell;
  });
}

function measured(strip, level, what) {
  const run = runs[strip.dataset.run];
  return run.environments[strip.closest(".row").dataset.name]?.[level]?.[what];
}

// What the shades mean.
function scale(what, of) {
  const bar = document.createElement("span");
  bar.className = "scale";
  for (let shade = 0; shade < 9; shade += 1) bar.append(Object.assign(document.createElement("i"), { className: `h${shade}` }));
  const [low, high] = what === "reward" ? ["-1", "1"] : ["0%", "100%"];
  return [`${what === "reward" ? "Reward" : "Accuracy"}${of}, ${low} `, bar, ` ${high}`];
}

function showStrips() {
  for (const [strip, upper] of upperStrips) {
    if (kind.value === "upper") strip.replaceChildren(...upper);
    else strip.replaceChildren(...cells(runs[strip.dataset.run].bins, measured(strip, "", kind.value) ?? [], kind.value));
  }
  if (legend) legend.replaceChildren(...(kind.value === "upper" ? upperLegend : scale(kind.value, " over the steps")));
  for (const row of rows) if (row.classList.contains("open")) showLevels(row);
  kept.write("strips", kind.value);
}

function showLevels(row) {
  row.querySelector(".levels")?.remove();
  const what = kind.value === "reward" ? "reward" : "accuracy";
  const panel = document.createElement("div");
  panel.className = "levels";
  const title = document.createElement("p");
  title.className = "hint";
  title.append(...scale(what, " by difficulty"), "; grey was not drawn.");
  panel.append(title);
  const strips = [...row.querySelectorAll(".strip[data-run]")];
  for (const strip of strips) {
    const run = runs[strip.dataset.run];
    const levels = Object.keys(run.environments[row.dataset.name] ?? {}).filter((level) => level !== "")
      .sort((one, other) => other - one);
    if (strips.length > 1) {
      const name = document.createElement("p");
      name.className = "hint";
      name.textContent = run.name;
      panel.append(name);
    }
    for (const level of levels) {
      const line = document.createElement("div");
      line.className = "line";
      const label = document.createElement("span");
      label.className = "level";
      label.textContent = level;
      const bar = document.createElement("span");
      bar.className = "strip";
      const values = measured(strip, level, what) ?? [];
      bar.append(...cells(run.bins, values, what));
      const last = document.createElement("span");
      last.className = "accuracy";
      const latest = values.findLast((value) => value !== null);
      last.textContent = latest === undefined ? "" : shown(latest, what);
      line.append(label, bar, last);
      panel.append(line);
    }
    if (!levels.length) panel.append("Nothing was drawn.");
  }
  row.append(panel);
}

function showFound() {
  const part = find.value.trim().toLowerCase();
  let count = 0;
  for (const row of rows) {
    row.hidden = !row.dataset.name.toLowerCase().includes(part);
    count += !row.hidden;
  }
  for (const family of families) {
    family.hidden = ![...family.querySelectorAll(".row")].some((row) => !row.hidden);
    if (part) family.open = true;
  }
  byId("shown-count").textContent = part ? `${count} of ${rows.length}` : "";
  kept.write("find", find.value);
}

function showInOrder() {
  const ordered = order.value === "name" ? [...rows].sort((one, other) => one.dataset.name < other.dataset.name ? -1 : 1) : rows;
  const homes = new Map(rows.map((row) => [row, row.parentElement]));
  for (const row of ordered) homes.get(row).append(row);
  kept.write("order", order.value);
}

for (const row of rows) {
  const name = row.querySelector(".name");
  name.disabled = false;
  name.addEventListener("click", () => {
    const open = row.classList.toggle("open");
    name.setAttribute("aria-expanded", String(open));
    if (open) showLevels(row);
    else row.querySelector(".levels")?.remove();
  });
}
if (families.length) {
  fold.hidden = false;
  const say = () => { fold.textContent = families.every((family) => family.open) ? "Close all" : "Open all"; };
  fold.addEventListener("click", () => {
    const open = !families.every((family) => family.open);
    for (const family of families) family.open = open;
    say();
  });
  for (const family of families) family.addEventListener("toggle", say);
  say();
}
find.value = kept.read("find") ?? "";
kind.value = kept.read("strips") ?? "upper";
order.value = kept.read("order") ?? "upper";
find.addEventListener("input", showFound);
kind.addEventListener("change", showStrips);
order.addEventListener("change", showInOrder);
showFound();
if (kind.value !== "upper") showStrips();
if (order.value !== "upper") showInOrder();
