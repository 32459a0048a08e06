// The bench page: listens to the box, shows what it sends, and sends keys and taps back. What it shows is in other files.
import { begin, chosenOf, fillStations, sounds } from "./stations.js";
import { car, cardOf, fillTable, fillTold } from "./table.js";
import { fillBoard } from "./board.js";
import { fillChart } from "./chart.js";

const $ = (id) => document.getElementById(id);
const MESSAGE_MS = 6000;

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

/** Hold a card to a reader; without one, to a reader that waits for it, of several to the chosen station's. */
function tap(card, reader = "") {
  const near = shown ? chosenOf(shown).name : "";
  return send(card.component && $("leave").checked ? "/place" : "/tap", { ...card, reader, near });
}

begin({ send, say, tap });
$("message").addEventListener("click", () => message(""));
$("auto").addEventListener("change", () => send("/auto", { on: $("auto").checked }));
$("stations").addEventListener("chosen", () => shown && banner(shown));
document.addEventListener("click", (event) => { // one listener serves all cards, whenever they come
  const card = cardOf(event.target);
  if (card) tap(card);
});

// --- sound -----------------------------------------------------------------------------------------------------

let audio = null;
let heard = null;
$("sound").addEventListener("change", () => {
  if ($("sound").checked) audio ??= new AudioContext();
});

function listen(tones) {
  const fresh = heard === null ? [] : tones.filter(([number]) => number > heard);
  heard = tones.length ? tones.at(-1)[0] : 0;
  if (!fresh.length) return;
  for (const [, , station] of fresh) sounds(station);
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

function hint(station, now) {
  const asked = station.asked[0];
  if (station.aside) return say("hint_aside");
  if (now.lobby) return say("lobby_hint");
  if (now.over) return say("hint_over");
  if (!asked) return say("hint_wait");
  if (asked.hidden) return say("hint_hidden");
  if (station.dealing) return say("hint_dealing");
  if (asked.pile !== null) return say("hint_pile");
  if (asked.kind === "confirm") return say("hint_confirm");
  const reader = station.reader ? station : now.stations.find((one) => one.reader);
  const heard = reader?.asked[0];
  if (asked.kind === "scan" && heard?.kind === "scan" && heard.seat !== asked.seat) {
    return say("hint_reader_waits", { name: heard.who });
  }
  if (asked.kind === "scan" && now.places.some((place) => place.answers)) return say("hint_piles");
  const at = now.places.filter((place) => place.face !== "hand" || asked.seat === null || place.seat === asked.seat);
  if (at.some((place) => place.cards.some((card) => card.answers))) {
    return say(asked.optional ? "hint_card_or_end" : "hint_card");
  }
  if (asked.kind !== "scan" || !asked.optional) return say("hint_choose");
  return say(asked.options ? "hint_choose_or_end" : "hint_no_card");
}

/** Who else is asked, there or at other stations. */
function alsoAsked(station, now) {
  const first = station.asked[0]?.who;
  const names = (stations) => [...new Set(stations.flatMap((one) => one.asked).map((asked) => asked.who))]
    .filter((who) => who !== first);
  const all = names(now.stations);
  if (!all.length) return "";
  return " " + say(names([station]).length ? "hint_also" : "hint_elsewhere", { names: all.join(", ") });
}

function banner(now) {
  const station = chosenOf(now);
  const asked = station.aside ? null : station.asked[0];
  const piece = asked && asked.seat !== null ? now.seats[asked.seat].piece : null;
  $("who").replaceChildren(...(piece ? [car(piece)] : []), asked ? asked.who : station.head);
  $("question").textContent = asked ? asked.text : station.title;
  $("hint").textContent = hint(station, now) + alsoAsked(station, now);
  document.title = asked ? `${asked.who} · pitboard` : "pitboard";
}

/** Say why something was not taken, as long as the panel does. */
function refusal(now) {
  const said = now.stations.map((one) => one.notice).join("\n");
  const before = shown?.stations.map((one) => one.notice).join("\n");
  const again = now.sounds.at(-1)?.[0] !== shown?.sounds.at(-1)?.[0];
  const refuses = now.stations.find((one) => one.notice);
  if (refuses && (said !== before || again)) {
    const why = refuses.notice_rules.map((rule) => `${rule}: ${now.rules[rule]}`).join(" ");
    message(`${say("refused")}: ${refuses.notice}${why ? ` (${why})` : ""}`, "refused");
  }
  if (!refuses && $("message").className === "refused") message("");
}

function show(now) {
  $("game").textContent = now.game || say("title");
  fillStations(now);
  banner(now);
  listen(now.sounds);
  $("auto").checked = now.auto;
  fillTable(now, say);
  fillBoard(now, say);
  fillChart(now, say);
  fillTold($("told"), now, say);
  $("welcome").hidden = !now.lobby;
  $("who-sits").hidden = now.stations.length < 2;
  refusal(now);
  shown = now;
  document.body.dataset.stage = now.lobby ? "lobby" : now.over ? "over" : "match";
  document.body.dataset.dealing = now.stations.some((one) => one.dealing);
  document.body.dataset.version = now.version;
}

for (const part of document.querySelectorAll("[data-word]")) part.textContent = say(part.dataset.word);
for (const part of document.querySelectorAll("[data-label]")) part.setAttribute("aria-label", say(part.dataset.label));
$("auto-label").title = say("auto_help");
addEventListener("resize", () => shown && fillStations(shown));

const events = new EventSource("/events");
events.onmessage = (event) => {
  if ($("message").className === "lost") message("");
  show(JSON.parse(event.data));
};
events.onerror = () => message(say("lost"), "lost");
