// The chart of totals: a line for everybody over the rounds or races, the names with their totals beside it.
import { el, look, redraw } from "./table.js";

const WIDE = 480; // dots of the picture, as are the following
const HIGH = 190;
const LEFT = 34;
const RIGHT = 10;
const EDGE = 14;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
const MOST_RULES = 5;

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Round numbers for the rules across, from below the lowest total to above the highest. */
function rules(totals) {
  const low = Math.min(0, ...totals);
  const high = Math.max(1, ...totals);
  const step = STEPS.find((one) => (high - low) / one <= MOST_RULES) ?? high - low;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}

function picture(lines, say) {
  const across = rules(lines.flatMap((line) => line.totals));
  const [low, high] = [across[0], across.at(-1)];
  const count = lines[0].totals.length - 1;
  const x = (round) => LEFT + (round / count) * (WIDE - LEFT - RIGHT);
  const y = (total) => EDGE + ((high - total) / (high - low)) * (HIGH - 2 * EDGE);
  const ruled = across.flatMap((total) => [
    svg("line", { class: total ? "rule" : "rule zero", x1: LEFT, x2: WIDE - RIGHT, y1: y(total), y2: y(total) }),
    svg("text", { class: "total", x: LEFT - 6, y: y(total) + 4 }, String(total)),
  ]);
  const every = Math.ceil(count / 12);
  const rounds = Array.from({ length: count }, (_, n) => n + 1).filter((round) => round % every === 0 || count < 13)
    .map((round) => svg("text", { class: "round", x: x(round), y: HIGH }, String(round)));
  const drawn = lines.map((line) => {
    const points = line.totals.map((total, round) => [x(round), y(total)]);
    return svg("g", { class: look(line.look) }, svg("title", {}, line.name),
      svg("polyline", { points: points.map((point) => point.join(",")).join(" ") }),
      ...points.slice(1).map(([cx, cy]) => svg("circle", { cx, cy, r: 3.5 })));
  }).reverse(); // who leads is drawn on top
  const said = lines.map((line) => `${line.name}: ${line.totals.at(-1)}`).join(", ");
  return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH + 4}`, role: "img", "aria-label": `${say("chart")}. ${said}` },
    ...ruled, ...rounds, ...drawn);
}

/** Show how the totals have grown. */
export function fillChart(now, say) {
  const lines = now.chart;
  document.getElementById("chart-part").hidden = !lines.length;
  redraw(document.getElementById("chart"), lines, () => !lines.length ? [] : [
    picture(lines, say),
    el("ol.key", {}, ...lines.map((line) => el(`li.${look(line.look)}`, {},
      el("span", {}, line.name), el("b", {}, String(line.totals.at(-1)))))),
  ]);
}
