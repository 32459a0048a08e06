// The stations: each with its panel, keys, lamp, buzzer and reader. One of them is chosen; the keyboard works there.
import { cardOf, el, look, redraw, smallCar } from "./table.js";

const HOLD_MS = 600;
const DOTS = 132; // how wide a panel's picture is with its frame; every dot gets a whole number of the screen's own
const KEYS = {
  ArrowLeft: "previous", ArrowUp: "previous", ArrowRight: "next", ArrowDown: "next",
  Enter: "confirm", " ": "confirm", Backspace: "back", Escape: "back",
};

const list = document.getElementById("stations");
const shells = new Map();
const holding = new Map();
let chosen = "";
let asking = "";
let send;
let say;
let tap;

/** Say how stations are spoken to: *send* what to an address, in which words to *say* things, how to *tap* a card. */
export function begin(wires) {
  ({ send, say, tap } = wires);
}

/** The station that the keyboard works at. */
export const chosenOf = (now) => now.stations.find((one) => one.name === chosen) ?? now.stations[0];

const of = (station, what) => shells.get(station).querySelector(what);
const keyOf = (station, key) => of(station, `[data-key="${key}"]`);

// --- keys: they go down and up; the back key held longer is the menu ------------------------------------------------

function flash(station, key) {
  const button = keyOf(station, key);
  button.classList.add("down");
  setTimeout(() => button.classList.remove("down"), 140);
}

function press(station, key, hold = false) {
  send("/key", { station, key, hold });
  flash(station, key);
}

function keyDown(station, key) {
  const held = `${station}.${key}`;
  if (holding.has(held)) return;
  if (key !== "back") {
    press(station, key);
    holding.set(held, 0);
    return;
  }
  flash(station, key);
  holding.set(held, setTimeout(() => {
    press(station, key, true);
    holding.set(held, 0);
  }, HOLD_MS));
}

function keyUp(station, key) {
  const held = `${station}.${key}`;
  const timer = holding.get(held);
  holding.delete(held);
  if (timer) {
    clearTimeout(timer);
    press(station, key);
  }
}

function dressKey(station, button) {
  const key = button.dataset.key;
  button.title = say(`key_${key}`);
  button.setAttribute("aria-label", button.title);
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    keyDown(station, key);
  });
  for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => keyUp(station, key));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    if (event.detail === 0) press(station, key); // a screen reader's click has no pointer
  });
}

addEventListener("keydown", (event) => {
  const key = KEYS[event.key];
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, summary")) return;
  const nth = [...shells.keys()][Number(event.key) - 1];
  if (event.key !== " " && nth) choose(nth);
  if (!key || !shells.has(chosen)) return;
  const onButton = event.target.closest("button, [role=button]");
  if (onButton && (event.key === "Enter" || event.key === " ") && !onButton.dataset.key) return;
  event.preventDefault();
  if (!event.repeat) keyDown(chosen, key);
});
addEventListener("keyup", (event) => {
  const key = KEYS[event.key];
  for (const station of key ? shells.keys() : []) keyUp(station, key);
});
addEventListener("blur", () => {
  holding.forEach((timer) => clearTimeout(timer));
  holding.clear();
});

// --- which one is chosen --------------------------------------------------------------------------------------------

/** Choose a station for the keyboard. */
function choose(station) {
  chosen = station;
  for (const [name, shell] of shells) {
    shell.classList.toggle("chosen", name === chosen);
    shell.querySelector(".words").setAttribute("aria-live", name === chosen ? "polite" : "off");
  }
  list.dispatchEvent(new Event("chosen"));
}

/** When somebody else is asked than before, the keyboard goes where an answer is waited for. */
function follow(now) {
  const mine = now.stations.find((one) => one.name === chosen);
  const before = asking;
  asking = JSON.stringify(now.stations.map((one) => [one.awaited, one.asked.map((asked) => [asked.seat, asked.text])]));
  if (mine && (mine.awaited || asking === before)) return;
  const awaited = now.stations.filter((one) => one.awaited);
  const own = awaited.find((one) => one.asked.some((asked) => asked.seat !== null));
  choose((own ?? awaited[0] ?? mine ?? now.stations[0]).name);
}

// --- showing --------------------------------------------------------------------------------------------------------

/** Build what a station has on the page, once. */
function shellOf(station, number) {
  const shell = document.getElementById("station").content.firstElementChild.cloneNode(true);
  shells.set(station.name, shell);
  shell.dataset.station = station.name;
  shell.querySelector(".number").textContent = number;
  shell.querySelector(".lamp").setAttribute("aria-label", say("lamp"));
  shell.querySelector("img").alt = say("panel");
  for (const part of shell.querySelectorAll("[data-word]")) part.textContent = say(part.dataset.word);
  for (const button of shell.querySelectorAll("[data-key]")) dressKey(station.name, button);
  const menu = shell.querySelector(".menu");
  menu.title = say("menu");
  menu.setAttribute("aria-label", menu.title);
  menu.addEventListener("click", () => press(station.name, "back", true));
  shell.addEventListener("pointerdown", (event) => { // a key pressed once too often does not call the keyboard back
    if (!event.target.closest("[data-key]") || shell.classList.contains("asked")) choose(station.name);
  });
  shell.querySelector(".lift").addEventListener("click", () => send("/lift", { reader: station.name }));
  const reader = shell.querySelector(".reader");
  reader.addEventListener("dragover", (event) => event.preventDefault());
  reader.addEventListener("drop", (event) => {
    event.preventDefault();
    const card = event.dataTransfer.getData("application/json");
    if (card) tap(JSON.parse(card), station.name);
  });
  list.append(shell);
}

document.addEventListener("dragstart", (event) => {
  const card = cardOf(event.target);
  if (!card) return;
  event.dataTransfer.setData("application/json", JSON.stringify(card));
  list.classList.add("awaits-card");
});
document.addEventListener("dragend", () => list.classList.remove("awaits-card"));

function sits(station, now) {
  if (station.sits === null) return [say("everybody")];
  if (!station.sits.length) return [say("nobody")];
  return station.sits.map((name, nth) => {
    const piece = now.lobby ? null : now.seats[station.seats[nth]]?.piece;
    return el("span.person", {}, piece ? smallCar(piece) : null, name);
  });
}

/** Which keys answer what a station's panel shows. */
function useful(station, now) {
  const asked = station.asked[0];
  if (station.aside) return ["previous", "next", "confirm", "back"];
  if (!asked) return now.over ? ["previous", "next", "confirm"] : [];
  if (asked.kind === "confirm" || asked.hidden) return ["confirm"];
  if (asked.kind === "number") return ["previous", "next", "confirm"];
  const chooses = asked.options && asked.pile === null && !station.dealing;
  return [...(chooses ? ["previous", "next"] : []), ...(station.marked || asked.optional ? ["confirm"] : [])];
}

function fillPanel(station) {
  const image = of(station.name, "img");
  const ratio = devicePixelRatio || 1;
  const wide = of(station.name, ".glass").clientWidth;
  const scale = Math.min(8, Math.max(2, Math.floor((wide * ratio) / DOTS)));
  const source = `/panel.png?station=${encodeURIComponent(station.name)}&r=${station.panel}&s=${scale}`;
  if (image.dataset.source === source) return;
  image.dataset.source = source;
  const next = new Image();
  next.onload = () => {
    image.style.width = `${(DOTS * scale) / ratio}px`;
    image.src = next.src;
  };
  next.src = source;
}

function fillReader(station) {
  const target = of(station.name, ".resting");
  redraw(target, station.resting, () => station.resting.length
    ? station.resting.map((one) => one
      ? el(`span.card.${look(one.look)}`, {}, el("b", {}, one.letter), el("span", {}, one.name))
      : el("span.card.back", { title: say("reader_card") }, el("b", {}, "?")))
    : [el("p", {}, say("reader_empty"))]);
  of(station.name, ".reader").hidden = !station.reader;
  of(station.name, ".reader").classList.toggle("refuses", Boolean(station.notice));
  of(station.name, ".lift").hidden = !station.resting.length;
}

function fillStation(station, now) {
  const shell = shells.get(station.name);
  shell.classList.toggle("asked", station.awaited);
  shell.classList.toggle("idle", !now.lobby && station.sits !== null && !station.sits.length);
  redraw(of(station.name, ".sits"), [station.sits, now.seats, now.lobby], () => sits(station, now));
  of(station.name, ".lamp").classList.toggle("lit", station.lamp);
  of(station.name, ".words").classList.toggle("unseen", station.panel !== null);
  of(station.name, ".glass").hidden = station.panel === null;
  const text = station.words.join("\n");
  if (of(station.name, ".words").textContent !== text) of(station.name, ".words").textContent = text;
  if (station.panel !== null) fillPanel(station);
  const lit = useful(station, now);
  for (const button of shell.querySelectorAll("[data-key]")) {
    button.classList.toggle("useful", lit.includes(button.dataset.key));
    button.disabled = !station.keys.includes(button.dataset.key);
  }
  fillReader(station);
}

/** Show all stations, and choose one where none is. */
export function fillStations(now) {
  const count = now.stations.length;
  if (!shells.size) {
    document.body.dataset.stations = count <= 4 ? count : 6;
    document.getElementById("help").textContent = count > 1 ? say("stations_help", { count }) : say("keys_help");
    now.stations.forEach((station, nth) => shellOf(station, nth + 1));
  }
  follow(now);
  for (const station of now.stations) fillStation(station, now);
}

/** Let the tone of a station be seen. */
export function sounds(station) {
  const tone = of(station, ".tone");
  tone.classList.remove("sounds");
  void tone.offsetWidth; // begin the animation anew
  tone.classList.add("sounds");
}
