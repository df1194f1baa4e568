// SPDX-License-Identifier: Apache-2.0
// Draws a tree of calls on a canvas: a flame graph, or upside down an icicle. What would be narrower than half a pixel is
// skipped by binary search, so the cost of a picture depends on its size and not on that of the tree.

export const ROW = 20;
const NARROWEST = 0.5;
const LEAST_TEXT = 28;
const MOST_WIDTHS = 50000;

export class Flame {
  /**
   * @param canvas where to draw; fills its parent element
   * @param look `text(node)`, `color(node)`, `ink(node)`, `faded(node)`: what a node looks like
   * @param events `selected(node)`, `zoomed(node)`, `hovered(node, x, y)`
   */
  constructor(canvas, look, events) {
    this.canvas = canvas;
    this.look = look;
    this.events = events;
    this.upwards = false;
    this.selected = 0;
    this.from = 0;
    this.to = 1;
    this.scroll = 0;
    this.tree = null;
    this.pending = false;
    this.widths = new Map();
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.release(event));
    canvas.addEventListener('pointerleave', () => events.hovered(0, 0, 0));
    canvas.addEventListener('dblclick', (event) => this.zoom(this.nodeAt(event.offsetX, event.offsetY)));
    canvas.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.redraw()).observe(canvas.parentElement);
  }

  show(tree) {
    this.tree = tree;
    this.selected = 0;
    this.scroll = 0;
    this.from = 0;
    this.to = tree.width[0] || 1;
    this.redraw();
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

  draw() {
    const { canvas, tree } = this;
    const box = canvas.parentElement.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    this.wide = box.width;
    this.high = box.height;
    if (canvas.width !== Math.round(box.width * ratio) || canvas.height !== Math.round(box.height * ratio)) {
      canvas.width = Math.round(box.width * ratio);
      canvas.height = Math.round(box.height * ratio);
    }
    const style = getComputedStyle(canvas);
    const pen = canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, box.width, box.height);
    if (!tree || tree.width[0] === 0) {
      pen.fillStyle = style.color;
      pen.font = `14px ${style.fontFamily}`;
      pen.fillText('No samples here.', 12, 24);
      return;
    }
    pen.font = `12px ${style.fontFamily}`;
    pen.textBaseline = 'middle';
    this.pen = pen;
    this.gap = style.getPropertyValue('--page') || '#fff';
    this.accent = style.getPropertyValue('--accent') || '#06c';
    this.limitScroll();
    this.branch(0);
    if (this.selected !== 0) {
      this.outline(this.selected);
    }
  }

  x(weight) {
    return ((weight - this.from) / (this.to - this.from)) * this.wide;
  }

  y(depth) {
    const row = depth * ROW - this.scroll;
    return this.upwards ? this.high - ROW - row : row;
  }

  /** Draws a node and what it calls. */
  branch(root) {
    const { tree } = this;
    const nodes = [root];
    const least = (NARROWEST / this.wide) * (this.to - this.from);
    while (nodes.length > 0) {
      const node = nodes.pop();
      const depth = tree.depth[node];
      const row = depth * ROW - this.scroll;
      if (row > this.high) {
        continue;
      }
      if (row > -ROW) {
        this.box(node);
      }
      const end = tree.childEnd[node];
      let child = this.firstFrom(tree.firstChild[node], end, this.from);
      while (child < end && tree.start[child] < this.to) {
        if (tree.width[child] >= least) {
          nodes.push(child++);
        } else {
          // Many narrow siblings share a pixel.
          child = Math.max(child + 1, this.firstFrom(child + 1, end, tree.start[child] + least));
        }
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
    pen.globalAlpha = look.faded(node) ? 0.3 : 1;
    pen.fillStyle = look.color(node);
    pen.fillRect(left, top + 0.5, Math.max(width - 0.7, 0.3), ROW - 1);
    if (width >= LEAST_TEXT) {
      pen.fillStyle = look.ink(node);
      pen.fillText(this.fitting(look.text(node), width - 8), left + 4, top + ROW / 2 + 0.5);
    }
    pen.globalAlpha = 1;
  }

  /** As much of a text as fits into a width. */
  fitting(text, width) {
    const whole = this.measured(text);
    if (whole <= width) {
      return text;
    }
    let letters = Math.floor((text.length * width) / whole);
    while (letters > 1 && this.measured(text.slice(0, letters) + '…') > width) {
      letters--;
    }
    return text.slice(0, letters) + '…';
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
    pen.lineWidth = 2;
    pen.strokeRect(left + 1, this.y(tree.depth[node]) + 1, Math.max(right - left - 2, 2), ROW - 2);
  }

  nodeAt(x, y) {
    if (!this.tree) {
      return 0;
    }
    const { tree } = this;
    const row = this.upwards ? this.high - y : y;
    const depth = Math.floor((row + this.scroll) / ROW);
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
    this.from = this.tree.start[node];
    this.to = this.from + this.tree.width[node];
    this.reveal(node);
    this.events.zoomed(node);
    this.redraw();
  }

  select(node) {
    this.selected = node;
    const { tree } = this;
    const end = tree.start[node] + tree.width[node];
    if (end <= this.from || tree.start[node] >= this.to) {
      const half = (this.to - this.from) / 2;
      this.range(tree.start[node] + tree.width[node] / 2 - half, 2 * half);
    }
    this.reveal(node);
    this.events.selected(node);
    this.redraw();
  }

  reveal(node) {
    const top = this.tree.depth[node] * ROW;
    this.scroll = Math.min(Math.max(this.scroll, top + 2 * ROW - this.high), top);
    this.limitScroll();
  }

  limitScroll() {
    const most = Math.max(0, this.tree.levels * ROW - (this.high || 0));
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
  }

  wheel(event) {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      this.magnify(Math.exp(event.deltaY / 200), event.offsetX);
    } else {
      this.scroll += this.upwards ? -event.deltaY : event.deltaY;
      if (this.tree) {
        this.limitScroll();
        this.range(this.from + (event.deltaX / this.wide) * (this.to - this.from), this.to - this.from);
      }
    }
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.drag = { x: event.offsetX, y: event.offsetY, from: this.from, scroll: this.scroll, moved: false };
  }

  move(event) {
    const { drag } = this;
    if (!drag) {
      this.events.hovered(this.nodeAt(event.offsetX, event.offsetY), event.clientX, event.clientY);
      return;
    }
    const dx = event.offsetX - drag.x;
    const dy = event.offsetY - drag.y;
    drag.moved ||= Math.abs(dx) + Math.abs(dy) > 4;
    if (drag.moved && this.tree) {
      this.scroll = drag.scroll + (this.upwards ? dy : -dy);
      this.limitScroll();
      this.range(drag.from - (dx / this.wide) * (this.to - this.from), this.to - this.from);
    }
  }

  release(event) {
    const { drag } = this;
    this.drag = null;
    if (drag && !drag.moved && this.tree) {
      this.select(this.nodeAt(event.offsetX, event.offsetY));
    }
  }

  /** Arrows go to the caller, the heaviest callee and the siblings; Enter zooms. */
  key(event) {
    const { tree, selected: node } = this;
    const step = tree && this.steps()[event.key];
    if (step) {
      event.preventDefault();
      step(node);
    }
  }

  steps() {
    const { tree } = this;
    const up = (node) => this.select(tree.parent[node]);
    const down = (node) => this.select(heaviestChild(tree, node));
    const beside = (by) => (node) => {
      const next = node + by;
      if (node !== 0 && next > 0 && next < tree.size && tree.parent[next] === tree.parent[node]) {
        this.select(next);
      }
    };
    return {
      ArrowUp: this.upwards ? down : up,
      ArrowDown: this.upwards ? up : down,
      ArrowLeft: beside(-1),
      ArrowRight: beside(1),
      Enter: (node) => this.zoom(node),
      Escape: () => this.zoom(0),
      '+': () => this.magnify(0.7, this.wide / 2),
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
