// SPDX-License-Identifier: Apache-2.0
// The state of the view in the fragment of the page's address, so that a link leads to what one sees.

const START = {
  tab: 'flame', search: '', from: '', to: '', thread: '-1', modules: '', kinds: '', focus: '', frame: '', path: '', zoom: '', up: '', bottom: '', loaded: '',
};

/** The state in the fragment. */
export class State {
  /** @param start values at the start that differ from page to page */
  constructor(start) {
    this.start = { ...START, ...start };
    this.read();
  }

  /** Reads the fragment; what it does not say is as at the start. */
  read() {
    const given = new URLSearchParams(location.hash.slice(1));
    this.values = Object.fromEntries(Object.entries(this.start).map(([key, value]) => [key, given.get(key) ?? value]));
  }

  /** Writes what differs from the start into the fragment, without a new entry in the history. */
  write(values) {
    this.values = values;
    const shown = new URLSearchParams(Object.entries(values).filter(([key, value]) => value !== this.start[key]));
    const text = shown.toString();
    if (text !== location.hash.slice(1)) {
      history.replaceState(null, '', text === '' ? location.pathname + location.search : `#${text}`);
    }
  }
}
