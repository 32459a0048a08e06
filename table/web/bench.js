// The bench page: listens to the box, shows what it sends, and sends keys and taps back. The table is in table.js.
import { car, fillTable, fillResting, fillTold, cardOf } from "./table.js";
import { fillBoard } from "./board.js";

const $ = (id) => document.getElementById(id);
const HOLD_MS = 600;
const MESSAGE_MS = 6000;
const KEYS = {
  ArrowLeft: "previous", ArrowUp: "previous", ArrowRight: "next", ArrowDown: "next",
  Enter: "confirm", " ": "confirm", Backspace: "back", Escape: "back",
};

const words = await (await fetch("/words.json")).json();
const say = (key, args = {}) =>
  (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => args[name] ?? "?");
let shown = null;
let messageTimer = 0;

// --- saying things to the box ----------------------------------------------------------------------------------

async function send(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    });
    message(answer.ok ? "" : (await answer.json()).error);
  } catch {
    message(words.lost);
  }
}

function message(text, kind = "") {
  clearTimeout(messageTimer);
  $("message").textContent = text;
  $("message").className = kind;
  $("message").hidden = !text;
  if (text && kind !== "lost") messageTimer = setTimeout(() => message(""), MESSAGE_MS);
}

function tap(card) {
  if (card.component && $("leave").checked) return send("/place", card);
  return send("/tap", card);
}

// A key goes down and up; the back key held longer is the menu.
const holding = new Map();
function keyDown(key) {
  if (holding.has(key)) return;
  if (key !== "back") {
    send("/key", { key });
    holding.set(key, 0);
  } else {
    holding.set(key, setTimeout(() => {
      send("/key", { key, hold: true });
      holding.set(key, 0);
      flash(key);
    }, HOLD_MS));
  }
  flash(key);
}

function keyUp(key) {
  const timer = holding.get(key);
  holding.delete(key);
  if (timer) {
    clearTimeout(timer);
    send("/key", { key });
  }
}

function flash(key) {
  const button = document.querySelector(`[data-key="${key}"]`);
  button.classList.add("down");
  setTimeout(() => button.classList.remove("down"), 140);
}

for (const button of document.querySelectorAll("[data-key]")) {
  const key = button.dataset.key;
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    keyDown(key);
  });
  for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => keyUp(key));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    if (event.detail === 0) send("/key", { key }); // a screen reader's click has no pointer
  });
}

addEventListener("keydown", (event) => {
  const key = KEYS[event.key];
  if (!key || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, summary")) return;
  const onButton = event.target.closest("button, [role=button]");
  if (onButton && (event.key === "Enter" || event.key === " ") && !onButton.dataset.key) return;
  event.preventDefault();
  if (!event.repeat) keyDown(key);
});
addEventListener("keyup", (event) => KEYS[event.key] && keyUp(KEYS[event.key]));
addEventListener("blur", () => [...holding.keys()].forEach((key) => { clearTimeout(holding.get(key)); holding.delete(key); }));

$("menu").addEventListener("click", () => { send("/key", { key: "back", hold: true }); flash("back"); });
$("message").addEventListener("click", () => message(""));
$("lift").addEventListener("click", () => send("/lift", {}));
$("auto").addEventListener("change", () => send("/auto", { on: $("auto").checked }));

// Cards: a click is a tap, a drag ends on the reader. One listener serves all cards, whenever they come.
document.addEventListener("click", (event) => {
  const card = cardOf(event.target);
  if (card) tap(card);
});
document.addEventListener("dragstart", (event) => {
  const card = cardOf(event.target);
  if (!card) return;
  event.dataTransfer.setData("application/json", JSON.stringify(card));
  $("reader").classList.add("wanted");
});
document.addEventListener("dragend", () => $("reader").classList.remove("wanted"));
$("reader").addEventListener("dragover", (event) => event.preventDefault());
$("reader").addEventListener("drop", (event) => {
  event.preventDefault();
  const card = event.dataTransfer.getData("application/json");
  if (card) tap(JSON.parse(card));
});

// --- sound -----------------------------------------------------------------------------------------------------

let audio = null;
let heard = null;
$("sound").addEventListener("change", () => {
  if ($("sound").checked) audio ??= new AudioContext();
});

function listen(sounds) {
  const last = sounds.length ? sounds[sounds.length - 1][0] : 0;
  const fresh = heard === null ? [] : sounds.filter(([number]) => number > heard);
  heard = last;
  if (!fresh.length) return;
  $("tone").classList.remove("sounds");
  void $("tone").offsetWidth; // begin the animation anew
  $("tone").classList.add("sounds");
  if (!audio || !$("sound").checked) return;
  fresh.forEach(([, hertz], place) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.05;
    tone.type = "square";
    tone.frequency.value = hertz;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + place * 0.09);
    tone.stop(audio.currentTime + place * 0.09 + 0.07);
  });
}

// --- showing ---------------------------------------------------------------------------------------------------

function hint(now) {
  if (now.aside) return say("hint_aside");
  if (now.lobby) return say("lobby_hint");
  if (now.over) return say("hint_over");
  const asked = now.asked[0];
  if (!asked) return say("hint_wait");
  if (asked.hidden) return say("hint_hidden");
  if (now.dealing) return say("hint_dealing");
  if (asked.pile !== null) return say("hint_pile");
  if (asked.kind === "confirm") return say("hint_confirm");
  if (now.places.some((place) => place.cards.some((card) => card.answers))) {
    return say(asked.optional ? "hint_card_or_end" : "hint_card");
  }
  if (asked.kind !== "scan" || !asked.optional) return say("hint_choose");
  return say(asked.options ? "hint_choose_or_end" : "hint_no_card");
}

function usefulKeys(now) {
  const asked = now.asked[0];
  if (now.aside) return ["previous", "next", "confirm", "back"];
  if (!asked) return now.over ? ["previous", "next", "confirm"] : [];
  if (asked.kind === "confirm" || asked.hidden) return ["confirm"];
  if (asked.kind === "choose" || asked.kind === "number") return ["previous", "next", "confirm"];
  return asked.optional ? ["confirm"] : [];
}

function banner(now) {
  const asked = now.asked[0];
  const piece = asked && asked.seat !== null ? now.seats[asked.seat].piece : null;
  $("who").replaceChildren(...(piece ? [car(piece)] : []), asked ? asked.who : now.head);
  $("question").textContent = asked ? asked.text : now.title;
  const others = now.asked.slice(1).map((other) => other.who).filter((who) => who !== asked.who);
  const also = others.length ? " " + say("hint_also", { names: [...new Set(others)].join(", ") }) : "";
  $("hint").textContent = hint(now) + also;
  const useful = usefulKeys(now);
  for (const button of document.querySelectorAll("[data-key]")) {
    button.classList.toggle("useful", useful.includes(button.dataset.key));
    button.disabled = !now.keys.includes(button.dataset.key);
  }
}

// The panel's picture is 132 dots wide with its frame; every dot gets a whole number of the screen's own pixels.
const DOTS = 132;
let pictured = "";
function panel(now) {
  const text = now.words.join("\n");
  if ($("words").textContent !== text) $("words").textContent = text;
  const ratio = devicePixelRatio || 1;
  const scale = Math.min(8, Math.max(2, Math.floor(($("glass").clientWidth * ratio) / DOTS)));
  const source = `/panel.png?r=${now.panel}&s=${scale}`;
  if (pictured === source) return;
  pictured = source;
  const next = new Image();
  next.onload = () => {
    $("panel").style.width = `${(DOTS * scale) / ratio}px`;
    $("panel").src = next.src;
  };
  next.src = source;
}
addEventListener("resize", () => shown && panel(shown));

function show(now) {
  $("game").textContent = now.game || say("title");
  document.title = now.asked[0] ? `${now.asked[0].who} · pitboard` : "pitboard";
  banner(now);
  panel(now);
  $("lamp").classList.toggle("lit", now.lamp);
  listen(now.sounds);
  $("auto").checked = now.auto;
  $("reader").hidden = !now.reader;
  $("lift").hidden = !now.resting.length;
  fillResting($("resting"), now, say);
  fillTable(now, say);
  fillBoard(now, say);
  fillTold($("told"), now, say);
  $("welcome").hidden = !now.lobby;
  if (now.notice && (!shown || shown.notice !== now.notice || shown.sounds.at(-1)?.[0] !== now.sounds.at(-1)?.[0])) {
    const why = now.notice_rules.map((rule) => `${rule}: ${now.rules[rule]}`).join(" ");
    message(`${say("refused")}: ${now.notice}${why ? ` (${why})` : ""}`, "refused");
  }
  if (!now.notice && $("message").className === "refused") message("");
  $("reader").classList.toggle("refuses", Boolean(now.notice));
  shown = now;
  document.body.dataset.version = now.version;
}

for (const part of document.querySelectorAll("[data-word]")) part.textContent = say(part.dataset.word);
for (const button of document.querySelectorAll("[data-key]")) button.title = say(`key_${button.dataset.key}`);
for (const button of document.querySelectorAll("[data-key]")) button.setAttribute("aria-label", button.title);
$("panel").alt = say("panel");
$("lamp").setAttribute("aria-label", say("lamp"));
$("menu").textContent = say("menu");
$("auto-label").title = say("auto_help");

const events = new EventSource("/events");
events.onmessage = (event) => {
  if ($("message").className === "lost") message("");
  show(JSON.parse(event.data));
};
events.onerror = () => message(say("lost"), "lost");
