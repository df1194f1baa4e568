// SPDX-License-Identifier: Apache-2.0
// Draws when each thread was sampled, in lanes of time, and lets a range of time and a thread be chosen.

const LANE = 18;
const NAMES = 150;
const AXIS = 20;

export class Timeline {
  /**
   * @param samples `time` (in nanoseconds from the first sample, ascending), `thread`, `node` and `weight` of each
   * @param chosen called with `{from, to, thread}`; thread is -1 for all
   */
  constructor(canvas, threads, samples, chosen) {
    this.canvas = canvas;
    this.threads = threads;
    this.samples = samples;
    this.chosen = chosen;
    this.first = samples.time[0] ?? 0;
    this.last = Math.max(samples.time[samples.time.length - 1] ?? 0, this.first + 1);
    this.clear();
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.release(event));
    canvas.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(canvas.parentElement);
  }

  clear() {
    this.range = { from: this.first, to: this.last, thread: -1 };
  }

  isWhole() {
    return this.range.from <= this.first && this.range.to >= this.last && this.range.thread === -1;
  }

  set(range) {
    this.range = { ...this.range, ...range };
    this.draw();
  }

  draw() {
    const { canvas, threads } = this;
    const wide = canvas.parentElement.clientWidth;
    const high = AXIS + LANE * threads.length;
    const ratio = devicePixelRatio || 1;
    canvas.style.height = `${high}px`;
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(high * ratio);
    this.wide = wide;
    const style = getComputedStyle(canvas);
    const pen = canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.font = `12px ${style.fontFamily}`;
    pen.textBaseline = 'middle';
    this.axis(pen, style);
    this.lanes(pen, style);
    const left = this.x(this.range.from);
    const right = this.x(this.range.to);
    pen.fillStyle = style.getPropertyValue('--shade');
    pen.fillRect(NAMES, AXIS, left - NAMES, high);
    pen.fillRect(right, AXIS, wide - right, high);
  }

  axis(pen, style) {
    pen.fillStyle = style.color;
    const seconds = (this.last - this.first) / 1e9;
    const step = niceStep(seconds / Math.max(1, (this.wide - NAMES) / 110));
    for (let at = 0; at <= seconds; at += step) {
      const x = this.x(this.first + at * 1e9);
      pen.fillRect(x, AXIS - 5, 1, 5);
      pen.fillText(`${Number(at.toPrecision(6))} s`, x + 3, AXIS / 2);
    }
  }

  lanes(pen, style) {
    const { threads, samples } = this;
    const columns = Math.max(1, Math.floor(this.wide - NAMES));
    const heights = threads.map(() => new Float64Array(columns));
    const scale = columns / (this.last - this.first);
    for (let i = 0; i < samples.time.length; i++) {
      const column = Math.min(columns - 1, Math.floor((samples.time[i] - this.first) * scale));
      heights[samples.thread[i]][column] += samples.weight[i];
    }
    const most = heights.reduce((sum, lane) => lane.reduce((a, b) => Math.max(a, b), sum), 0);
    threads.forEach((thread, lane) => {
      const top = AXIS + lane * LANE;
      pen.globalAlpha = this.range.thread === -1 || this.range.thread === lane ? 1 : 0.35;
      pen.fillStyle = style.color;
      pen.fillText(clipped(thread.name, 20), 6, top + LANE / 2);
      pen.fillStyle = style.getPropertyValue('--lane');
      pen.fillRect(NAMES, top + 1, columns, LANE - 2);
      pen.fillStyle = style.getPropertyValue('--accent');
      for (let x = 0; x < columns; x++) {
        if (heights[lane][x] > 0) {
          const height = Math.max(2, (heights[lane][x] / most) * (LANE - 3));
          pen.fillRect(NAMES + x, top + LANE - 1 - height, 1, height);
        }
      }
    });
    pen.globalAlpha = 1;
  }

  x(time) {
    return NAMES + ((time - this.first) / (this.last - this.first)) * (this.wide - NAMES);
  }

  time(x) {
    const share = Math.min(Math.max((x - NAMES) / (this.wide - NAMES), 0), 1);
    return this.first + share * (this.last - this.first);
  }

  lane(y) {
    const lane = Math.floor((y - AXIS) / LANE);
    return lane >= 0 && lane < this.threads.length ? lane : -1;
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.drag = { x: event.offsetX, y: event.offsetY };
  }

  move(event) {
    if (this.drag && this.drag.x >= NAMES && Math.abs(event.offsetX - this.drag.x) > 3) {
      const ends = [this.time(this.drag.x), this.time(event.offsetX)].sort((a, b) => a - b);
      this.set({ from: ends[0], to: ends[1] });
      this.drag.moved = true;
    }
  }

  release() {
    const { drag } = this;
    this.drag = null;
    if (drag && !drag.moved) {
      // A click on a name chooses a thread; one on the lanes all of the time.
      const lane = this.lane(drag.y);
      if (drag.x < NAMES) {
        this.set({ thread: lane === this.range.thread ? -1 : lane });
      } else {
        this.set({ from: this.first, to: this.last });
      }
    }
    this.chosen(this.range);
  }

  /** Up and down choose a thread; left and right move the range; plus and minus resize it; Escape takes all. */
  key(event) {
    const { from, to, thread } = this.range;
    const size = to - from;
    const step = (this.last - this.first) / 50;
    const within = (start, length) => {
      const begin = Math.min(Math.max(start, this.first), this.last - length);
      return { from: begin, to: begin + length };
    };
    const lanes = this.threads.length;
    const changes = {
      ArrowUp: () => ({ thread: thread <= -1 ? lanes - 1 : thread - 1 }),
      ArrowDown: () => ({ thread: thread >= lanes - 1 ? -1 : thread + 1 }),
      ArrowLeft: () => within(from - step, size),
      ArrowRight: () => within(from + step, size),
      '+': () => within(from + size / 4, size / 2),
      '-': () => within(from - size / 2, Math.min(2 * size, this.last - this.first)),
      Escape: () => ({ from: this.first, to: this.last, thread: -1 }),
    };
    if (changes[event.key]) {
      event.preventDefault();
      event.stopPropagation();
      this.set(changes[event.key]());
      this.chosen(this.range);
    }
  }
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power;
}

function clipped(text, letters) {
  return text.length <= letters ? text : text.slice(0, letters - 1) + '…';
}
