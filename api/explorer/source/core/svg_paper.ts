// A paper that is painted on as on a canvas, and becomes SVG: of a canvas's methods those that the
// drawings of this page use.

const SVG = "http://www.w3.org/2000/svg";

type Paint = string | SvgPaint;

// A gradient or a pattern that has been defined in the drawing.
class SvgPaint {
  readonly id: string;
  readonly element: Element;

  constructor(id: string, element: Element) {
    this.id = id;
    this.element = element;
    element.setAttribute("id", id);
  }

  addColorStop(offset: number, colour: string): void {
    const stop = made("stop", { offset });
    stop.setAttribute("stop-color", colour);
    this.element.append(stop);
  }

  toString(): string {
    return `url(#${this.id})`;
  }
}

let papers = 0;

export class SvgPaper {
  readonly drawn: SVGSVGElement;
  font = "12px sans-serif";
  textBaseline = "alphabetic";
  fillStyle: Paint = "black";
  strokeStyle: Paint = "black";
  lineWidth = 1;
  globalAlpha = 1;
  private readonly definitions = document.createElementNS(SVG, "defs");
  private readonly measuring = document.createElement("canvas").getContext("2d");
  private readonly number = (papers += 1);
  private dash: number[] = [];
  private path: string[] = [];
  private defined = 0;

  constructor(width: number, height: number) {
    this.drawn = document.createElementNS(SVG, "svg");
    this.drawn.setAttribute("width", String(width));
    this.drawn.setAttribute("height", String(height));
    this.drawn.append(this.definitions);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.add("rect", { x, y, width, height, fill: this.fillStyle });
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.add("rect", { x, y, width, height, fill: "none", ...this.line() });
  }

  beginPath(): void {
    this.path = [];
  }

  moveTo(x: number, y: number): void {
    this.path.push(`M${x} ${y}`);
  }

  lineTo(x: number, y: number): void {
    this.path.push(`L${x} ${y}`);
  }

  stroke(): void {
    this.add("path", { d: this.path.join(""), fill: "none", ...this.line() });
  }

  fill(): void {
    this.add("path", { d: this.path.join(""), fill: this.fillStyle });
  }

  setLineDash(dash: number[]): void {
    this.dash = dash;
  }

  getLineDash(): number[] {
    return this.dash;
  }

  measureText(text: string): { width: number } {
    if (this.measuring === null) return { width: text.length * 7 };
    this.measuring.font = this.font;
    return this.measuring.measureText(text);
  }

  fillText(text: string, x: number, y: number): void {
    const baseline = { middle: "central", top: "text-before-edge" }[this.textBaseline] ?? "auto";
    const [size = "12px", ...family] = this.font.split(" ");
    const look = { "font-size": size, "font-family": family.join(" ") };
    const element = this.add("text", {
      x,
      y,
      fill: this.fillStyle,
      "dominant-baseline": baseline,
      ...look,
    });
    element.textContent = text;
  }

  createLinearGradient(x1: number, y1: number, x2: number, y2: number): SvgPaint {
    const attributes = { x1, y1, x2, y2, gradientUnits: "userSpaceOnUse" };
    return this.define(made("linearGradient", attributes));
  }

  createPattern(tile: HTMLCanvasElement, _repeat: string): SvgPaint {
    const { width, height } = tile;
    const pattern = made("pattern", { width, height, patternUnits: "userSpaceOnUse" });
    pattern.append(made("image", { width, height, href: tile.toDataURL() }));
    return this.define(pattern);
  }

  private define(element: Element): SvgPaint {
    this.definitions.append(element);
    this.defined += 1;
    return new SvgPaint(`paint-${this.number}-${this.defined}`, element);
  }

  private line(): Record<string, Paint | number> {
    return {
      stroke: this.strokeStyle,
      "stroke-width": this.lineWidth,
      "stroke-dasharray": this.dash.join(" ") || "none",
    };
  }

  private add(name: string, attributes: Record<string, Paint | number>): Element {
    const element = made(name, attributes);
    if (this.globalAlpha !== 1) element.setAttribute("opacity", String(this.globalAlpha));
    this.drawn.append(element);
    return element;
  }
}

function made(name: string, attributes: Record<string, Paint | number>): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
