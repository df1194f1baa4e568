// SPDX-License-Identifier: Apache-2.0
// Draws a tree of calls on a canvas: a flame graph, or upside down an icicle. What would be narrower than a pixel is
// skipped by binary search, so the cost of a picture depends on its size and not on that of the tree.

import { clipped, namespaceOf } from './text.js';

export const ROW = 20;
const NARROWEST = 1;
const LEAST_TEXT = 28;
const LEAST_MARK = 90;
const MOST_WIDTHS = 50000;
const MOST_DRAWN = 300;

export class Flame {
  /**
   * @param canvas where to draw; fills its parent element
   * @param look `text(node)`, `mark(node)`, `color(node)`, `ink(node)`: what a node looks like
   * @param events `selected(node)`, `zoomed()`, `hovered(node, x, y)`
   * @param skipped levels from the root that are not drawn
   */
  constructor(canvas, look, events, skipped = 0) {
    this.canvas = canvas;
    this.look = look;
    this.events = events;
    this.skipped = skipped;
    this.upwards = false;
    this.selected = 0;
    this.hovered = 0;
    this.from = 0;
    this.to = 1;
    this.scroll = 0;
    this.wide = 0;
    this.high = 0;
    this.tree = null;
    this.pending = false;
    this.widths = new Map();
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.release(event));
    canvas.addEventListener('pointercancel', () => (this.drag = null));
    canvas.addEventListener('pointerleave', () => this.hover(0, 0, 0));
    canvas.addEventListener('dblclick', (event) => this.tree && this.zoom(this.nodeAt(event.offsetX, event.offsetY)));
    canvas.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.redraw()).observe(canvas.parentElement);
  }

  show(tree) {
    this.tree = tree;
    this.selected = 0;
    this.hovered = 0;
    this.scroll = 0;
    this.from = 0;
    this.to = tree.width[0] || 1;
    this.redraw();
  }

  /** The frames that lead to the selection, and to what is zoomed to. */
  place() {
    const { tree } = this;
    const frames = (node) => tree.path(node).map((each) => tree.frame[each]);
    return tree && { selected: frames(this.selected), zoomed: this.isZoomed ? frames(this.covering()) : [] };
  }

  /** Goes to such a place in another tree, as far as it has it. */
  restore(place) {
    const zoomed = place ? this.tree.follow(place.zoomed) : 0;
    const selected = place ? this.tree.follow(place.selected) : 0;
    if (zoomed !== 0) {
      this.range(this.tree.start[zoomed], this.tree.width[zoomed]);
    }
    if (selected !== 0 && this.measure()) {
      this.select(selected);
    }
  }

  /** The innermost node that is as wide as what is in sight, or wider. */
  covering() {
    const { tree } = this;
    const within = (node) => tree.start[node] <= this.from && tree.start[node] + tree.width[node] >= this.to;
    let node = 0;
    for (let next = 0; next !== -1; ) {
      node = next;
      next = -1;
      for (let child = tree.firstChild[node]; child < tree.childEnd[node]; child++) {
        if (tree.width[child] > 0 && within(child)) {
          next = child;
        }
      }
    }
    return node;
  }

  redraw() {
    if (!this.pending) {
      this.pending = true;
      requestAnimationFrame(() => {
        this.pending = false;
        this.draw();
      });
    }
  }

  /** Takes the size of the parent; returns whether there is anything to draw on. */
  measure() {
    const { canvas } = this;
    const box = canvas.parentElement.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    this.wide = box.width;
    this.high = box.height;
    if (canvas.width !== Math.round(box.width * ratio) || canvas.height !== Math.round(box.height * ratio)) {
      canvas.width = Math.round(box.width * ratio);
      canvas.height = Math.round(box.height * ratio);
    }
    this.pen = canvas.getContext('2d');
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return this.wide > 0 && this.high > 0;
  }

  draw() {
    if (!this.measure()) {
      return;
    }
    const { pen, tree } = this;
    const style = getComputedStyle(this.canvas);
    if (this.family !== style.fontFamily) {
      this.family = style.fontFamily;
      this.widths.clear();
    }
    pen.clearRect(0, 0, this.wide, this.high);
    pen.textBaseline = 'middle';
    pen.direction = 'ltr';
    if (!tree || tree.width[0] === 0) {
      pen.fillStyle = style.color;
      pen.font = `14px ${this.family}`;
      pen.fillText('No samples here.', 12, 24);
      return;
    }
    pen.font = `12px ${this.family}`;
    this.accent = style.getPropertyValue('--accent');
    this.limitScroll();
    this.branch();
    for (const node of new Set([this.hovered, this.selected])) {
      if (node !== 0 && node < tree.size) {
        this.outline(node);
      }
    }
  }

  x(weight) {
    return ((weight - this.from) / (this.to - this.from)) * this.wide;
  }

  y(depth) {
    const row = (depth - this.skipped) * ROW - this.scroll;
    return this.upwards ? this.high - ROW - row : row;
  }

  /** Draws all that is in sight. */
  branch() {
    const { tree } = this;
    const nodes = [0];
    const least = (NARROWEST / this.wide) * (this.to - this.from);
    while (nodes.length > 0) {
      const node = nodes.pop();
      const row = (tree.depth[node] - this.skipped) * ROW - this.scroll;
      if (row > this.high) {
        continue;
      }
      if (row > -ROW && tree.depth[node] >= this.skipped) {
        this.box(node);
      }
      const end = tree.childEnd[node];
      let child = this.firstFrom(tree.firstChild[node], end, this.from);
      while (child < end && tree.start[child] < this.to) {
        const start = tree.start[child];
        if (tree.width[child] > 0) {
          nodes.push(child);
        }
        // Narrow siblings share a pixel: the first one stands for all that begin in it.
        child = tree.width[child] >= least ? child + 1 : Math.max(child + 1, this.firstFrom(child + 1, end, start + least));
      }
    }
  }

  /** The first of some siblings that ends behind a weight. */
  firstFrom(first, end, weight) {
    const { start, width } = this.tree;
    let low = first;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (start[middle] + width[middle] <= weight) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  box(node) {
    const { pen, tree, look } = this;
    const left = Math.max(this.x(tree.start[node]), 0);
    const right = Math.min(this.x(tree.start[node] + tree.width[node]), this.wide);
    const top = this.y(tree.depth[node]);
    const width = right - left;
    pen.fillStyle = look.color(node);
    pen.fillRect(left, top + 0.5, Math.max(width - (width > 3 ? 1 : 0), NARROWEST), ROW - 1);
    if (width < LEAST_TEXT) {
      return;
    }
    pen.fillStyle = look.ink(node);
    const mark = width >= LEAST_MARK ? look.mark(node) : '';
    const middle = top + ROW / 2 + 0.5;
    const room = width - (mark ? 24 : 8);
    pen.fillText(this.fitting(look.text(node), room), left + 4, middle, room);
    if (mark) {
      pen.globalAlpha = 0.6;
      pen.fillText(mark, right - 16, middle);
      pen.globalAlpha = 1;
    }
  }

  /** As much of a name as fits into a width: the namespace goes first, then its end. */
  fitting(name, width) {
    const whole = this.cut(name, width);
    const namespace = whole === name ? '' : namespaceOf(name);
    return namespace ? this.cut(name.slice(namespace.length), width) : whole;
  }

  /** As much of a text as fits into a width, by the mean width of its letters. */
  cut(text, width) {
    const some = clipped(text, MOST_DRAWN);
    const whole = this.measured(some);
    return whole <= width ? some : clipped(some, Math.max(1, Math.floor((some.length * width) / whole) - 1));
  }

  measured(text) {
    let width = this.widths.get(text);
    if (width === undefined) {
      if (this.widths.size > MOST_WIDTHS) {
        this.widths.clear();
      }
      width = this.pen.measureText(text).width;
      this.widths.set(text, width);
    }
    return width;
  }

  outline(node) {
    const { pen, tree } = this;
    const left = Math.max(this.x(tree.start[node]), 0);
    const right = Math.min(this.x(tree.start[node] + tree.width[node]), this.wide);
    pen.strokeStyle = this.accent;
    pen.lineWidth = node === this.selected ? 2.5 : 1.5;
    pen.strokeRect(left + 1, this.y(tree.depth[node]) + 1.5, Math.max(right - left - 3, 2), ROW - 3);
  }

  nodeAt(x, y) {
    if (!this.tree) {
      return 0;
    }
    const { tree } = this;
    const row = this.upwards ? this.high - y : y;
    const depth = Math.floor((row + this.scroll) / ROW) + this.skipped;
    const weight = this.from + (x / this.wide) * (this.to - this.from);
    let node = 0;
    while (tree.depth[node] < depth) {
      const child = this.firstFrom(tree.firstChild[node], tree.childEnd[node], weight);
      if (child >= tree.childEnd[node] || tree.start[child] > weight) {
        return 0;
      }
      node = child;
    }
    return node;
  }

  /** Makes a node as wide as the picture. */
  zoom(node) {
    if (this.tree.width[node] > 0) {
      this.from = this.tree.start[node];
      this.to = this.from + this.tree.width[node];
    }
    this.reveal(node);
    this.events.zoomed();
    this.redraw();
  }

  get isZoomed() {
    return this.tree !== null && this.to - this.from < this.tree.width[0] * 0.9999;
  }

  select(node) {
    const { tree } = this;
    this.selected = node;
    const end = tree.start[node] + tree.width[node];
    if (node !== 0 && (end <= this.from || tree.start[node] >= this.to)) {
      const half = (this.to - this.from) / 2;
      this.range(tree.start[node] + tree.width[node] / 2 - half, 2 * half);
    }
    this.reveal(node);
    this.events.selected(node);
    this.redraw();
  }

  reveal(node) {
    const top = (this.tree.depth[node] - this.skipped) * ROW;
    this.scroll = Math.min(Math.max(this.scroll, top + 2 * ROW - this.high), Math.max(0, top));
    this.limitScroll();
  }

  limitScroll() {
    const most = Math.max(0, (this.tree.levels - this.skipped) * ROW - this.high);
    this.scroll = Math.min(Math.max(this.scroll, 0), most);
  }

  range(from, length) {
    const whole = this.tree.width[0];
    const size = Math.min(Math.max(length, whole / 1e7), whole);
    this.from = Math.min(Math.max(from, 0), whole - size);
    this.to = this.from + size;
    this.redraw();
  }

  magnify(factor, x) {
    const at = this.from + (x / this.wide) * (this.to - this.from);
    const size = (this.to - this.from) * factor;
    this.range(at - (x / this.wide) * size, size);
    this.events.zoomed();
  }

  wheel(event) {
    event.preventDefault();
    if (!this.tree) {
      return;
    }
    const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? ROW : 1;
    const [across, along] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    if (event.ctrlKey || event.metaKey) {
      this.magnify(Math.exp((along * step) / 200), event.offsetX);
    } else {
      this.pan(across * step, along * step);
      this.events.zoomed();
    }
  }

  /** Moves the picture by pixels. */
  pan(across, along) {
    this.scroll += this.upwards ? -along : along;
    this.limitScroll();
    this.range(this.from + (across / this.wide) * (this.to - this.from), this.to - this.from);
  }

  press(event) {
    if (event.button === 0) {
      this.canvas.setPointerCapture(event.pointerId);
      this.drag = { x: event.offsetX, y: event.offsetY, moved: false };
    }
  }

  move(event) {
    const { drag } = this;
    if (!drag) {
      this.hover(this.nodeAt(event.offsetX, event.offsetY), event.clientX, event.clientY);
      return;
    }
    const dx = event.offsetX - drag.x;
    const dy = event.offsetY - drag.y;
    if (this.tree && (drag.moved || Math.abs(dx) + Math.abs(dy) > 4)) {
      this.hover(0, 0, 0);
      this.pan(-dx, -dy);
      this.drag = { x: event.offsetX, y: event.offsetY, moved: true };
    }
  }

  release(event) {
    const { drag } = this;
    this.drag = null;
    if (drag?.moved) {
      this.events.zoomed();
    } else if (drag && this.tree) {
      this.select(this.nodeAt(event.offsetX, event.offsetY));
    }
  }

  hover(node, x, y) {
    if (node !== this.hovered) {
      this.hovered = node;
      this.redraw();
    }
    this.events.hovered(node, x, y);
  }

  /** Arrows go to the caller, the heaviest callee and the siblings; Enter zooms. */
  key(event) {
    const step = this.tree && !event.ctrlKey && !event.metaKey && !event.altKey && this.steps()[event.key];
    if (step) {
      event.preventDefault();
      this.hover(0, 0, 0);
      step(this.selected);
    }
  }

  steps() {
    const { tree } = this;
    const up = (node) => this.select(tree.parent[node]);
    const down = (node) => this.select(heaviestChild(tree, node));
    const beside = (by) => (node) => {
      let next = node + by;
      while (next > 0 && next < tree.size && tree.parent[next] === tree.parent[node] && tree.width[next] === 0) {
        next += by;
      }
      if (node !== 0 && next > 0 && next < tree.size && tree.parent[next] === tree.parent[node]) {
        this.select(next);
      }
    };
    return {
      ArrowUp: this.upwards ? down : up,
      ArrowDown: this.upwards ? up : down,
      ArrowLeft: beside(-1),
      ArrowRight: beside(1),
      Home: () => this.select(0),
      Enter: (node) => this.zoom(node),
      Escape: () => this.zoom(0),
      '+': () => this.magnify(0.7, this.wide / 2),
      '=': () => this.magnify(0.7, this.wide / 2),
      '-': () => this.magnify(1 / 0.7, this.wide / 2),
    };
  }
}

function heaviestChild(tree, node) {
  let heaviest = node;
  let most = 0;
  for (let child = tree.firstChild[node]; child < tree.childEnd[node]; child++) {
    if (tree.width[child] > most) {
      most = tree.width[child];
      heaviest = child;
    }
  }
  return heaviest;
}
