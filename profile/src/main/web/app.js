// SPDX-License-Identifier: Apache-2.0
// Puts the page together: reads the profile, and shows it in its views.

import { unpack } from './data.js';
import { Model, KINDS } from './model.js';
import { callees, callers } from './tree.js';
import { Flame } from './flame.js';
import { Timeline } from './timeline.js';
import { Look } from './look.js';
import { Address } from './address.js';
import { Bar } from './bar.js';
import { Details } from './details.js';
import { Filters } from './filters.js';
import { Listing } from './listing.js';
import { Controls, TABS, byId, startTheme } from './controls.js';
import { clipped, counted, printable } from './text.js';

class App {
  constructor(profile) {
    this.model = new Model(profile);
    const { model } = this;
    this.frame = null;
    this.focused = null;
    startTheme();
    this.look = new Look(model);
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
    this.bar = new Bar(this, byId('total'), byId('crumbs'));
    this.controls = new Controls(this);
    const tab = model.whole.width[0] === 0 && model.loaded.length > 0 ? 'loaded' : 'flame';
    this.address = new Address(this, byId('search'), { tab, kinds: [...model.folded].join(',') });
    this.address.restore();
    document.documentElement.dataset.ready = 'true';
    requestAnimationFrame(() => setTimeout(() => performance.mark('shown')));
  }

  // ---- parts

  get colors() {
    return this.look.colors;
  }

  pictures() {
    const halves = byId('sandwich').querySelectorAll('canvas');
    this.flame = this.picture(byId('flame').querySelector('canvas'), 0);
    this.callers = this.picture(halves[0], 1);
    this.callers.upwards = true;
    this.callees = this.picture(halves[1], 1);
  }

  picture(canvas, skipped) {
    const flame = new Flame(canvas, this.look.of(() => flame.tree), {
      selected: (node) => this.select(flame, node),
      zoomed: () => this.address.later(),
      hovered: (node, x, y) => this.details.tip(flame.tree, node, x, y),
    }, skipped);
    return flame;
  }

  tables() {
    byId('tab-loaded').hidden = this.model.loaded.length === 0;
    this.listing = new Listing(this, byId('methods'), byId('loaded'), {
      chosen: (frame) => this.sandwichOf(frame),
      moved: (row) => {
        this.frame = row.frame;
        this.details.method({ ...row, whole: this.tree.amounts(0) });
        this.address.later();
      },
      looked: (entity) => this.details.loaded(entity),
      filtered: () => this.search(),
    });
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

  // ---- the choice of what is shown

  /** Shows the tree of the present choice in all views; what is selected and zoomed to stays where it is still there. */
  update(keeps = true) {
    const kept = keeps ? this.flame.place() : null;
    const range = this.time && !this.time.isWhole ? this.time.range : null;
    const { hiddenModules, hiddenKinds } = this.filters;
    this.lanes([...hiddenKinds].join(','));
    const choice = { range, hiddenModules, hiddenKinds, focus: this.focused, bottomUp: this.bottomUp };
    const { straight, shown } = this.model.tree(choice);
    this.tree = straight;
    this.listing.choose(this.model.weightsOfMethods(choice));
    this.flame.show(shown);
    this.search();
    this.sandwich();
    this.overview();
    this.flame.restore(kept);
    this.bar.show();
    this.address.later();
  }

  /** Has the timeline show the kinds that are not left out, where they are others than before. */
  lanes(hidden) {
    if (this.time && hidden !== this.lanesWithout) {
      this.lanesWithout = hidden;
      this.kindsOfNodes = this.model.kindsOfNodes(this.filters.hiddenKinds);
      this.time.forget();
    }
  }

  search() {
    const isValid = this.listing.search(byId('search').value);
    byId('search').setAttribute('aria-invalid', String(!isValid));
    byId('found').textContent = isValid ? this.listing.result() : 'no valid expression';
    this.redraw();
    this.address.later();
  }

  redraw() {
    [this.flame, this.callers, this.callees].forEach((flame) => flame.redraw());
  }

  /** Shows all in the colours of the present theme. */
  recolor() {
    this.colors.update();
    this.filters.color(this.colors);
    this.redraw();
    this.time?.redraw();
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
    this.address.later();
  }

  overview() {
    const { clock, unit } = this.model;
    const { count } = this.model.profile;
    const parts = [this.look.amounts(this.tree.amounts(0))];
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

  // ---- the views

  hasTab(name) {
    return TABS.includes(name) && !byId(`tab-${name}`).hidden;
  }

  open(name) {
    this.tab = name;
    TABS.forEach((each) => {
      const chosen = each === name;
      byId(each).hidden = !chosen;
      byId(`tab-${each}`).setAttribute('aria-selected', String(chosen));
      byId(`tab-${each}`).tabIndex = chosen ? 0 : -1;
    });
    if (name === 'sandwich') {
      this.frame ??= this.listing.heaviest;
    }
    this.listing.show();
    byId('found').textContent = this.listing.result();
    this.sandwich();
    this.address.later();
  }

  turn() {
    this.direct(this.bottomUp, !this.flame.upwards);
    this.address.later();
  }

  invert() {
    this.direct(!this.bottomUp, this.flame.upwards);
    this.update(false);
  }

  /** Sets whether leaves come first, and whether the root is below. */
  direct(bottomUp, upwards) {
    this.bottomUp = bottomUp;
    byId('bottom').setAttribute('aria-pressed', String(bottomUp));
    this.flame.upwards = upwards;
    byId('direction').setAttribute('aria-pressed', String(upwards));
    this.flame.redraw();
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
