// A board that is no line: places in the plane or in lanes, drawn once; pieces and what lies there, drawn anew.
import { askedSeats, el, look, redraw } from "./table.js";

const HEX = 0.866; // how far rows lie apart where six neighbours are one apart
const COLUMN = 31; // dots of the page, as are the following
const LANES = 66;
const GAP = 7;
const FEWEST = 8;

const at = (id) => document.getElementById(id);
const svg = (tag, attributes = {}, ...children) => {
  const made = document.createElementNS(at("picture").namespaceURI, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};
const short = (mark) => mark.group ? mark.id.match(/\d+$/)?.[0] ?? "" : "";

let board = null;
let wanted = "";
let latest = null;
let shape = null; // the drawn board: its picture, its layer of pieces, and where each place lies

async function fetchBoard(version) {
  if (wanted === version) return;
  wanted = version;
  try {
    board = await (await fetch(`/course?v=${version}`)).json();
    if (latest) fillBoard(...latest);
  } catch {
    wanted = "";
  }
}

// --- where everything lies --------------------------------------------------------------------------------------

/** Places in the plane: one unit apart, hexagons where rows are as close as those of hexagons. */
function plane() {
  const xs = board.places.map((one) => one.area[0]);
  const ys = [...new Set(board.places.map((one) => one.area[1]))].sort((a, b) => a - b);
  const close = Math.min(...ys.slice(1).map((y, n) => y - ys[n]));
  const six = Math.abs(close - HEX) < 0.02;
  const r = six ? 0.56 : 0.46;
  const corner = (x, y, n) => `${(x + r * Math.sin(n * Math.PI / 3)).toFixed(3)},${(y + r * Math.cos(n * Math.PI / 3)).toFixed(3)}`;
  const left = Math.min(...xs) - 1.1;
  const top = ys[0] - 0.9;
  const box = [left, top, Math.max(...xs) + 1.1 - left, ys.at(-1) + 0.9 - top];
  const spots = board.places.map((one) => {
    const [x, y] = one.area;
    const shape = six ? svg("polygon", { points: [0, 1, 2, 3, 4, 5].map((n) => corner(x, y, n)).join(" ") })
      : svg("circle", { cx: x, cy: y, r });
    return { one, shape, x, y, high: 0.92, wide: 0.92 };
  });
  return { box, spots, token: 1.15, text: 0.62 };
}

/** Lanes: columns side by side, in as many rows as the page's width asks for; no place is broken in two. */
function lanes(width) {
  const last = Math.max(...board.places.map((one) => one.area[1]));
  const inside = new Set();
  for (const { area: [from, to] } of board.places) for (let n = from; n < to; n++) inside.add(n);
  const first = Math.min(...board.places.map((one) => one.area[0]));
  const most = Math.max(FEWEST, Math.floor((width - 4) / COLUMN));
  const begins = [first];
  while (last - begins.at(-1) + 1 > most) {
    let end = begins.at(-1) + most - 1;
    while (inside.has(end) && end > begins.at(-1)) end -= 1;
    begins.push((inside.has(end) ? begins.at(-1) + most - 1 : end) + 1);
  }
  const spots = board.places.map((one) => {
    const [from, to, lane, count] = one.area;
    const row = begins.findLastIndex((begin) => begin <= from);
    const high = LANES / count;
    const x = (from - begins[row]) * COLUMN + 2;
    const y = row * (LANES + GAP) + lane * high + 2;
    const wide = (to - from + 1) * COLUMN;
    const shape = svg("rect", { x: x + 1, y: y + 1, width: wide - 2, height: high - 2, rx: 4 });
    return { one, shape, x: x + wide / 2, y: y + high / 2, high, wide };
  });
  return { box: [0, 0, most * COLUMN + 4, begins.length * (LANES + GAP) - GAP + 4], spots, token: 23, text: 11 };
}

function draw(width) {
  const { box, spots, token, text } = board.plane ? plane() : lanes(width);
  const floor = spots.map(({ one, shape: drawn, x, y, high, wide }) => {
    const mark = board.marks[one.mark];
    const name = mark.name ? `${one.name}: ${mark.name}` : one.name;
    const number = board.plane ? short(mark) : one.id.length * 6 < wide - 8 ? one.id : short(mark);
    const place = svg("g", { class: `spot group-${Math.min(mark.group, 9)}` }, svg("title", {}, name), drawn);
    const size = board.plane ? text : text * 0.8;
    const low = board.plane ? y + size * 0.36 : y + high / 2 - 4;
    const across = board.plane ? x : x + wide / 2 - 4;
    if (number) place.append(svg("text", { x: across, y: low, "font-size": size, class: board.plane ? "" : "corner" }, number));
    return place;
  });
  const layer = svg("g");
  const picture = at("picture");
  picture.setAttribute("viewBox", box.join(" "));
  picture.setAttribute("class", board.plane ? "plane" : "lanes");
  picture.style.maxWidth = board.plane ? "" : `${box[2]}px`;
  picture.replaceChildren(svg("g", {}, ...floor), layer);
  return { version: board.version, width, layer, token, text, spots: new Map(spots.map((spot) => [spot.one.id, spot])) };
}

// --- what stands there ------------------------------------------------------------------------------------------

/** A piece; several at one place stand a little apart. */
function token(one, now, nth, of) {
  const spot = shape.spots.get(one.place);
  const { token: size, text } = shape;
  const apart = size * 0.5 * (nth - (of - 1) / 2);
  const wide = Math.max(size, one.label.length * text * 0.62 + size * 0.35);
  const own = askedSeats(now).includes(one.seat);
  const owner = one.seat === null ? "" : ` (${now.seats[one.seat].name})`;
  const made = svg("g", { class: `token ${look(one.look)}${own ? " own" : ""}`, "data-piece": one.id,
    transform: `translate(${spot.x + apart} ${spot.y})` }, svg("title", {}, `${one.name}${owner}: ${spot.one.name}`));
  const rect = (more, name) => svg("rect", { class: name, x: -wide / 2 - more, y: -size / 2 - more,
    width: wide + 2 * more, height: size + 2 * more, rx: size / 2 + more });
  if (own) made.append(rect(size * 0.16, "ring"));
  made.append(rect(0, "body"), svg("text", { y: text * 0.36, "font-size": text }, one.label));
  return made;
}

/** Cards that lie face down: a button, as on a course that is a line. */
function lying(one, say) {
  const spot = shape.spots.get(one.place);
  const size = shape.token * 0.7;
  const label = `${one.name}: ${one.count}, ${say("covered")}`;
  const made = svg("g", { class: `lying${one.answers ? " bright" : ""}`, "data-place": one.place, role: "button", tabindex: "0",
    "aria-label": label, transform: `translate(${spot.x} ${spot.y})` }, svg("title", {}, label),
  svg("rect", { x: -size / 2, y: -size / 2, width: size, height: size, rx: size / 6 }),
  svg("text", { y: size * 0.3, "font-size": size * 0.8 }, "?"));
  made.addEventListener("keydown", (event) => { // a picture's part is no button: its keys do not click by themselves
    if (event.key === "Enter" || event.key === " ") made.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  return made;
}

function legend(now) {
  const groups = new Map();
  for (const mark of board.marks) if (mark.name) groups.set(mark.group, [...(groups.get(mark.group) ?? []), mark.name]);
  const names = (all) => all.length > 2 ? `${all[0]} … ${all.at(-1)}` : all.join(", ");
  const played = now.board.tokens.map((one) => el("li", {}, el(`span.car.${look(one.look)}`, {}, one.label),
    ` ${one.name}${one.seat === null ? "" : ` (${now.seats[one.seat].name})`}`));
  const printed = [...groups].sort((a, b) => a[0] - b[0]).map(([group, all]) =>
    el("li", {}, el(`span.swatch.group-${Math.min(group, 9)}`), ` ${names(all.sort())}`));
  return [...played, ...printed];
}

/** Show the board and what stands there; without one nothing is shown. */
export function fillBoard(now, say) {
  latest = [now, say];
  at("board-part").hidden = !now.board;
  if (!now.board) return;
  if (board?.version !== now.board.version) {
    fetchBoard(now.board.version);
    return;
  }
  const width = at("board").clientWidth;
  if (shape?.version !== board.version || (!board.plane && shape.width !== width)) shape = draw(width);
  const tokens = now.board.tokens.filter((one) => shape.spots.has(one.place));
  const asked = askedSeats(now);
  const own = (one) => asked.includes(one.seat);
  const inOrder = [...tokens].sort((a, b) => own(a) - own(b));
  const mates = (one) => tokens.filter((other) => other.place === one.place);
  redraw(shape.layer, [now.board, asked, now.seats], () => [
    ...inOrder.map((one) => token(one, now, mates(one).indexOf(one), mates(one).length)),
    ...now.board.lying.filter((one) => shape.spots.has(one.place)).map((one) => lying(one, say))]);
  at("picture").setAttribute("role", "group");
  at("picture").setAttribute("aria-label", tokens.map((one) => `${one.name}: ${shape.spots.get(one.place).one.name}`).join("; "));
  redraw(at("legend"), [board.version, now.board.tokens.map((one) => [one.id, one.seat]), now.seats], () => legend(now));
}

addEventListener("resize", () => latest && fillBoard(...latest));
