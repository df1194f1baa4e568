// SPDX-License-Identifier: Apache-2.0
// Puts the page together: reads the profile, and shows it in its views.

import { unpack } from './data.js';
import { Model, KINDS } from './model.js';
import { byFrame, callees, callers } from './tree.js';
import { Flame } from './flame.js';
import { Timeline } from './timeline.js';
import { Colors } from './colors.js';
import { matcher, matches, foundTotals } from './search.js';
import { State } from './state.js';
import { Details, element } from './details.js';
import { Filters } from './filters.js';
import { methodTable, loadedTable } from './loaded.js';
import { isTyping, listKeys, onKeys } from './keys.js';
import { clipped, counted, duration, percent, printable, signed } from './text.js';

const TABS = ['flame', 'methods', 'sandwich', 'loaded'];
/** A browser allows some 200 changes of its address in half a minute. */
const SAVE_AFTER = 250;

const byId = (id) => document.getElementById(id);

class App {
  constructor(profile) {
    this.model = new Model(profile);
    const { model } = this;
    this.frame = null;
    this.focused = null;
    this.found = null;
    this.listed = [];
    const tab = model.whole.width[0] === 0 && model.loaded.length > 0 ? 'loaded' : 'flame';
    this.state = new State({ tab, kinds: [...model.folded].join(',') });
    this.theme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    this.colors = new Colors(model);
    document.title = `${clipped(model.title, 200)} - Tiptoe`;
    byId('title').textContent = clipped(model.title, 400);
    byId('title').title = byId('title').textContent;
    byId('view').textContent = model.view;
    this.details = new Details(model, byId('details'), byId('tip'), [
      { title: 'Callers and callees', run: (frame) => this.sandwichOf(frame) },
      { title: 'Only stacks with it', run: (frame) => this.focus(frame) },
    ]);
    this.pictures();
    this.tables();
    this.filters = new Filters(model, byId('legend'), byId('filters'), () => this.update());
    this.filters.color(this.colors);
    this.timeline();
    this.controls();
    this.restore();
    document.documentElement.dataset.ready = 'true';
    requestAnimationFrame(() => setTimeout(() => performance.mark('shown')));
  }

  // ---- pictures

  pictures() {
    const halves = byId('sandwich').querySelectorAll('canvas');
    this.flame = this.picture(byId('flame').querySelector('canvas'), 0);
    this.callers = this.picture(halves[0], 1);
    this.callers.upwards = true;
    this.callees = this.picture(halves[1], 1);
  }

  picture(canvas, skipped) {
    const look = {
      text: (node) => this.label(flame.tree, node),
      mark: (node) => (node === 0 ? '' : this.model.kind(flame.tree.frame[node]).letter),
      color: (node) => this.color(flame.tree, node),
      ink: (node) => (this.isFaded(flame.tree, node) ? this.colors.fadedInk : this.colors.ink),
    };
    const flame = new Flame(canvas, look, {
      selected: (node) => this.select(flame, node),
      zoomed: () => this.later(),
      hovered: (node, x, y) => this.details.tip(flame.tree, node, x, y),
    }, skipped);
    return flame;
  }

  label(tree, node) {
    if (node === 0) {
      return `all · ${this.amounts(tree.amounts(0))}`;
    }
    const name = this.model.name(tree.frame[node]);
    const change = this.model.isDifference ? tree.change(node) : 0;
    return Math.abs(change) < 0.0005 ? name : `${signed(change)} ${name}`;
  }

  amounts(amounts) {
    return amounts.map((amount) => this.model.amount(amount)).join(' → ');
  }

  isFaded(tree, node) {
    return this.found !== null && node !== 0 && !this.found[tree.frame[node]];
  }

  color(tree, node) {
    if (node === 0) {
      return this.colors.root;
    }
    const frame = tree.frame[node];
    if (this.found?.[frame]) {
      return this.colors.found;
    }
    if (this.found) {
      return this.colors.faded;
    }
    return this.model.isDifference ? this.colors.ofChange(tree.change(node)) : this.colors.ofFrame[frame];
  }

  // ---- the choice of what is shown

  /** Shows the tree of the present choice in all views; what is selected and zoomed to stays where it is still there. */
  update(keeps = true) {
    const kept = keeps ? this.flame.place() : null;
    const range = this.time && !this.time.isWhole ? this.time.range : null;
    const { hiddenModules, hiddenKinds } = this.filters;
    this.lanes([...hiddenKinds].join(','));
    const { straight, shown } = this.model.tree({ range, hiddenModules, hiddenKinds, focus: this.focused, bottomUp: this.bottomUp });
    this.tree = straight;
    this.flame.show(shown);
    this.listed = null;
    this.search();
    this.sandwich();
    this.overview();
    this.flame.restore(kept);
    this.bar();
    this.later();
  }

  /** Has the timeline show the kinds that are not left out, where they are others than before. */
  lanes(hidden) {
    if (this.time && hidden !== this.lanesWithout) {
      this.lanesWithout = hidden;
      this.kindsOfNodes = this.model.kindsOfNodes(this.filters.hiddenKinds);
      this.time.forget();
    }
  }

  /** The methods of the present tree, each with its weights. */
  get rows() {
    if (this.listed === null) {
      const frames = this.model.frames.name.length;
      const { selfs, totals } = byFrame(this.tree, frames);
      const of = (arrays, frame) => arrays.map((array) => array[frame]);
      this.listed = [];
      for (let frame = 0; frame < frames; frame++) {
        if (totals.some((total) => total[frame] > 0)) {
          this.listed.push({ frame, selfs: of(selfs, frame), totals: of(totals, frame) });
        }
      }
    }
    return this.listed;
  }

  search() {
    const { model, tree } = this;
    const text = byId('search').value;
    const test = text === '' ? null : matcher(text);
    const valid = text === '' || test !== null;
    this.found = test && matches(model, test);
    byId('search').setAttribute('aria-invalid', String(!valid));
    this.test = test;
    this.list();
    byId('found').textContent = valid ? this.result() : 'no valid expression';
    this.redraw();
    this.later();
  }

  /** What the search finds, in words. */
  result() {
    const { model, tree } = this;
    if (!this.found) {
      return '';
    }
    if (this.tab === 'loaded') {
      return `${this.loaded.rows.length.toLocaleString('en')} of ${counted(model.loaded.length, 'type or method', 'types and methods')}`;
    }
    const totals = foundTotals(tree, this.found);
    const shares = totals.map((total, i) => percent(total / (tree.totals[i][0] || 1))).join(' → ');
    return `${counted(this.matching.length, 'method')} in ${shares}, ${this.amounts(totals)}`;
  }

  /** The methods that the search finds. */
  get matching() {
    return this.found ? this.rows.filter(({ frame }) => this.found[frame]) : this.rows;
  }

  /** Shows the table that is in sight. */
  list() {
    const { model, test } = this;
    if (this.tab === 'methods') {
      this.methods.show(this.matching);
    } else if (this.tab === 'loaded') {
      this.loaded.show(test ? model.loaded.filter(({ name, module }) => test(name) || test(module)) : model.loaded);
    }
  }

  redraw() {
    [this.flame, this.callers, this.callees].forEach((flame) => flame.redraw());
  }

  sandwich() {
    const { frame } = this;
    if (frame !== null && this.tab === 'sandwich') {
      byId('sandwich-title').textContent = this.model.name(frame);
      this.callers.show(callers(this.tree, frame));
      this.callees.show(callees(this.tree, frame));
    }
  }

  sandwichOf(frame) {
    this.frame = frame;
    this.open('sandwich');
  }

  select(flame, node) {
    if (node === 0) {
      this.overview();
    } else {
      this.frame = flame.tree.frame[node];
      this.details.node(flame.tree, node);
    }
    this.later();
  }

  overview() {
    const { clock, unit } = this.model;
    const { count } = this.model.profile;
    const parts = [this.amounts(this.tree.amounts(0))];
    if (clock !== '') {
      parts.push(`of ${clock}`);
    }
    if (this.time) {
      parts.push(`of ${counted(this.model.threads.length, 'thread')}`);
    }
    if (unit === 'nanoseconds' && count !== undefined) {
      parts.push(`in a profile of ${counted(count, 'sample')}`);
    }
    this.details.summary(`${parts.join(' ')}.`, 'Click a box to see what is known of it, double click to zoom; press ? for the keys.');
  }

  /** Shows only stacks with a frame, or all again. */
  focus(frame) {
    this.focused = this.focused === null ? frame : null;
    this.update();
  }

  /** What is left out at present, each with a button that brings it back. */
  bar() {
    const parts = [];
    const part = (text, undo) => {
      const button = element('button', `${clipped(text, 100)} ×`);
      button.type = 'button';
      button.setAttribute('aria-label', `Undo: ${clipped(text, 100)}`);
      button.addEventListener('click', undo);
      parts.push(button);
    };
    if (this.time && !this.time.isWhole) {
      const { from, to, thread } = this.time.range;
      const when = this.time.isAllOfTime ? '' : `${duration(from)} to ${duration(to)}`;
      const name = thread === -1 ? '' : clipped(this.model.threads[thread].name, 60);
      part([when, name].filter((text) => text).join(' of '), () => {
        this.time.clear();
        this.time.redraw();
        this.update();
      });
    }
    if (this.focused !== null) {
      part(`only with ${this.model.name(this.focused)}`, () => this.focus());
    }
    const hidden = this.filters.hiddenModules.size;
    if (hidden > 0) {
      part(`${counted(hidden, 'module')} left out`, () => this.filters.set(this.filters.hiddenModules, []));
    }
    if (this.flame.isZoomed && this.tab === 'flame') {
      part('zoomed in', () => this.flame.zoom(0));
    }
    const amounts = this.tree.amounts(0);
    const { clock } = this.model;
    const total = this.model.isDifference
      ? `before ${this.model.amount(amounts[0])} → after ${this.model.amount(amounts[1])}`
      : this.amounts(amounts);
    byId('total').textContent = `${total}${clock === '' ? '' : ` of ${clock}`}`;
    byId('crumbs').replaceChildren(...parts, ...this.missing());
  }

  /** What a picture cannot show, because it would be too large. */
  missing() {
    const cut = this.tab === 'sandwich' ? this.callers.tree?.isCut : this.tab === 'flame' && this.flame.tree.isCut;
    const note = element('span', 'too many callers: the outermost are missing');
    note.className = 'dim';
    return cut ? [note] : [];
  }

  // ---- parts

  tables() {
    const { model } = this;
    const whole = () => this.tree.amounts(0);
    const moved = (row) => {
      this.frame = row.frame;
      this.details.method({ ...row, whole: whole() });
      this.later();
    };
    this.methods = methodTable(byId('methods'), model, whole, ({ frame }) => this.sandwichOf(frame), moved);
    if (model.loaded.length > 0) {
      byId('tab-loaded').hidden = false;
      this.loaded = loadedTable(byId('loaded'), (entity) => this.details.loaded(entity));
    }
  }

  timeline() {
    const { model } = this;
    const { samples, threads } = model;
    // One thread without times has nothing to choose from.
    const some = samples && (samples.time[0] < samples.time[samples.time.length - 1] || threads.length > 1);
    byId('timeline').hidden = !some || model.isDifference;
    if (!byId('timeline').hidden) {
      const kindOf = (node) => this.kindsOfNodes[node];
      const kinds = { count: KINDS.length, color: (kind) => this.colors.ofKind(KINDS[kind]) };
      this.time = new Timeline(byId('timeline').querySelector('canvas'), threads, samples, kindOf, kinds, {
        chosen: () => this.update(),
        hovered: (text, x, y) => this.details.text(text, x, y),
      });
    }
  }

  controls() {
    TABS.forEach((name) => byId(`tab-${name}`).addEventListener('click', () => this.open(name)));
    byId('tabs').addEventListener('keydown', (event) => this.tabKey(event));
    byId('search').addEventListener('input', () => this.search());
    byId('search').addEventListener('keydown', (event) => this.searchKey(event));
    byId('direction').addEventListener('click', () => this.turn());
    byId('bottom').addEventListener('click', () => this.invert());
    byId('theme').addEventListener('click', () => this.nextTheme());
    this.disclosure('filters-button', 'filters', () => this.filters.fill());
    this.disclosure('help-button', 'help', () => listKeys(byId('help')));
    onKeys({
      1: () => this.open('flame'),
      2: () => this.open('methods'),
      3: () => this.open('sandwich'),
      4: () => this.loaded && this.open('loaded'),
      '/': () => byId('search').select(),
      c: () => this.open('sandwich'),
      f: () => (this.frame !== null || this.focused !== null) && this.focus(this.frame),
      u: () => this.turn(),
      b: () => this.invert(),
      d: () => this.nextTheme(),
      g: () => byId(this.tab).querySelector('[tabindex="0"]').focus(),
      t: () => byId('timeline').querySelector('canvas').focus(),
      m: () => byId('filters-button').click(),
      '?': () => byId('help-button').click(),
    });
    // Before any picture or table takes the key.
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !isTyping(event) && this.closePanels()) {
        event.preventDefault();
        event.stopPropagation();
      }
    }, true);
    document.addEventListener('copy', (event) => this.copy(event));
    window.addEventListener('hashchange', () => {
      this.state.read();
      this.restore();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches: dark }) => this.retheme(dark ? 'dark' : 'light'));
    window.addEventListener('pagehide', () => this.save());
  }

  tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const shown = TABS.filter((name) => !byId(`tab-${name}`).hidden);
      const next = shown[(shown.indexOf(this.tab) + step + shown.length) % shown.length];
      this.open(next);
      byId(`tab-${next}`).focus();
    }
  }

  searchKey(event) {
    if (event.key === 'Escape') {
      event.preventDefault();
      byId('search').value = '';
      this.search();
    }
    if (event.key === 'Escape' || event.key === 'Enter') {
      byId(this.tab).querySelector('[tabindex="0"]').focus();
    }
  }

  /** A button that shows and hides a panel, which is filled when it is first shown. */
  disclosure(button, panel, fill) {
    byId(button).addEventListener('click', () => {
      if (byId(panel).childElementCount === 0) {
        fill();
      }
      byId(panel).hidden = !byId(panel).hidden;
      byId(button).setAttribute('aria-expanded', String(!byId(panel).hidden));
    });
  }

  /** Closes what is open; returns whether that is anything. */
  closePanels() {
    const open = ['filters', 'help'].filter((panel) => !byId(panel).hidden);
    open.forEach((panel) => {
      const within = byId(panel).contains(document.activeElement);
      byId(`${panel}-button`).click();
      if (within) {
        byId(`${panel}-button`).focus();
      }
    });
    return open.length > 0;
  }

  /** Copies the name of the selected method, where no text is selected. */
  copy(event) {
    const isText = !getSelection().isCollapsed || event.target instanceof HTMLInputElement;
    if (!isText && this.frame !== null && (this.tab === 'flame' || this.tab === 'sandwich')) {
      event.clipboardData.setData('text/plain', this.model.frames.name[this.frame]);
      event.preventDefault();
    }
  }

  open(name) {
    this.tab = name;
    TABS.forEach((each) => {
      const chosen = each === name;
      byId(each).hidden = !chosen;
      byId(`tab-${each}`).setAttribute('aria-selected', String(chosen));
      byId(`tab-${each}`).tabIndex = chosen ? 0 : -1;
    });
    if (name === 'sandwich' && this.frame === null && this.rows.length > 0) {
      const sum = ({ selfs }) => selfs.reduce((a, b) => a + b);
      this.frame = this.rows.reduce((a, b) => (sum(b) > sum(a) ? b : a)).frame;
    }
    this.list();
    byId('found').textContent = this.result();
    this.sandwich();
    this.later();
  }

  turn() {
    this.upside(!this.flame.upwards);
    this.later();
  }

  upside(upwards) {
    this.flame.upwards = upwards;
    byId('direction').setAttribute('aria-pressed', String(upwards));
    this.flame.redraw();
  }

  invert() {
    this.bottomUp = !this.bottomUp;
    byId('bottom').setAttribute('aria-pressed', String(this.bottomUp));
    this.update(false);
  }

  theme(name) {
    document.documentElement.dataset.theme = name;
    byId('theme').setAttribute('aria-label', `Theme: ${name}`);
  }

  nextTheme() {
    this.retheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  }

  retheme(name) {
    this.theme(name);
    this.colors.update();
    this.filters.color(this.colors);
    this.redraw();
    this.time?.redraw();
  }

  // ---- the state in the address

  /** Writes the state when nothing has changed for a while. */
  later() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      this.bar();
      this.save();
    }, SAVE_AFTER);
  }

  save() {
    const { time, filters, flame } = this;
    const numbers = (set) => [...set].sort((a, b) => a - b).join(',');
    const share = (weight) => String(Number((weight / flame.tree.width[0]).toPrecision(8)));
    this.state.write({
      tab: this.tab,
      search: byId('search').value,
      from: !time || time.isAllOfTime ? '' : String(Math.round(time.range.from)),
      to: !time || time.isAllOfTime ? '' : String(Math.round(time.range.to)),
      thread: String(time?.range.thread ?? -1),
      modules: numbers(filters.hiddenModules),
      kinds: numbers(filters.hiddenKinds),
      focus: this.focused === null ? '' : String(this.focused),
      frame: this.frame === null ? '' : String(this.frame),
      path: flame.tree.path(flame.selected).map((node) => flame.tree.frame[node]).join(','),
      zoom: flame.isZoomed ? `${share(flame.from)},${share(flame.to)}` : '',
      up: flame.upwards ? '1' : '',
      bottom: this.bottomUp ? '1' : '',
    });
  }

  restore() {
    const { time, filters, flame } = this;
    const { values: state } = this.state;
    const frames = this.model.frames.name.length;
    const numbers = (text, most) => text.split(',').filter((part) => /^\d+$/.test(part)).map(Number).filter((number) => number < most);
    const only = (text, most) => numbers(text, most)[0] ?? null;
    if (time) {
      const [from, to] = [state.from, state.to].map((text) => (/^\d+$/.test(text) ? Number(text) : NaN));
      const valid = from < to && from < time.last && to > time.first;
      time.set({
        from: valid ? Math.max(from, time.first) : time.first,
        to: valid ? Math.min(to, time.last) : time.last,
        thread: only(state.thread, this.model.threads.length) ?? -1,
      });
    }
    filters.restore(numbers(state.modules, this.model.modules.length), numbers(state.kinds, KINDS.length));
    this.focused = only(state.focus, frames);
    this.frame = only(state.frame, frames);
    this.bottomUp = state.bottom === '1';
    byId('bottom').setAttribute('aria-pressed', String(this.bottomUp));
    this.upside(state.up === '1');
    byId('search').value = state.search;
    this.tab = TABS.includes(state.tab) && !byId(`tab-${state.tab}`).hidden ? state.tab : 'flame';
    this.update(false);
    this.zoomTo(state.zoom);
    this.selectPath(numbers(state.path, frames));
    this.open(this.tab);
    this.bar();
  }

  zoomTo(text) {
    const [from, to] = text.split(',').map(Number);
    if (from >= 0 && to > from && to <= 1) {
      const whole = this.flame.tree.width[0];
      this.flame.range(from * whole, (to - from) * whole);
    }
  }

  selectPath(frames) {
    const { flame } = this;
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

unpack(byId('profile').textContent).then((profile) => {
  byId('profile').remove();
  window.tiptoe = new App(profile);
}).catch((problem) => {
  byId('details').textContent = `The profile in this page cannot be shown: ${printable(String(problem.message))}`;
  document.documentElement.dataset.ready = 'false';
  throw problem;
});
