// SPDX-License-Identifier: Apache-2.0
// What is shown, as the state in the page's address: written when it has changed, and read again.

import { KINDS } from './model.js';
import { State } from './state.js';

/** A browser allows some 200 changes of its address in half a minute. */
const SAVE_AFTER = 250;

export class Address {
  /**
   * @param app what is shown: it is read, and set by `show`
   * @param search the field of the search
   * @param start values of the state at the start that differ from page to page
   */
  constructor(app, search, start) {
    this.app = app;
    this.search = search;
    this.state = new State(start);
    window.addEventListener('hashchange', () => {
      this.state.read();
      this.restore();
    });
    window.addEventListener('pagehide', () => this.save());
  }

  /** Writes the state when nothing has changed for a while. */
  later() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      this.app.bar.show();
      this.save();
    }, SAVE_AFTER);
  }

  save() {
    const { time, filters, flame, tab, focused, frame, bottomUp } = this.app;
    const list = (set) => [...set].sort((a, b) => a - b).join(',');
    const share = (weight) => String(Number((weight / flame.tree.width[0]).toPrecision(8)));
    this.state.write({
      tab,
      search: this.search.value,
      from: !time || time.isAllOfTime ? '' : String(Math.round(time.range.from)),
      to: !time || time.isAllOfTime ? '' : String(Math.round(time.range.to)),
      thread: String(time?.range.thread ?? -1),
      modules: list(filters.hiddenModules),
      kinds: list(filters.hiddenKinds),
      focus: focused === null ? '' : String(focused),
      frame: frame === null ? '' : String(frame),
      path: flame.tree.path(flame.selected).map((node) => flame.tree.frame[node]).join(','),
      zoom: flame.isZoomed ? `${share(flame.from)},${share(flame.to)}` : '',
      up: flame.upwards ? '1' : '',
      bottom: bottomUp ? '1' : '',
      loaded: String(this.app.listing.module?.chosen ?? ''),
    });
  }

  restore() {
    const { app } = this;
    const { values } = this.state;
    const frames = app.model.frames.name.length;
    this.restoreTime(values);
    app.filters.restore(numbersIn(values.modules, app.model.modules.length), numbersIn(values.kinds, KINDS.length));
    app.focused = numbersIn(values.focus, frames)[0] ?? null;
    app.frame = numbersIn(values.frame, frames)[0] ?? null;
    app.listing.module?.choose(numbersIn(values.loaded, Infinity)[0] ?? null);
    app.direct(values.bottom === '1', values.up === '1');
    this.search.value = values.search;
    app.tab = app.hasTab(values.tab) ? values.tab : 'flame';
    app.update(false);
    this.zoomTo(values.zoom);
    this.selectPath(numbersIn(values.path, frames));
    app.open(app.tab);
    app.bar.show();
  }

  restoreTime(values) {
    const { time, model } = this.app;
    if (time) {
      const [from, to] = [values.from, values.to].map((text) => (/^\d+$/.test(text) ? Number(text) : NaN));
      const valid = from < to && from < time.last && to > time.first;
      time.set({
        from: valid ? Math.max(from, time.first) : time.first,
        to: valid ? Math.min(to, time.last) : time.last,
        thread: numbersIn(values.thread, model.threads.length)[0] ?? -1,
      });
    }
  }

  zoomTo(text) {
    const { flame } = this.app;
    const [from, to] = text.split(',').map(Number);
    if (from >= 0 && to > from && to <= 1) {
      const whole = flame.tree.width[0];
      flame.range(from * whole, (to - from) * whole);
    }
  }

  selectPath(frames) {
    const { flame } = this.app;
    const { tree } = flame;
    let node = 0;
    for (const frame of frames) {
      let child = tree.firstChild[node];
      while (child < tree.childEnd[node] && tree.frame[child] !== frame) {
        child++;
      }
      if (child >= tree.childEnd[node]) {
        break;
      }
      node = child;
    }
    if (node !== 0) {
      flame.measure();
      flame.select(node);
    }
  }
}

/** The numbers in a list that are below a limit. */
function numbersIn(text, most) {
  return text.split(',').filter((part) => /^\d+$/.test(part)).map(Number).filter((number) => number < most);
}
