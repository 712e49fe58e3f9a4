// What is shown, as a file: a table as CSV, a drawing as SVG. Nothing is asked of the service for it,
// and nothing is sent: the file is made of what is on the page.

import { SvgPaper } from "./svg_paper.ts";

const SVG = "http://www.w3.org/2000/svg";
// A cell that a spreadsheet would take for a formula.
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?[\d.,]+( ?%)?$/;

// Have the browser keep a file.
export function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}

// "Doxa Nora beliefs.csv": of what the page is about, and what of it.
export function fileName(what: string, ending: string): string {
  const about = document.querySelector("h1 bdi")?.textContent ?? document.title;
  const words = `Doxa ${about} ${what}`.replace(/[^\p{L}\p{N}.-]+/gu, " ").trim();
  return `${words.slice(0, 100)}.${ending}`;
}

// The rows of a table as they are shown. What has times is followed by a column with the same in UTC,
// an interval as "start/end" with nothing for an open end; a column of links alone is left out.
export function asCsv(table: HTMLTableElement): string {
  const [head, ...rows] = [...table.rows].map((row) => [...row.cells]);
  const columns = (head ?? []).flatMap((cell, index) => {
    if (cell.classList.contains("actions")) return [];
    const name = textOf(cell);
    const timed = rows.some((row) => timesOf(row[index]).length > 0);
    const shown = { name, of: (row: HTMLTableCellElement[]) => textOf(row[index]) };
    const exact = {
      name: `${name} (UTC)`,
      of: (row: HTMLTableCellElement[]) => instantsOf(row[index]),
    };
    return timed ? [shown, exact] : [shown];
  });
  const lines = [
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map(({ of }) => of(row))),
  ];
  // With the mark by which spreadsheets know UTF-8.
  return `\ufeff${lines.map((line) => line.map(cellOf).join(",")).join("\r\n")}\r\n`;
}

function textOf(cell: Element | undefined): string {
  return (cell?.textContent ?? "").replace(/\s+/g, " ").trim();
}

function timesOf(cell: Element | undefined): string[] {
  return [...(cell?.querySelectorAll("time") ?? [])].map(({ dateTime }) => dateTime);
}

function instantsOf(cell: Element | undefined): string {
  const times = timesOf(cell);
  const interval = cell?.querySelector(".interval") != null;
  return interval && times.length === 1 ? `${times[0]}/` : times.join("/");
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// What paints a canvas anew, on whatever paper.
type Painted = (paper: CanvasRenderingContext2D) => void;
const painters = new WeakMap<HTMLCanvasElement, Painted>();

export function paintsAgain(canvas: HTMLCanvasElement, paint: Painted): void {
  painters.set(canvas, paint);
}

// A part of the page that is a drawing: its canvases painted anew, its graphics copied with their
// looks, and the words that stand around them.
export function asSvg(drawing: HTMLElement): string {
  const frame = drawing.getBoundingClientRect();
  const image = document.createElementNS(SVG, "svg");
  const size = [Math.ceil(frame.width), Math.ceil(frame.height)] as const;
  image.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  image.setAttribute("width", String(size[0]));
  image.setAttribute("height", String(size[1]));
  image.append(ground(size, backgroundOf(drawing)));
  for (const canvas of drawing.querySelectorAll("canvas")) {
    const paint = painters.get(canvas);
    if (paint === undefined) continue;
    const paper = new SvgPaper(canvas.clientWidth, canvas.clientHeight);
    paint(paper as unknown as CanvasRenderingContext2D);
    image.append(at(paper.drawn, canvas, frame));
  }
  for (const graphic of drawing.querySelectorAll("svg")) {
    if (seen(graphic)) image.append(at(copied(graphic), graphic, frame));
  }
  for (const words of wordsIn(drawing)) image.append(written(words, frame));
  return new XMLSerializer().serializeToString(image);
}

function ground([width, height]: readonly [number, number], colour: string): Element {
  const whole = document.createElementNS(SVG, "rect");
  whole.setAttribute("width", String(width));
  whole.setAttribute("height", String(height));
  whole.setAttribute("fill", colour);
  return whole;
}

function backgroundOf(element: Element | null): string {
  if (element === null) return "white";
  const colour = getComputedStyle(element).backgroundColor;
  return /^rgba\(.*, 0\)$|^transparent$/.test(colour)
    ? backgroundOf(element.parentElement)
    : colour;
}

function at(drawn: Element, element: Element, frame: DOMRect): Element {
  const box = element.getBoundingClientRect();
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `translate(${box.left - frame.left} ${box.top - frame.top})`);
  group.append(drawn);
  return group;
}

const LOOKS = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-family",
  "font-weight", "text-anchor", "dominant-baseline", "paint-order", "stroke-linejoin",
] as const; // prettier-ignore

// What means something only in the page: its style sheet, its keys, and what it says of them.
const OF_THE_PAGE = /^(class|style|tabindex|role|aria-.+|data-.+)$/;

// A graphic of the page with its looks beside it, which are else in the page's style sheet.
function copied(graphic: SVGSVGElement): Element {
  const copy = graphic.cloneNode(true) as SVGSVGElement;
  const parts = [graphic, ...graphic.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((part, index) => {
    const style = getComputedStyle(parts[index] as Element);
    for (const look of LOOKS) part.setAttribute(look, style.getPropertyValue(look));
    for (const name of part.getAttributeNames()) {
      if (OF_THE_PAGE.test(name)) part.removeAttribute(name);
    }
  });
  const box = graphic.getBoundingClientRect();
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  return copy;
}

function seen(element: Element): boolean {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

// The words of the page within an element, without those of graphics, buttons and what is unseen.
function wordsIn(drawing: HTMLElement): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(drawing, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const words = walker.currentNode as Text;
    const inside = words.parentElement;
    const empty = words.data.trim() === "";
    if (!empty && inside?.closest("svg, button, .unseen, .drawing-tools") === null) {
      found.push(words);
    }
  }
  return found;
}

function written(words: Text, frame: DOMRect): Element {
  const range = document.createRange();
  range.selectNodeContents(words);
  const box = range.getBoundingClientRect();
  const style = getComputedStyle(words.parentElement as Element);
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("x", String(box.left - frame.left));
  text.setAttribute("y", String((box.top + box.bottom) / 2 - frame.top));
  text.setAttribute("dominant-baseline", "central");
  text.setAttribute("fill", style.color);
  text.setAttribute("font-size", style.fontSize);
  text.setAttribute("font-family", style.fontFamily);
  text.setAttribute("font-weight", style.fontWeight);
  text.textContent = shortened(words.data.trim(), box, words.parentElement as Element);
  return text;
}

// What of a line is seen: where its element cuts it off, it ends with an ellipsis.
function shortened(text: string, box: DOMRect, inside: Element): string {
  const room = inside.getBoundingClientRect().right - box.left;
  if (box.width <= room + 1) return text;
  const letters = [...text];
  return `${letters.slice(0, Math.max(0, Math.floor((letters.length * room) / box.width) - 1)).join("")}…`;
}
