// The corners of the zones are dragged over the picture, or moved with the arrow keys.
import { SWAPPED } from "./partial_pages.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP_SHARE = 0.01;
const FINGER_PX = 22;

export function watchZones() {
  fit();
  document.addEventListener(SWAPPED, fit);
  addEventListener("resize", fit);
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.(".zone-corner")) return;
    const corner = nearest(event);
    corner.setPointerCapture(event.pointerId);
    event.preventDefault();
    corner.focus();
  });
  document.addEventListener("pointermove", (event) => {
    const corner = event.target.closest?.(".zone-corner");
    if (corner?.hasPointerCapture(event.pointerId)) place(corner, under(corner.ownerSVGElement, event));
  });
  document.addEventListener("keydown", (event) => {
    const step = event.target.matches?.(".zone-corner") && STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const { width, height } = size(event.target);
    const [x, y] = spot(event.target);
    place(event.target, [x + step[0] * STEP_SHARE * width, y + step[1] * STEP_SHARE * height]);
  });
}

/** A corner is as wide as a finger on any screen, and its dot in the middle of it. */
function fit() {
  for (const corner of document.querySelectorAll(".zone-corner")) {
    corner.setAttribute("r", FINGER_PX / corner.ownerSVGElement.getScreenCTM().a);
  }
}

/** Of corners that lie close together, the one that the pointer is nearest to. */
function nearest({ clientX, clientY }) {
  const away = (corner) => {
    const { x, y, width, height } = corner.getBoundingClientRect();
    return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
  };
  return [...document.querySelectorAll(".zone-corner")].reduce((best, one) => (away(one) < away(best) ? one : best));
}

function size(corner) {
  const { width, height } = corner.closest("[data-zones]").dataset;
  return { width: Number(width), height: Number(height) };
}

function spot(corner) {
  return [Number(corner.getAttribute("cx")), Number(corner.getAttribute("cy"))];
}

/** Where the pointer is, in the units of the drawing. */
function under(drawing, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return [point.x, point.y];
}

function place(corner, [x, y]) {
  const { width, height } = size(corner);
  corner.setAttribute("cx", Math.min(Math.max(x, 0), width));
  corner.setAttribute("cy", Math.min(Math.max(y, 0), height));
  const zone = corner.closest("[data-zone]");
  const corners = [...zone.querySelectorAll(".zone-corner")].map(spot);
  zone.querySelector("polygon").setAttribute("points", corners.map((one) => one.join(",")).join(" "));
  const words = zone.querySelector("text");
  words.setAttribute("x", corners.reduce((sum, one) => sum + one[0], 0) / corners.length);
  words.setAttribute("y", corners.reduce((sum, one) => sum + one[1], 0) / corners.length);
  const written = corners.map((one) => `${(100 * one[0] / width).toFixed(1)},${(100 * one[1] / height).toFixed(1)}`);
  corner.closest("form").elements[zone.dataset.zone].value = written.join(" ");
}
