// SPDX-License-Identifier: Apache-2.0
// Colours of frames: a hue for each kind, a shade for each module; for a difference, two colours with a sign in the text.

export class Colors {
  constructor(model) {
    this.model = model;
    this.update();
  }

  /** Reads the theme of the page. */
  update() {
    this.dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    const { model, dark } = this;
    const shades = model.modules.map((name) => hashed(name) % 10);
    this.root = dark ? '#3a3f47' : '#d9dde3';
    this.ofFrame = model.frames.name.map((_, frame) => {
      const { hue } = model.kind(frame);
      const shade = shades[model.frames.module[frame]] ?? 0;
      return dark ? `hsl(${hue} 42% ${25 + shade}%)` : `hsl(${hue} 70% ${76 + shade}%)`;
    });
    if (model.joined) {
      this.ofFrame[model.joined.frame] = this.root;
    }
    this.ink = dark ? '#f2f2f2' : '#16181c';
    this.found = dark ? '#8c2f84' : '#f29be9';
    this.faded = dark ? '#23272d' : '#eef0f3';
    this.fadedInk = dark ? '#a9b1bc' : '#565d67';
  }

  /** The colour of a kind, as a legend shows it. */
  ofKind({ hue }) {
    return this.dark ? `hsl(${hue} 48% 48%)` : `hsl(${hue} 70% 66%)`;
  }

  /** The colour of a share of change, from -1 to 1. */
  ofChange(change) {
    const strength = Math.min(1, Math.abs(change) * 12);
    if (strength < 0.01) {
      return this.root;
    }
    const hue = change > 0 ? 16 : 212;
    return this.dark ? `hsl(${hue} ${30 + 40 * strength}% ${28 + 8 * strength}%)` : `hsl(${hue} ${50 + 40 * strength}% ${90 - 20 * strength}%)`;
  }
}

function hashed(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  }
  return h >>> 8;
}
