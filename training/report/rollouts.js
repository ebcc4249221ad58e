// Rollouts: one at a time. Texts are set as text, never as markup.
const groups = parsed("rollout-data");
const all = groups.flatMap((group) => group.rollouts.map((rollout) => ({ group, rollout })));
const filters = {
  environment: (item) => item.group.environment,
  difficulty: (item) => item.group.difficulty,
  outcome: (item) => item.rollout.outcome,
  step: (item) => item.group.step,
};
let chosen = all;
let place = 0;

function fillChoices(name, valueOf) {
  const counts = new Map();
  for (const item of all) counts.set(valueOf(item), (counts.get(valueOf(item)) ?? 0) + 1);
  const values = [...counts.keys()].sort((one, other) =>
    typeof one === "number" && typeof other === "number" ? one - other : String(one) < String(other) ? -1 : 1);
  const select = byId(`by-${name}`);
  select.append(new Option("all", ""));
  for (const value of values) select.append(new Option(`${value} (${counts.get(value)})`, JSON.stringify(value)));
  select.addEventListener("change", choose);
}

function choose() {
  const shown = chosen[place];
  chosen = all.filter((item) => Object.entries(filters).every(([name, valueOf]) => {
    const wanted = byId(`by-${name}`).value;
    return wanted === "" || JSON.stringify(valueOf(item)) === wanted;
  }));
  place = Math.max(0, chosen.indexOf(shown));
  show();
}

function show() {
  byId("previous").disabled = place === 0;
  byId("next").disabled = place >= chosen.length - 1;
  byId("rollout").hidden = chosen.length === 0;
  byId("position").textContent = chosen.length
    ? `${(place + 1).toLocaleString("en")} of ${chosen.length.toLocaleString("en")}`
    : "none is like that";
  if (!chosen.length) return;
  const { group, rollout } = chosen[place];
  byId("rollout-id").textContent = group.id || group.environment;
  byId("rollout-step").textContent = `step ${group.step.toLocaleString("en")}`;
  byId("prompt").textContent = group.prompt;
  byId("response-number").textContent = `${rollout.number} of ${group.size}`;
  byId("response").textContent = rollout.text;
  byId("outcome").textContent = rollout.outcome || "no verdict";
  byId("outcome").className = filters.outcome(chosen[place]).replace(/[^a-z]/g, "");
  byId("reward").textContent = rollout.reward === null ? "" : `reward ${written(rollout.reward, "number")}`;
  byId("tokens").textContent =
    (rollout.tokens === null ? "" : `${rollout.tokens.toLocaleString("en")} tokens`) + (rollout.cut ? ", cut" : "");
  byId("reason").textContent = rollout.reason;
  byId("siblings").replaceChildren(...group.rollouts.map((sibling) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sibling.reward === null ? "?" : written(sibling.reward, "number");
    button.title = `response ${sibling.number}: ${sibling.outcome}`;
    button.className = sibling.outcome.replace(/[^a-z]/g, "");
    button.setAttribute("aria-pressed", sibling === rollout);
    button.addEventListener("click", () => turnTo(group, sibling));
    return button;
  }));
}

function turnTo(group, rollout) {
  let index = chosen.findIndex((item) => item.rollout === rollout);
  if (index < 0) {
    byId("by-outcome").value = "";
    choose();
    index = chosen.findIndex((item) => item.rollout === rollout);
  }
  place = index;
  show();
}

function turn(by) {
  place = Math.max(0, Math.min(chosen.length - 1, place + by));
  show();
}

if (all.length) {
  Object.entries(filters).forEach(([name, valueOf]) => fillChoices(name, valueOf));
  byId("browser").hidden = false;
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  document.addEventListener("keydown", (event) => {
    if (/^(INPUT|SELECT|TEXTAREA|PRE)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") turn(-1);
    if (event.key === "ArrowRight") turn(1);
  });
  show();
}
