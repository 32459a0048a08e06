// Play a whole match on a running bench through a real browser: clicks only, a refusal, a menu, an undo, pictures.
//
// Not part of the suite; by hand, where Chromium, Node and the npm package playwright-core are there:
//   pitboard play --simulate --no-browser &
//   node tests/table/web/browser.mjs http://127.0.0.1:8765/ a-folder-for-pictures ["Name of the game"] [chromium]
// It knows no game: it clicks what is bright, else it chooses and confirms. Ends with 1 when something does not work.
import { createRequire } from "node:module";
import { join } from "node:path";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";

const [address, folder, game = "", browser = "/usr/bin/chromium"] = process.argv.slice(2);
const { chromium } = createRequire(join(process.cwd(), "x.js"))("playwright-core");
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 400, height: 850 };
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const LONGEST_MS = 600_000;

mkdirSync(folder, { recursive: true });
const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "bench-")),
  { executablePath: browser, headless: true, viewport: WIDE, args: FLAGS });
const page = context.pages()[0] ?? (await context.newPage());
const troubles = [];
page.on("pageerror", (error) => troubles.push(error.message));
page.on("console", (line) => line.type() === "error" && !line.text().includes("400") && troubles.push(line.text()));

const now = () => page.evaluate(async () => (await fetch("/snapshot")).json());
const pause = (ms) => page.waitForTimeout(ms);
const stand = (s) => JSON.stringify([s.lobby, s.over, s.asked, s.told.length, s.words]);

async function until(what, good, ms = 30_000) {
  const began = Date.now();
  for (;;) {
    const s = await now();
    if (good(s)) return s;
    if (Date.now() - began > ms) throw new Error(`${what}: waited in vain; ${JSON.stringify(s.words)}`);
    await pause(60);
  }
}

async function picture(name, narrow = true) {
  await pause(250);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  if (!narrow) return;
  await page.setViewportSize(NARROW);
  await pause(250);
  await page.screenshot({ path: join(folder, `${name}-narrow.png`) });
  await page.setViewportSize(WIDE);
  await pause(150);
}

async function press(key, times = 1) {
  for (let n = 0; n < times; n++) {
    const before = stand(await now());
    await page.click(`[data-key="${key}"]`);
    await until(`key ${key}`, (s) => stand(s) !== before, 5000);
  }
}

async function menu() {
  const button = await (await page.$('[data-key="back"]')).boundingBox();
  await page.mouse.move(button.x + 9, button.y + 9);
  await page.mouse.down();
  await pause(700);
  await page.mouse.up();
  await until("menu", (s) => s.aside);
}

const hands = (s) => JSON.stringify(s.places.filter((place) => place.face === "hand")
  .map((place) => place.cards.map((card) => card.id)));

async function lobby() {
  await picture("1-lobby");
  for (let s = await now(); s.lobby; s = await now()) {
    await press("next");
    const wanted = s.words.includes(game) ? game : "";
    while (wanted && !(await now()).words.includes(`▸ ${game}`)) await press("next");
    await press("confirm");
  }
}

/** Answer what is asked now: a bright card, a bright pile, or the keys. */
async function answer(s) {
  const bright = page.locator("#tray .bright, .hand.active .bright, #piles .bright, #course .bright, #board .bright").first();
  const asked = s.asked[0];
  if (asked.hidden) await page.click('[data-key="confirm"]');
  else if (await bright.count()) await bright.click();
  else if (asked.kind === "choose" || (asked.kind === "scan" && !asked.optional)) {
    await press("next");
    await page.click('[data-key="confirm"]');
  } else await page.click('[data-key="confirm"]');
}

async function refusal() {
  const dull = page.locator(".hand.active button.card:not(.bright)").first();
  if (!(await dull.count())) return false;
  await dull.click();
  const s = await until("refusal", (one) => one.notice);
  await picture("4-refusal");
  console.log("refused:", s.notice, s.notice_rules.join(" "));
  await until("the notice goes", (one) => !one.notice);
  return true;
}

/** Take back until everything is as it was: what the simulated hands dealt since comes first. */
async function undo(before) {
  const after = await now();
  for (let times = 1; times <= 4; times++) {
    await menu();
    await picture("5-menu");
    await press("confirm");
    for (let s = await now(); s.aside; s = await now()) {
      console.log("undo:", s.words.join(" | "));
      await picture(s.words.length > 4 ? "6-hands" : "6-consent");
      await press("confirm");
    }
    const back = await now();
    console.log("told", before.told.length, "->", after.told.length, "->", back.told.length);
    if (hands(back) === hands(before) && back.told.length === before.told.length) return picture("7-undone");
  }
  throw new Error("the table is not as it was");
}

async function match() {
  const began = Date.now();
  const did = { answers: 0, refused: false, undone: false, pictured: false, slowest: 0 };
  for (let s = await now(); !s.over; s = await now()) {
    if (Date.now() - began > LONGEST_MS) throw new Error("the match does not end");
    const asked = s.asked[0];
    if (!asked || s.dealing) {
      await pause(60);
      continue;
    }
    await page.waitForFunction((version) => Number(document.body.dataset.version) >= version, s.version);
    if (did.answers === 0) await picture("2-first-question");
    const inHand = asked.seat !== null && s.places.some((place) => place.seat === asked.seat && place.count);
    if (inHand && asked.kind === "scan" && did.answers > 24 && !did.pictured) {
      did.pictured = true;
      await picture("3-mid-race");
    }
    if (inHand && asked.optional && !did.refused) did.refused = await refusal();
    const before = await now();
    const clicked = Date.now();
    await answer(before);
    await until("an answer", (one) => stand(one) !== stand(before), 8000);
    did.slowest = Math.max(did.slowest, Date.now() - clicked);
    did.answers += 1;
    if (inHand && did.answers > 16 && !did.undone && !(await now()).over) {
      did.undone = true;
      await until("the answer's words", (one) => one.told.length > before.told.length);
      await undo(before);
    }
  }
  await picture("8-result");
  console.log("over:", (await now()).words.join(" | "), JSON.stringify(did), `${(Date.now() - began) / 1000} s`);
}

try {
  await page.goto(address);
  await until("the page", (s) => s.words.length);
  await lobby();
  await match();
  await press("confirm");
  await until("back in the lobby", (s) => s.lobby);
  await picture("9-lobby-again", false);
} catch (error) {
  troubles.push(error.stack);
  await page.screenshot({ path: join(folder, "trouble.png") });
}
await context.close();
console.log(troubles.length ? troubles.join("\n") : "no trouble");
process.exit(troubles.length ? 1 : 0);
