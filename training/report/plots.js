// Plots: the values under the pointer.
const plots = parsed("plot-data");
const tip = byId("tip");

for (const figure of document.querySelectorAll("figure[data-plot]")) {
  const plot = plots[figure.dataset.plot];
  const svg = figure.querySelector("svg");
  const cursor = svg.querySelector(".cursor");
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
    let best = 0;
    plot.places.forEach((place, index) => {
      if (Math.abs(place - x) < Math.abs(plot.places[best] - x)) best = index;
    });
    const step = plot.steps[best];
    const lines = plot.series.map((series) => {
      const index = series.steps.findLastIndex((one) => one <= step);
      const ended = index === series.steps.length - 1 && series.steps[index] < step;
      return index < 0 || ended ? null : `${series.name} ${written(series.values[index], plot.kind)}`;
    });
    tip.textContent = [`step ${step.toLocaleString("en")}`, ...lines.filter(Boolean)].join("\n");
    tip.hidden = false;
    const left = event.clientX + 14 + tip.offsetWidth > window.innerWidth;
    tip.style.left = `${Math.max(4, left ? event.clientX - 14 - tip.offsetWidth : event.clientX + 14)}px`;
    tip.style.top = `${Math.max(4, event.clientY - tip.offsetHeight - 8)}px`;
    cursor.setAttribute("x1", plot.places[best]);
    cursor.setAttribute("x2", plot.places[best]);
    cursor.style.visibility = "visible";
  });
  svg.addEventListener("pointerleave", () => {
    tip.hidden = true;
    cursor.style.visibility = "hidden";
  });
}
