// SPDX-License-Identifier: Apache-2.0
// The buttons, tabs, panels and keys.

import { isTyping, listKeys, onKeys } from './keys.js';

export const TABS = ['flame', 'methods', 'sandwich', 'loaded'];

const DARK = '(prefers-color-scheme: dark)';

export const byId = (id) => document.getElementById(id);

/** Shows a theme: `light` or `dark`. */
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId('theme').setAttribute('aria-label', `Theme: ${name}`);
}

/** Shows the theme of the system. */
export function startTheme() {
  setTheme(matchMedia(DARK).matches ? 'dark' : 'light');
}

/** Has the controls act on the page. */
export class Controls {
  constructor(app) {
    this.app = app;
    TABS.forEach((name) => byId(`tab-${name}`).addEventListener('click', () => app.open(name)));
    byId('tabs').addEventListener('keydown', (event) => this.tabKey(event));
    byId('search').addEventListener('input', () => app.search());
    byId('search').addEventListener('keydown', (event) => this.searchKey(event));
    byId('direction').addEventListener('click', () => app.turn());
    byId('bottom').addEventListener('click', () => app.invert());
    byId('theme').addEventListener('click', () => this.nextTheme());
    this.disclosure('filters-button', 'filters', () => app.filters.fill());
    this.disclosure('help-button', 'help', () => listKeys(byId('help')));
    onKeys(this.keys());
    // Before any picture or table takes the key.
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !isTyping(event) && this.closePanels()) {
        event.preventDefault();
        event.stopPropagation();
      }
    }, true);
    document.addEventListener('copy', (event) => this.copy(event));
    matchMedia(DARK).addEventListener('change', ({ matches: dark }) => this.retheme(dark ? 'dark' : 'light'));
  }

  /** What each key does. */
  keys() {
    const { app } = this;
    return {
      1: () => app.open('flame'),
      2: () => app.open('methods'),
      3: () => app.open('sandwich'),
      4: () => app.hasTab('loaded') && app.open('loaded'),
      '/': () => byId('search').select(),
      c: () => app.open('sandwich'),
      f: () => (app.frame !== null || app.focused !== null) && app.focus(app.frame),
      u: () => app.turn(),
      b: () => app.invert(),
      d: () => this.nextTheme(),
      g: () => this.toView(),
      t: () => byId('timeline').querySelector('canvas').focus(),
      m: () => byId('filters-button').click(),
      '?': () => byId('help-button').click(),
    };
  }

  /** Gives the focus to the picture or table. */
  toView() {
    byId(this.app.tab).querySelector('[tabindex="0"]').focus();
  }

  tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const shown = TABS.filter((name) => this.app.hasTab(name));
      const next = shown[(shown.indexOf(this.app.tab) + step + shown.length) % shown.length];
      this.app.open(next);
      byId(`tab-${next}`).focus();
    }
  }

  searchKey(event) {
    if (event.key === 'Escape') {
      event.preventDefault();
      byId('search').value = '';
      this.app.search();
    }
    if (event.key === 'Escape' || event.key === 'Enter') {
      this.toView();
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
    const { tab, frame, model } = this.app;
    const isText = !getSelection().isCollapsed || event.target instanceof HTMLInputElement;
    if (!isText && frame !== null && (tab === 'flame' || tab === 'sandwich')) {
      event.clipboardData.setData('text/plain', model.frames.name[frame]);
      event.preventDefault();
    }
  }

  nextTheme() {
    this.retheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  }

  retheme(name) {
    setTheme(name);
    this.app.recolor();
  }
}
