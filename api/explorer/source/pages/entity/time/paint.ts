// What all drawings on a canvas share: colours of the page, patterns, text that fits.

export const COLOURS = [
  "ground",
  "sheet",
  "raised",
  "line",
  "edge",
  "text",
  "quiet",
  "link",
  "good",
  "warn",
  "bad",
  "good-ground",
  "warn-ground",
  "bad-ground",
  "info-ground",
  "value-0",
  "value-1",
  "value-2",
  "value-3",
  "value-4",
  "value-5",
] as const;
export type Colour = (typeof COLOURS)[number];

export interface Look {
  colours: Readonly<Record<Colour, string>>;
  font: string;
}

export const TEXT_PX = 12;

// The colours and the font that an element has now: a canvas knows no custom properties.
export function lookOf(element: HTMLElement): Look {
  const probe = document.createElement("span");
  element.append(probe);
  const found = COLOURS.map((name): [Colour, string] => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  const font = `${TEXT_PX}px ${getComputedStyle(element).fontFamily}`;
  probe.remove();
  return { colours: Object.fromEntries(found) as Record<Colour, string>, font };
}

const PATTERN_PX = 6;

// Slanted lines on a ground.
export function hatched(
  paper: CanvasRenderingContext2D,
  ground: string,
  lines: string,
): CanvasPattern | string {
  const tile = document.createElement("canvas");
  tile.width = PATTERN_PX;
  tile.height = PATTERN_PX;
  const pen = tile.getContext("2d");
  if (pen === null) return ground;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, PATTERN_PX, PATTERN_PX);
  pen.strokeStyle = lines;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const shift of [-PATTERN_PX, 0, PATTERN_PX]) {
    pen.moveTo(shift, PATTERN_PX);
    pen.lineTo(shift + PATTERN_PX, 0);
  }
  pen.stroke();
  return paper.createPattern(tile, "repeat") ?? ground;
}

// A colour that is given as rgb(), as transparent as wanted.
export function faded(colour: string, alpha: number): string {
  const numbers = /^rgba?\(([^)]*)\)$/
    .exec(colour)?.[1]
    ?.split(/[ ,/]+/)
    .slice(0, 3);
  return numbers === undefined ? colour : `rgba(${numbers.join(", ")}, ${alpha})`;
}

// So much of a colour, the rest of it another; both are given as rgb().
export function mixed(colour: string, ground: string, share: number): string {
  const [one, other] = [colour, ground].map((text) => text.match(/[\d.]+/g)?.map(Number) ?? []);
  const parts = [0, 1, 2].map((index) =>
    Math.round((one?.[index] ?? 0) * share + (other?.[index] ?? 0) * (1 - share)),
  );
  return `rgb(${parts.join(", ")})`;
}

const LONGEST = 200;
const LEAST_PX = 14;
// Marks that change the direction of what follows them, and what is no character of a line.
const UNRULY = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

// As much of a text as has room on a line; nothing, if not even a few letters have. It is kept from
// changing the direction of what stands beside it.
export function fitting(paper: CanvasRenderingContext2D, text: string, room: number): string {
  if (room < LEAST_PX) return "";
  const letters = [...text.slice(0, LONGEST).replace(UNRULY, " ")];
  const cut = text.length > LONGEST;
  if (!cut && paper.measureText(letters.join("")).width <= room) return isolated(letters.join(""));
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const width = paper.measureText(`${letters.slice(0, middle).join("")}…`).width;
    if (width <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : isolated(`${letters.slice(0, low).join("")}…`);
}

function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

// Which of the six colours of values one has.
export function hue(value: string): Colour {
  let sum = 0;
  for (let index = 0; index < value.length && index < LONGEST; index += 1) {
    sum = (sum * 31 + value.charCodeAt(index)) >>> 0;
  }
  return `value-${sum % 6}` as Colour;
}
