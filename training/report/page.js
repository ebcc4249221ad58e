// What every page has: how numbers are written, and how the page is loaded again.
var byId = (id) => document.getElementById(id);
var parsed = (id) => JSON.parse(byId(id).textContent);

var written = (value, kind) => {
  if (kind === "share") return `${+(100 * value).toPrecision(4)}%`;
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return value.toExponential(2);
  return (+value.toPrecision(5)).toLocaleString("en", { maximumSignificantDigits: 5 });
};

// What a reader has chosen outlives a reload, where the browser remembers anything for a file.
var kept = {
  read: (name) => { try { return sessionStorage.getItem(`rlve ${location.pathname} ${name}`); } catch { return null; } },
  write: (name, value) => { try { sessionStorage.setItem(`rlve ${location.pathname} ${name}`, value); } catch { /* so be it */ } },
};

const reload = byId("reload").dataset.seconds;
const seconds = +reload;
const often = byId("reload-often");
if (reload !== "") {
  byId("reload").hidden = false;
  byId("reload-now").addEventListener("click", () => location.reload());
  byId("reload-seconds").textContent = seconds || 30;
  often.checked = (kept.read("often") ?? String(seconds > 0)) === "true";
  often.addEventListener("change", () => kept.write("often", String(often.checked)));
  setInterval(() => { if (often.checked) location.reload(); }, 1000 * (seconds || 30));
}
