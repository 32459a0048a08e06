// Play a whole match on a running bench through a real browser, as people round its screen would: every answer is a
// click on a key, a card or a pile, and all that is known is what the page shows. Knows no game.
//
// Not part of the suite; by hand, where Chromium, Node and the npm package playwright-core are there:
//   pitboard play --simulate --no-browser --names Ana,Bea,Cai &
//   node tests/table/web/browser.mjs http://127.0.0.1:8765/ a-folder-for-pictures "Downforce,Practice circuit,3,0"
// The last argument is what to answer in the lobby, one answer a question; more can be said in the environment:
//   SEED (another number clicks other things), STEPS (how many answers are too many), NO_UNDO, CHROMIUM.
// Takes pictures at the beginning, in the middle and at the end, tries a card that does not fit, the menu and an undo.
// Ends with 1 when the page breaks, a click does nothing, or no result is reached.
import { createRequire } from "node:module";
import { join } from "node:path";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";

const [address, folder, choices = ""] = process.argv.slice(2);
const { SEED = "1", STEPS = "3000", CHROMIUM = "/usr/bin/chromium" } = process.env;
const { chromium } = createRequire(join(process.cwd(), "x.js"))("playwright-core");
const WIDE = { width: 1280, height: 800 };
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const PATIENCE_MS = 9000;
const LOOK_MS = 40;

mkdirSync(folder, { recursive: true });
const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "bench-")),
  { executablePath: CHROMIUM, headless: true, viewport: WIDE, args: FLAGS });
const page = context.pages()[0] ?? (await context.newPage());
const troubles = [];
page.on("pageerror", (error) => troubles.push(error.message));
page.on("console", (line) => line.type() === "error" && !line.text().includes("400") && troubles.push(line.text()));

let seed = Number(SEED);
function lot(many) { // a small generator of our own, so that a number always clicks the same
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * many);
}

// --- eyes -----------------------------------------------------------------------------------------------------------

/** What somebody sees who looks at the page. */
const look = () => page.evaluate(() => {
  const text = (what) => document.querySelector(what)?.textContent ?? "";
  const stations = [...document.querySelectorAll(".station")].map((one) => ({
    name: one.dataset.station,
    chosen: one.classList.contains("chosen"),
    asked: one.classList.contains("asked"),
    useful: [...one.querySelectorAll(".keys .useful")].map((key) => key.dataset.key),
    words: one.querySelector(".words").textContent.split("\n"),
  }));
  return {
    stage: document.body.dataset.stage,
    banner: [text("#who"), text("#question")],
    hint: text("#hint"),
    refusal: document.querySelector("#message:not([hidden])")?.textContent ?? "",
    stations,
    chosen: stations.find((one) => one.chosen && one.asked) ?? stations.find((one) => one.asked)
      ?? stations.find((one) => one.chosen) ?? stations[0],
    bright: document.querySelectorAll("[data-card].bright, [data-place].bright").length,
    told: document.querySelectorAll("#told li:not(.none)").length,
    story: document.querySelector("#told li span")?.textContent ?? "",
    hands: [...document.querySelectorAll(".hand [data-card]")].map((card) => card.dataset.card),
  };
});
const pause = (ms) => page.waitForTimeout(ms);
const sight = (s) => JSON.stringify([s.stage, s.banner, s.stations, s.bright, s.told, s.story, s.hands]);

/** Wait until the page shows something good; what it shows then. */
async function until(what, good, ms = PATIENCE_MS) {
  const began = Date.now();
  for (;;) {
    const s = await look();
    if (good(s)) return s;
    if (Date.now() - began > ms) throw new Error(`${what}: waited in vain; ${JSON.stringify([s.banner, s.chosen])}`);
    await pause(LOOK_MS);
  }
}

/** Wait until the page shows the same for a moment. */
async function settled() {
  for (let before = "", s = await look(); ; s = await look()) {
    if (sight(s) === before) return s;
    before = sight(s);
    await pause(3 * LOOK_MS);
  }
}

async function picture(name) {
  await page.mouse.move(640, 5);
  await pause(250);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

// --- fingers --------------------------------------------------------------------------------------------------------

const key = (station, name) => page.locator(`[data-station="${station}"] [data-key="${name}"]`);

/** Press a key of a station and wait until something has changed. */
async function press(name, station) {
  const before = sight(await look());
  await key(station, name).click();
  return until(`key ${name} of ${station}`, (s) => sight(s) !== before);
}

async function menu(station) {
  const button = await key(station, "back").boundingBox();
  await page.mouse.move(button.x + 9, button.y + 9);
  await page.mouse.down();
  await pause(700);
  await page.mouse.up();
  await until("menu", (s) => s.stations.find((one) => one.name === station).useful.length === 4);
}

/** In the lobby: move to the wanted answer, or to the wanted number, and confirm. */
async function choose(wanted) {
  let s = await look();
  const shows = (one) => one.chosen.words.some((line) => line === `▸ ${wanted}` || line.startsWith(`◀ ${wanted} ▶`));
  for (let tries = 0; wanted && !shows(s) && tries < 20; tries++) s = await press("next", s.chosen.name);
  if (wanted && !shows(s)) throw new Error(`${wanted} is not offered: ${s.chosen.words.join(" | ")}`);
  console.log("lobby:", s.banner.join(" "), wanted);
  await press("confirm", s.chosen.name);
}

async function lobby() {
  await picture("1-lobby");
  const names = (await look()).stations.map((one) => one.name);
  for (const [nth, name] of names.length > 1 ? names.entries() : []) { // the keyboard reaches every station
    await page.keyboard.press(String(nth + 1));
    if ((await page.locator(".station.chosen").getAttribute("data-station")) !== name) throw new Error(`${name} is not chosen`);
    await page.keyboard.press("ArrowRight");
    await until(`a key for ${name}`, (s) => s.stations[nth].words.some((line) => /^▸|◀ \d+ ▶/.test(line)));
    await page.keyboard.press("Backspace");
    await until(`${name} as before`, (s) => !s.stations[nth].words.some((line) => line.startsWith("▸")));
  }
  const answers = choices.split(",");
  for (let s = await look(); s.stage === "lobby"; s = await settled()) {
    if (!answers.length) throw new Error(`no answer to ${s.banner.join(" ")}: ${s.chosen.words.join(" | ")}`);
    await choose(answers.shift());
  }
}

/** Answer what is asked at the chosen station, or at another where that one is not asked: a bright card or pile, a choice with the keys, or a confirmation. */
async function answer(s) {
  const { name, useful } = s.chosen;
  const before = sight(s);
  const bright = page.locator("[data-card].bright, [data-place].bright");
  const stops = useful.includes("confirm") && lot(6) === 0; // now and then somebody has had enough
  if (stops) await key(name, "confirm").click();
  else if (s.bright) await bright.nth(lot(s.bright)).click({ timeout: 3000 });
  else if (useful.includes("next") || (!useful.length && !s.bright)) {
    const way = lot(2) ? "next" : "previous";
    for (let steps = 1 + lot(3); steps; steps--) {
      await key(name, way).click();
      await pause(150);
    }
    if ((await look()).banner.join() === s.banner.join()) await key(name, "confirm").click();
  } else await key(name, "confirm").click();
  return until("an answer", (one) => sight(one) !== before);
}

// --- what a person tries besides ------------------------------------------------------------------------------------

/** Hold a card to the reader that does not fit; where cards are taught, the panel asks what it is instead. */
async function misfit() {
  const dull = page.locator(".hand.active button.card:not(.bright)").first();
  if (!(await dull.count())) return false;
  await dull.click();
  const s = await until("a refusal", (one) => one.refusal || one.chosen.useful.length === 4);
  await picture("3-refusal");
  console.log("refused:", s.refusal || s.chosen.words.join(" | "));
  if (!s.refusal) await press("back", s.chosen.name);
  await until("the refusal goes", (one) => !one.refusal);
  return true;
}

/** Take the last answer back over the menu, with everybody's consent, and see that hands and story are as they were. */
async function undo(before) {
  const after = await settled();
  const { name } = after.chosen;
  for (let times = 1; times <= 4; times++) {
    await menu(name);
    if (times === 1) await picture("4-menu");
    let s = await press("confirm", name);
    for (let turns = 1; turns < 12 && s.stations.some((one) => one.useful.length === 4); turns++) {
      const open = s.stations.filter((one) => one.useful.length === 4);
      await picture(`5-undo-${times}-${turns}`);
      await key((open.find((one) => one.asked) ?? open[0]).name, "confirm").click();
      await pause(400);
      s = await settled();
    }
    const back = await settled();
    console.log("undo: told", before.told, "->", after.told, "->", back.told);
    if (back.told === before.told && JSON.stringify(back.hands) === JSON.stringify(before.hands)) return;
  }
  throw new Error("the table is not as it was");
}

// --- the match ------------------------------------------------------------------------------------------------------

async function match() {
  const began = Date.now();
  const did = { answers: 0, stumbles: 0, refused: false, undone: false };
  for (let s = await settled(); s.stage !== "over"; s = await settled()) {
    if (s.stage === "lobby") throw new Error("the result was put away unseen");
    if (did.answers > Number(STEPS)) throw new Error("the match does not end");
    const dealt = s.bright === 0 && !s.chosen.useful.length && !s.stations.some((one) => one.asked);
    if (dealt || (await page.evaluate(() => document.body.dataset.dealing === "true"))) {
      await pause(LOOK_MS);
      continue;
    }
    if (did.answers === 0) await picture("2-first-question");
    if (did.answers % 60 === 30) await picture(`6-after-${did.answers}`);
    if (s.bright && s.chosen.useful.includes("confirm") && !did.refused) did.refused = await misfit();
    try {
      await answer(s);
    } catch (error) {
      if (sight(await look()) !== sight(s)) continue; // somebody else was quicker
      did.stumbles += 1;
      console.log("stumbled:", error.message.split("\n")[0], JSON.stringify([s.banner, s.hint, s.chosen, s.bright]));
      await picture(`stumble-${did.stumbles}`);
      if (did.stumbles > 20) throw error;
    }
    did.answers += 1;
    if (s.hands.length && did.answers > 16 && !did.undone && !process.env.NO_UNDO) {
      did.undone = true;
      await undo(s);
    }
  }
  const end = await look();
  await picture("8-result");
  console.log("over:", end.chosen.words.join(" | "), JSON.stringify(did), `${Math.round((Date.now() - began) / 1000)} s`);
  if (did.stumbles) troubles.push(`${did.stumbles} clicks did nothing`);
}

try {
  await page.goto(address);
  await until("the page", (s) => s.stage && s.chosen.words.length > 1);
  await lobby();
  await match();
  const { chosen } = await look();
  await press("confirm", chosen.name);
  await until("back in the lobby", (s) => s.stage === "lobby");
  await picture("9-lobby-again");
} catch (error) {
  troubles.push(error.stack);
  await picture("trouble");
}
await context.close();
console.log(troubles.length ? troubles.join("\n") : "no trouble");
process.exit(troubles.length ? 1 : 0);
