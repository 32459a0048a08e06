// What lies on the table: cards, hands, piles, the course and the story so far, drawn from one snapshot.

/** Make an element: its tag with classes, its attributes, its children. */
export function el(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const made = document.createElement(tag);
  made.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A piece as a small car with its letters. */
export function car(piece, own = false) {
  return el(`span.car.${look(piece.look)}${own ? ".own" : ""}`, { title: piece.name }, piece.label);
}

const SHORT = 3; // letters have room on a car that stands before a name

/** A piece as a small car with its first letter only, where its letters would take the room of the name beside it. */
export function smallCar(piece) {
  if (piece.label.length <= SHORT) return car(piece);
  const [first] = piece.label;
  return el(`span.car.${look(piece.look)}`, { title: piece.name, role: "img", "aria-label": piece.name }, first.toUpperCase());
}

/** What is tapped when something at this place of the page is clicked; null where there is no card. */
export function cardOf(target) {
  const card = target.closest?.("[data-card], [data-place]");
  if (!card || card.disabled) return null;
  return card.dataset.card ? { component: card.dataset.card } : { place: card.dataset.place };
}

// Rebuild a part only when what it shows has changed, and give the keyboard's focus back to the same card.
const drawn = new Map();
export function redraw(target, value, make) {
  const text = JSON.stringify(value);
  if (drawn.get(target) === text) return;
  drawn.set(target, text);
  const focus = document.activeElement?.closest?.("[data-card], [data-place]");
  const again = focus && (focus.dataset.card ? `[data-card="${CSS.escape(focus.dataset.card)}"]`
    : `[data-place="${CSS.escape(focus.dataset.place)}"]`);
  target.replaceChildren(...make());
  if (again) target.querySelector(again)?.focus();
}

/** The seats whose question stands on a panel now. */
export const askedSeats = (now) =>
  now.stations.map((one) => one.asked[0]?.seat ?? null).filter((seat) => seat !== null);

export const look = (number) => (number < 0 ? "look-plain" : `look-${number}`);

function card(one) {
  const many = one.count > 1 ? ` ×${one.count}` : "";
  const label = (one.name === one.letter ? one.name : `${one.name} (${one.letter})`) + many;
  const shown = [el(`b${one.letter.length > 4 ? ".long" : ""}`, {}, one.letter),
    el(`span${/\S{9}/.test(one.name) ? ".long" : ""}`, {}, one.name === one.letter ? "" : one.name, many)];
  if (!one.tagged) return el(`span.card.piece.${look(one.look)}`, { title: one.name }, ...shown);
  return el(`button.card.${look(one.look)}${one.answers ? ".bright" : ""}${many ? ".stack" : ""}`,
    { type: "button", draggable: "true", "data-card": one.id, "aria-label": label, title: label }, ...shown);
}

/** What is counted only, such as dice. */
const loose = (place) => place.loose.map((one) => el("span.loose", {}, `${one.name} ×${one.count}`));

function back(place, count, bright, name, say) {
  const label = `${name}: ${count}, ${say("covered")}`;
  return el(`button.card.back${bright ? ".bright" : ""}`,
    { type: "button", draggable: "true", "data-place": place, disabled: count === 0, "aria-label": label, title: label },
    el("b", {}, String(count)));
}

const empty = (say) => el("span.card.none", {}, el("span", {}, say("empty")));

const MANY = 6; // cards, from which on a hand has the whole width while its seat is asked

// --- hands ------------------------------------------------------------------------------------------------------

/** What somebody holds besides the card of the piece that they play, which stands over the hand. */
const inHand = (place, now) => place.cards.filter((one) => one.id !== now.seats[place.seat].piece?.id);

function hand(place, now, say, held) {
  const seat = now.seats[place.seat];
  const mine = askedSeats(now).includes(place.seat);
  const cards = inHand(place, now).map(card);
  const drives = seat.piece ? car(seat.piece) : null;
  const piece = seat.piece && seat.piece.name !== seat.piece.label ? seat.piece.name : "";
  const name = el("small", {}, piece, seat.pilot ? ` ${say("seat_pilot")}` : "");
  const kinds = `${mine ? ".active" : ""}${cards.length > MANY ? ".many" : ""}`;
  return el(`div.hand${kinds}`, {}, el("h3", {}, drives, el("span", {}, seat.name), name, ...loose(place)),
    !held ? null : el("div.fan", {}, ...(cards.length ? cards : [empty(say)])));
}

function pile(place, now, say) {
  const owner = place.seat === null ? null : now.seats[place.seat];
  const cards = [...place.cards.map(card), ...loose(place)];
  const kinds = place.face === "down" && (place.count || !cards.length)
    ? back(place.id, place.count, place.answers, place.name, say)
    : cards.length ? el("div.fan", {}, ...cards) : empty(say);
  const count = place.face === "up" && place.count > 1 ? ` (${place.count})` : "";
  const drives = owner?.piece ? car(owner.piece) : null;
  const name = owner ? `${owner.name} ${owner.piece?.name ?? ""}` : place.name + count;
  return el(`figure.pile${cards.length > 1 ? ".spread" : ""}`, {}, kinds, el("figcaption", {}, drives, drives ? " " : "", name));
}

// --- the course -------------------------------------------------------------------------------------------------

function field(one, now, say) {
  const cars = one.pieces.map((piece) => car(piece, isAsked(piece, now)));
  const trap = one.covered ? el(`button.lies${one.answers ? ".bright" : ""}`,
    { type: "button", draggable: "true", "data-place": one.id, title: `${one.name}: ${say("covered")}`,
      "aria-label": `${one.name}: ${say("covered")}` }, "?") : null;
  const title = one.mark_name ? `${one.name}: ${one.mark_name}` : one.name;
  const short = one.mark_name && one.mark.length > 2 ? one.mark_name : one.mark;
  return el(`li.field.${look(one.look)}`, { title },
    el("span.mark", {}, el(`b${short.length > 2 ? ".long" : ""}`, {}, short), el("small", {}, one.id.length > 5 ? "" : one.id)),
    el("span.cars", {}, ...cars), trap);
}

const isAsked = (piece, now) => askedSeats(now).includes(piece.seat);

// --- all of it --------------------------------------------------------------------------------------------------

let before = ""; // who was asked

/** Show what lies on the table; the hand of whoever is asked comes first. */
export function fillTable(now, say) {
  const part = (id, shown) => { document.getElementById(id).hidden = !shown; };
  const at = (id) => document.getElementById(id);
  const asked = askedSeats(now);
  const box = now.places.find((place) => place.face === "box");
  const tray = box && !now.stations.some((one) => one.dealing) ? box.cards.filter((one) => one.answers) : [];
  const rest = box ? box.cards.filter((one) => !one.answers) : [];
  const hands = now.places.filter((place) => place.face === "hand");
  const piles = now.places.filter((place) => ["open", "up", "down"].includes(place.face))
    .filter((place) => place.cards.length || place.count || place.loose.length);

  part("tray-part", tray.length);
  redraw(at("tray"), tray, () => tray.map(card));
  const held = hands.some((place) => inHand(place, now).length);
  const known = held || hands.some((place) => place.loose.length) || now.seats.some((seat) => seat.piece);
  part("hands-part", hands.length && known);
  at("hands-part").classList.toggle("held", held);
  redraw(at("hands"), [hands, now.seats, asked], () => hands.map((place) => hand(place, now, say, held)));
  if (String(asked) !== before) at("hands-part").scrollTo(0, 0);
  before = String(asked);
  part("piles-part", piles.length);
  redraw(at("piles"), [piles, now.seats], () => piles.map((place) => pile(place, now, say)));
  part("course-part", now.course.length);
  redraw(at("course"), [now.course, asked], () => now.course.map((one) => field(one, now, say)));
  part("rest", rest.length);
  at("rest").querySelector("summary").textContent = say("rest_of_box", { count: rest.reduce((sum, one) => sum + one.count, 0) });
  redraw(at("rest").querySelector("div"), rest, () => rest.map(card));
}

/** Show what happened, the latest first, with the rules behind it. */
export function fillTold(target, now, say) {
  redraw(target, now.told, () => now.told.length
    ? now.told.map((one) => el("li", {}, el("span", {}, one.text),
      ...one.rules.map((rule) => el("abbr", { title: now.rules[rule] ?? rule, tabindex: "0" }, rule)))).reverse()
    : [el("li.none", {}, say("nothing_told"))]);
}
