// Graded responses: a page of the table at a time, and one response whole. Texts are set as text, never as markup.
const data = parsed("sample-data");
const ROWS = 50;
const count = data.id.length;
const pieces = new Map();
const search = data.id.map((id, place) => `${id}\n${data.answer[place] ?? ""}\n${data.reason[place]}`.toLowerCase());
let found = data.id.map((_, place) => place);
let page = 0;
let chosen = -1;

const classOf = (name) => name.replace(/[^a-z]/g, "");

function textsOf(place) {
  const number = Math.floor(place / data.piece);
  if (!pieces.has(number)) {
    if (pieces.size > 20) pieces.delete(pieces.keys().next().value);
    pieces.set(number, parsed(`piece-${number}`));
  }
  const piece = pieces.get(number);
  const within = place % data.piece;
  return { prompt: piece.prompts[piece.prompt[within]], response: piece.response[within], answer: piece.answer[within], reason: piece.reason[within] };
}

function cell(row, text, className = "") {
  const made = row.insertCell();
  made.textContent = text;
  made.className = className;
  return made;
}

function showPage() {
  const pages = Math.max(1, Math.ceil(found.length / ROWS));
  page = Math.max(0, Math.min(pages - 1, page));
  const body = byId("sample-rows");
  body.replaceChildren();
  for (const place of found.slice(page * ROWS, (page + 1) * ROWS)) {
    const row = body.insertRow();
    const outcome = data.outcomes[data.outcome[place]];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = data.id[place] || `${place + 1}`;
    button.setAttribute("aria-pressed", String(place === chosen));
    button.addEventListener("click", () => { chosen = place; showSample(); showPage(); byId("sample").scrollIntoView({ block: "nearest" }); });
    cell(row, "").append(button);
    cell(row, outcome, classOf(outcome));
    cell(row, data.reward[place] === null ? "" : written(data.reward[place], "number"), "right");
    cell(row, data.answer[place] ?? "none", data.answer[place] === null ? "hint" : "");
    cell(row, data.reason[place]);
  }
  const first = found.length ? page * ROWS + 1 : 0;
  byId("page-position").textContent = found.length
    ? `${first.toLocaleString("en")} to ${Math.min(found.length, first + ROWS - 1).toLocaleString("en")} of ${found.length.toLocaleString("en")}`
    : "none is like that";
  byId("page-back").disabled = page === 0;
  byId("page-on").disabled = page >= pages - 1;
}

function showText(name, text) {
  byId(`sample-${name}`).hidden = !text;
  byId(`sample-${name}-title`).hidden = !text;
  byId(`sample-${name}`).textContent = text ?? "";
}

function showSample() {
  byId("sample").hidden = chosen < 0;
  if (chosen < 0) return;
  const outcome = data.outcomes[data.outcome[chosen]];
  const texts = textsOf(chosen);
  const level = data.difficulty[chosen];
  byId("sample-id").textContent = data.id[chosen] || `${chosen + 1}`;
  byId("sample-of").textContent = data.groups[data.group[chosen]] + (level === null ? "" : `, difficulty ${level}`);
  byId("sample-verdict").textContent = outcome;
  byId("sample-verdict").className = classOf(outcome);
  byId("sample-reward").textContent = data.reward[chosen] === null ? "" : `reward ${written(data.reward[chosen], "number")}`;
  byId("sample-tokens").textContent =
    (data.tokens[chosen] === null ? "" : `${data.tokens[chosen].toLocaleString("en")} tokens`) + (data.cut[chosen] ? ", cut" : "");
  byId("sample-reason").textContent = texts.reason;
  showText("answer", texts.answer);
  showText("response", texts.response);
  showText("prompt", texts.prompt);
}

function choose() {
  const group = byId("sample-group").value;
  const outcome = byId("sample-outcome").value;
  const part = byId("sample-find").value.trim().toLowerCase();
  found = [];
  for (let place = 0; place < count; place += 1) {
    if (group !== "" && data.group[place] !== +group) continue;
    if (outcome !== "" && data.outcome[place] !== +outcome) continue;
    if (part && !search[place].includes(part)) continue;
    found.push(place);
  }
  page = 0;
  showPage();
}

function fill(id, names, numbers) {
  const counts = new Array(names.length).fill(0);
  for (const number of numbers) counts[number] += 1;
  byId(id).append(new Option("all", ""));
  const ordered = names.map((name, number) => [name, number]).sort((one, other) => one[0] < other[0] ? -1 : 1);
  for (const [name, number] of ordered) byId(id).append(new Option(`${name} (${counts[number].toLocaleString("en")})`, number));
  byId(id).addEventListener("change", choose);
}

if (count) {
  fill("sample-group", data.groups, data.group);
  fill("sample-outcome", data.outcomes, data.outcome);
  byId("sample-find").addEventListener("input", choose);
  byId("page-back").addEventListener("click", () => { page -= 1; showPage(); });
  byId("page-on").addEventListener("click", () => { page += 1; showPage(); });
  byId("sample-browser").hidden = false;
  showPage();
  chosen = 0;
  showSample();
  showPage();
}
