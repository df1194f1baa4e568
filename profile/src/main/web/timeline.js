// SPDX-License-Identifier: Apache-2.0
// Draws what each thread did over time, in lanes, and lets a range of time and a thread be chosen. A lane is a pile of the
// kinds of the methods that were executed. Where samples have no times, a lane is a bar as long as the thread's weight.

import { clipped, duration } from './text.js';

const LANE = 20;
const AXIS = 20;
const MOST_NAMES = 170;
/** Pixels from one mark of the axis to the next, about. */
const WIDE_STEP = 80;
const MOST_KEPT = 200;
/** Share of the width that the names take at most. */
const NAMES_SHARE = 0.32;

export class Timeline {
  /**
   * @param samples `time` (in nanoseconds, ascending), `thread`, `node` and `weight` of each, and their `unit`
   * @param kindOf returns the number of the kind that the samples of a node are shown as
   * @param kinds the colour of each kind: `color(kind)`, and how many there are: `count`
   * @param events `chosen({from, to, thread})`, where thread is -1 for all; `hovered(text, x, y)`
   */
  constructor(canvas, threads, samples, kindOf, kinds, events) {
    this.canvas = canvas;
    this.room = canvas.parentElement;
    this.box = this.room.parentElement;
    this.threads = threads;
    this.samples = samples;
    this.kindOf = kindOf;
    this.kinds = kinds;
    this.events = events;
    this.last = samples.time[samples.time.length - 1] ?? 0;
    this.timed = this.last > (samples.time[0] ?? 0);
    this.spread = this.timed && samples.unit === 'nanoseconds';
    this.first = this.spread ? this.beginning() : samples.time[0] ?? 0;
    this.last = Math.max(this.last, this.first + 1);
    this.ofThread = grouped(samples.thread, threads.length);
    this.pending = false;
    this.clear();
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.release(event));
    canvas.addEventListener('pointercancel', () => (this.drag = null));
    canvas.addEventListener('pointerleave', () => events.hovered('', 0, 0));
    canvas.addEventListener('keydown', (event) => this.key(event));
    this.box.addEventListener('scroll', () => this.redraw());
    new ResizeObserver(() => this.redraw()).observe(this.box);
  }

  /** The time from which the first samples count; a sample stands for the time before it. */
  beginning() {
    const { time, weight } = this.samples;
    let first = time[0] ?? 0;
    for (let i = 0; i < time.length; i++) {
      first = Math.min(first, time[i] - weight[i]);
    }
    return Math.max(Math.min(0, time[0] ?? 0), first);
  }

  clear() {
    this.range = { from: this.first, to: this.last, thread: -1 };
  }

  get isAllOfTime() {
    return this.range.from <= this.first && this.range.to >= this.last;
  }

  get isWhole() {
    return this.isAllOfTime && this.range.thread === -1;
  }

  /** Draws anew: the kinds of nodes have changed. */
  forget() {
    this.kept = null;
    this.redraw();
  }

  set(range) {
    this.range = { ...this.range, ...range };
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
    const { canvas, threads } = this;
    const whole = AXIS + LANE * threads.length + 4;
    this.room.style.height = `${whole}px`;
    const wide = this.box.clientWidth;
    const high = Math.min(whole, this.box.clientHeight);
    this.scroll = this.box.scrollTop;
    const ratio = devicePixelRatio || 1;
    this.wide = wide;
    this.names = Math.min(MOST_NAMES, Math.round(wide * NAMES_SHARE));
    canvas.style.height = `${high}px`;
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(high * ratio);
    const style = getComputedStyle(canvas);
    const pen = canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.font = `12px ${style.fontFamily}`;
    pen.textBaseline = 'middle';
    pen.direction = 'ltr';
    this.axis(pen, style);
    pen.save();
    pen.beginPath();
    pen.rect(0, AXIS, wide, high - AXIS);
    pen.clip();
    this.lanes(pen, style, high);
    this.selection(pen, style, high);
    pen.restore();
  }

  axis(pen, style) {
    pen.fillStyle = style.getPropertyValue('--dim');
    if (!this.timed) {
      pen.fillText(fitting(pen, 'The samples have no times; this is how much each thread has.', this.wide - this.names), this.names, AXIS / 2);
      return;
    }
    const step = niceStep((this.last - this.first) / Math.max(1, (this.wide - this.names) / WIDE_STEP));
    let end = 0;
    for (let at = Math.ceil(this.first / step) * step; at <= this.last; at += step) {
      const x = this.x(at);
      pen.fillRect(x, AXIS - 5, 1, 5);
      const text = duration(Math.round(at));
      const width = pen.measureText(text).width;
      // Where there is no room behind the last mark, its text is before it.
      const left = x + 3 + width < this.wide ? x + 3 : x - 3 - width;
      if (left > end) {
        pen.fillText(text, left, AXIS / 2);
        end = left + width;
      }
    }
  }

  lanes(pen, style, high) {
    const { count, most } = this.piles();
    const [ink, lane] = [style.color, style.getPropertyValue('--lane')];
    this.threads.forEach((thread, number) => {
      const top = this.top(number);
      if (top + LANE < AXIS || top > high) {
        return;
      }
      pen.globalAlpha = this.range.thread === -1 || this.range.thread === number ? 1 : 0.4;
      pen.fillStyle = ink;
      pen.fillText(fitting(pen, thread.name, this.names - 12), 8, top + LANE / 2);
      pen.fillStyle = lane;
      pen.fillRect(this.names, top + 1, count, LANE - 2);
      const kinds = this.columns(number);
      pen.globalAlpha *= 0.8;
      if (this.timed) {
        for (let x = 0; x < count; x++) {
          this.pile(pen, kinds, x, count, top, most);
        }
      } else {
        this.bar(pen, kinds, count, top, most);
      }
    });
    pen.globalAlpha = 1;
  }

  /** Draws a column: its height grows with the root of the weight, so that little is seen beside much. */
  pile(pen, kinds, x, count, top, most) {
    const whole = wholeOf(kinds, this.kinds.count, count, x);
    if (whole <= most * 1e-9) {
      return;
    }
    const height = Math.max(3, Math.sqrt(Math.min(1, whole / most)) * (LANE - 4));
    let bottom = top + LANE - 2;
    for (let kind = 0; kind < this.kinds.count; kind++) {
      const part = (kinds[kind * count + x] / whole) * height;
      if (part > 0.05) {
        pen.fillStyle = this.kinds.color(kind);
        pen.fillRect(this.names + x, bottom - part, 1, part);
        bottom -= part;
      }
    }
  }

  /** Draws what a thread has in all, without times. */
  bar(pen, kinds, count, top, most) {
    let left = this.names;
    for (let kind = 0; kind < this.kinds.count; kind++) {
      const part = most === 0 ? 0 : (kinds[kind * count] / most) * count;
      pen.fillStyle = this.kinds.color(kind);
      pen.fillRect(left, top + 3, part, LANE - 6);
      left += part;
    }
  }

  /** Prepares for the present width; returns the number of columns and the weight of a full one. */
  piles() {
    const count = Math.max(1, Math.floor(this.wide - this.names));
    if (this.kept?.count !== count) {
      this.kept = { count, lanes: new Map(), most: 0 };
      // A thread has no more time than there is.
      this.kept.most = this.spread ? (this.last - this.first) / count : this.heaviest();
    }
    return this.kept;
  }

  /** The weight of the heaviest column of all lanes. */
  heaviest() {
    const { count } = this.kept;
    let most = 0;
    this.threads.forEach((_, thread) => {
      const kinds = this.sums(thread);
      for (let x = 0; x < count; x++) {
        most = Math.max(most, wholeOf(kinds, this.kinds.count, count, x));
      }
    });
    return most;
  }

  /** The weight of each kind in each column of a thread; kept for the lanes in sight. */
  columns(thread) {
    const { lanes } = this.kept;
    if (!lanes.has(thread)) {
      if (lanes.size > MOST_KEPT) {
        lanes.clear();
      }
      lanes.set(thread, this.sums(thread));
    }
    return lanes.get(thread);
  }

  sums(thread) {
    const { order, starts } = this.ofThread;
    const { count } = this.kept;
    const kinds = new Float64Array(this.kinds.count * count);
    for (let i = starts[thread]; i < starts[thread + 1]; i++) {
      this.drop(kinds, count, order[i]);
    }
    if (this.spread) {
      running(kinds, this.kinds.count, count);
    }
    return kinds;
  }

  /** A sample of time is spread over that time: where it begins and ends is noted here. */
  drop(kinds, count, i) {
    const { time, node, weight } = this.samples;
    const scale = count / (this.last - this.first);
    const row = this.kindOf(node[i]) * count;
    const column = (at) => Math.min(count - 1, Math.max(0, Math.floor((at - this.first) * scale)));
    const end = column(time[i]);
    if (this.spread) {
      const start = column(time[i] - weight[i]);
      const rate = weight[i] / (end - start + 1);
      kinds[row + start] += rate;
      if (end + 1 < count) {
        kinds[row + end + 1] -= rate;
      }
    } else {
      kinds[row + end] += weight[i];
    }
  }

  selection(pen, style, high) {
    const left = this.x(this.range.from);
    const right = this.x(this.range.to);
    pen.fillStyle = style.getPropertyValue('--shade');
    pen.fillRect(this.names, AXIS, left - this.names, high);
    pen.fillRect(right, AXIS, this.wide - right, high);
    pen.fillStyle = style.getPropertyValue('--accent');
    if (!this.isAllOfTime) {
      pen.fillRect(left - 1, AXIS, 2, high);
      pen.fillRect(right - 1, AXIS, 2, high);
    }
    if (this.range.thread >= 0) {
      pen.fillRect(0, this.top(this.range.thread) + 1, 3, LANE - 2);
    }
  }

  /** Where the lane of a thread begins. */
  top(lane) {
    return AXIS + lane * LANE - this.scroll;
  }

  x(time) {
    return this.names + ((time - this.first) / (this.last - this.first)) * (this.wide - this.names);
  }

  time(x) {
    const share = Math.min(Math.max((x - this.names) / (this.wide - this.names), 0), 1);
    return this.first + share * (this.last - this.first);
  }

  lane(y) {
    const lane = y < AXIS ? -1 : Math.floor((y - AXIS + this.scroll) / LANE);
    return lane >= 0 && lane < this.threads.length ? lane : -1;
  }

  press(event) {
    if (event.button === 0) {
      this.canvas.setPointerCapture(event.pointerId);
      this.drag = { x: event.offsetX, y: event.offsetY };
    }
  }

  move(event) {
    const { drag } = this;
    if (!drag) {
      const lane = this.lane(event.offsetY);
      const thread = lane < 0 ? '' : this.threads[lane].name;
      const at = event.offsetX < this.names || !this.timed ? '' : ` at ${duration(Math.round(this.time(event.offsetX)))}`;
      this.events.hovered(thread && clipped(thread, 200) + at, event.clientX, event.clientY);
    } else if (this.timed && drag.x >= this.names && Math.abs(event.offsetX - drag.x) > 3) {
      const ends = [this.time(drag.x), this.time(event.offsetX)].sort((a, b) => a - b);
      this.events.hovered(`${duration(ends[0])} to ${duration(ends[1])}`, event.clientX, event.clientY);
      this.set({ from: ends[0], to: ends[1] });
      drag.moved = true;
    }
  }

  release() {
    const { drag } = this;
    this.drag = null;
    if (!drag) {
      return;
    }
    if (!drag.moved) {
      // A click on a name chooses a thread; one on the lanes all of the time, where there is time.
      const lane = this.lane(drag.y);
      if (drag.x < this.names || !this.timed) {
        this.set({ thread: lane === this.range.thread ? -1 : lane });
      } else {
        this.set({ from: this.first, to: this.last });
      }
    }
    this.events.chosen(this.range);
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
    const larger = () => within(from + size / 4, size / 2);
    const changes = {
      ArrowUp: () => ({ thread: thread <= -1 ? lanes - 1 : thread - 1 }),
      ArrowDown: () => ({ thread: thread >= lanes - 1 ? -1 : thread + 1 }),
      ArrowLeft: () => within(from - step, size),
      ArrowRight: () => within(from + step, size),
      '+': larger,
      '=': larger,
      '-': () => within(from - size / 2, Math.min(2 * size, this.last - this.first)),
      Escape: () => ({ from: this.first, to: this.last, thread: -1 }),
    };
    const ofTime = !/^(Arrow(Up|Down)|Escape)$/.test(event.key);
    if (changes[event.key] && (this.timed || !ofTime) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      this.set(changes[event.key]());
      this.reveal();
      this.events.chosen(this.range);
    }
  }

  /** Scrolls to the chosen thread. */
  reveal() {
    const { box } = this;
    if (this.range.thread >= 0) {
      const top = AXIS + this.range.thread * LANE;
      box.scrollTop = Math.min(Math.max(box.scrollTop, top + 2 * LANE - box.clientHeight), top - AXIS);
    }
  }
}

/** Adds up the changes along each row. */
function running(lane, rows, count) {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let x = 0; x < count; x++) {
      sum += lane[row * count + x];
      lane[row * count + x] = Math.max(0, sum);
    }
  }
}

/** The weight of a column. */
function wholeOf(kinds, rows, count, x) {
  let whole = 0;
  for (let row = 0; row < rows; row++) {
    whole += kinds[row * count + x];
  }
  return whole;
}

/** The numbers of the samples, those of each thread together, and where each thread begins. */
function grouped(thread, threads) {
  const starts = new Uint32Array(threads + 1);
  for (let i = 0; i < thread.length; i++) {
    starts[thread[i] + 1]++;
  }
  for (let i = 1; i <= threads; i++) {
    starts[i] += starts[i - 1];
  }
  const next = starts.slice();
  const order = new Uint32Array(thread.length);
  for (let i = 0; i < thread.length; i++) {
    order[next[thread[i]]++] = i;
  }
  return { starts, order };
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power;
}

function fitting(pen, text, width) {
  let letters = Math.min(text.length, 200);
  while (letters > 1 && pen.measureText(clipped(text, letters)).width > width) {
    letters--;
  }
  return clipped(text, letters);
}
