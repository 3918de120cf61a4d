// A rule of the house says at once what it comes to, that it was changed, and may be put back; nothing is asked for it.
import { SWAPPED } from "./partial_pages.js";

export function watchHouse() {
  document.addEventListener("input", (event) => {
    const rule = event.target.closest("[data-house] [data-rule]");
    if (rule) refresh(rule);
    if (event.target.matches("[data-house-search] input")) open(event.target.value.trim());
  });
  document.addEventListener("click", (event) => {
    const back = event.target.closest("[data-house] [data-back] button");
    if (!back) return;
    event.preventDefault();
    putBack(back.closest("[data-rule]"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-house] input")) return;
    event.preventDefault(); // the form is kept by its button alone
    event.target.blur();
  });
  document.addEventListener(SWAPPED, begin);
  begin();
}

/** The search needs scripts; what cannot be kept is what somebody wants to see. */
function begin() {
  const search = document.querySelector("[data-house-search]");
  if (search) search.hidden = false;
  if (search) document.querySelector("[data-faulty]")?.scrollIntoView({ block: "nearest" });
}

/** Sections are open where something was found. */
function open(sought) {
  if (!sought) return;
  for (const section of document.querySelectorAll("[data-section]")) section.open = !section.hidden;
}

function inputs(rule) {
  return [...rule.querySelectorAll("[name^='rule.']")];
}

function differs(input) {
  return input.type === "checkbox" ? input.checked !== (input.dataset.preset === "1") : input.value.trim() !== input.dataset.preset;
}

function putBack(rule) {
  for (const input of inputs(rule)) {
    if (input.type === "checkbox") input.checked = input.dataset.preset === "1";
    else input.value = input.dataset.preset;
  }
  refresh(rule);
  inputs(rule)[0].focus();
}

function refresh(rule) {
  const isChanged = inputs(rule).some(differs);
  rule.classList.toggle("is-changed", isChanged);
  for (const part of rule.querySelectorAll("[data-mark], [data-back]")) part.hidden = !isChanged;
  const says = rule.querySelector("[data-says-now]");
  if (says) says.textContent = sentence(rule) ?? says.textContent;
  count(rule.closest("[data-section]"));
}

/** How many rules of a section, and of all, are not as in the preset. */
function count(section) {
  const mark = section.querySelector("[data-section-mark]");
  mark.textContent = section.querySelectorAll("[data-rule].is-changed").length;
  mark.hidden = mark.textContent === "0";
  const total = document.querySelector("[data-total]");
  const changed = document.querySelectorAll("[data-rule].is-changed").length;
  const { none, one, many } = total.dataset;
  total.textContent = changed === 0 ? none : changed === 1 ? one : many.replace("#", changed);
}

/** What a rule says with what stands in its fields; null where that says nothing. As `engine.rule_and_tile_words.rule_statement`. */
function sentence(rule) {
  const statements = JSON.parse(rule.dataset.says);
  const value = told(rule);
  if (value === null) return null;
  const variant = value.raw === "" ? "none" : value.raw.toLowerCase();
  return filled(statements[variant] ?? statements.any ?? "", value.shown);
}

const WHOLE = /^\d+$/;

function told(rule) {
  const said = inputs(rule).map((input) => (input.type === "checkbox" && !input.checked ? "" : input.value.trim()));
  const words = JSON.parse(rule.closest("[data-house]").dataset.words);
  switch (rule.dataset.rule) {
    case "choice":
      return { raw: said[0], shown: said[0] };
    case "number":
    case "limit":
      if (!WHOLE.test(said[0]) && (said[0] || rule.dataset.rule === "number")) return null;
      return { raw: said[0] && String(Number(said[0])), shown: said[0] && String(Number(said[0])) };
    case "by_players":
      return listed(pairs(inputs(rule).map((input) => byPlayers(input, words)), words.each), "; ");
    case "by_points":
      return listed(pairs(lines(said), words.from), "; ");
    default:
      return rule.id === "tile_values" ? ranges(said, words) : joined(inputs(rule), said, words);
  }
}

/** For how many players a value is, and the value; the piles of a stock in words, `7+5x11` as one of 7 and five of 11. */
function byPlayers({ name, value }, words) {
  const [, key, players] = name.split(".");
  const said = value.trim();
  if (key !== "stock_piles" || !/^(\d+x)?\d+(\+(\d+x)?\d+)*$/.test(said)) return [players, said];
  const piles = said.split("+").map((part) => {
    const [size, count] = part.split("x").reverse();
    return (count ? words.piles : words.pile).replace("{count}", count).replace("{size}", size);
  });
  return [players, piles.length < 2 ? piles[0] : `${piles.slice(0, -1).join(", ")}${words.and}${piles.at(-1)}`];
}

function listed(parts, between) {
  return { raw: parts.length ? "any" : "", shown: parts.join(between) };
}

function lines(said) {
  const found = [];
  for (let at = 0; at < said.length; at += 2) found.push([said[at], said[at + 1]]);
  return found.filter(([points]) => WHOLE.test(points)).sort((one, other) => one[0] - other[0]);
}

function pairs(found, template) {
  const whole = found.filter(([, value]) => value);
  return whole.map(([first, value]) => template.replace(/\{(players|points)\}/, first).replace("{value}", value));
}

/** What tiles are worth, those that follow one another and are worth the same together. */
function ranges(values, words) {
  if (!values.every((value) => WHOLE.test(value))) return null;
  const isNumber = values.every((value, at) => Number(value) === at + 1);
  const ends = values.flatMap((value, at) => (Number(value) === Number(values[at + 1]) ? [] : [at]));
  const parts = ends.map((last, at) => {
    const first = at ? ends[at - 1] + 1 : 0;
    const said = first < last ? words.numbers : words["one number"];
    return said.replace("{first}", first + 1).replace("{last}", last + 1).replace("{value}", Number(values[last]));
  });
  return { raw: isNumber ? "numbers" : "any", shown: parts.join("; ") };
}

/** A list as somebody says it: «a, b y c». */
function joined(fields, said, words) {
  const names = fields.flatMap((field, at) => (said[at] ? [field.dataset.word ?? field.selectedOptions?.[0].text ?? said[at]] : []));
  const parts = fields[0].localName === "select" ? [...new Set(names)] : names;
  const isChoice = words.either.split(" ").includes(fields[0].name.split(".")[1]);
  const link = isChoice ? words.or : parts.at(-1)?.startsWith("i") ? words["and before i"] : words.and;
  const shown = parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}${link}${parts.at(-1)}`;
  return { raw: parts.length ? "any" : "", shown };
}

function filled(template, value) {
  const put = template.replaceAll("{value}", value);
  return put.replace(/\{value:([^|}]*)\|([^}]*)\}/g, (_, one, many) => (Number(value) === 1 ? one : many));
}
