// SPDX-License-Identifier: Apache-2.0
// Colours of frames: a hue for each kind, a shade for each module; for a difference, two colours with an arrow in the text.

export class Colors {
  constructor(model) {
    this.model = model;
    this.update();
  }

  /** Reads the theme of the page. */
  update() {
    this.dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    const { model, dark } = this;
    this.ofFrame = model.frames.name.map((_, frame) => {
      const { hue } = model.kind(frame);
      const shade = hashed(model.module(frame)) % 12;
      return dark ? `hsl(${hue} 42% ${26 + shade}%)` : `hsl(${hue} 72% ${74 + shade}%)`;
    });
    this.ink = dark ? '#f2f2f2' : '#16181c';
    this.root = dark ? '#3a3f47' : '#d9dde3';
    this.found = dark ? '#8c2f84' : '#f4a6ee';
  }

  /** The colour of a share of change, from -1 to 1. */
  ofChange(change) {
    const strength = Math.min(1, Math.abs(change) * 20);
    if (strength < 0.02) {
      return this.root;
    }
    const hue = change > 0 ? 12 : 212;
    return this.dark ? `hsl(${hue} ${30 + 40 * strength}% ${30 + 8 * strength}%)` : `hsl(${hue} ${50 + 40 * strength}% ${90 - 24 * strength}%)`;
  }
}

function hashed(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  }
  return h >>> 8;
}
