// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.page;

/**
 * A page of the same stacks in the simplest form: numbers in JSON, an object for each node, and a
 * picture that visits every node which is not narrower than a pixel. Its script has the names of
 * ours, so the same measurements fit both.
 */
final class PlainPage {

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <title>Plain</title>
      <style>html, body { margin: 0; height: 100%; overflow: hidden }</style>
      <canvas></canvas>
      <script type="application/json" id="profile">{{profile}}</script>
      <script>
      const { names, parent, frame, self } = JSON.parse(document.getElementById('profile').textContent);
      const nodes = parent.map((_, i) => ({ name: names[frame[i]], total: self[i], callees: [] }));
      for (let i = nodes.length - 1; i > 0; i--) {
        const caller = nodes[parent[i]];
        caller.total += nodes[i].total;
        caller.callees.push(nodes[i]);
      }
      const canvas = document.querySelector('canvas');
      canvas.width = innerWidth;
      canvas.height = innerHeight;
      const flame = {
        canvas,
        from: 0,
        to: nodes[0].total,
        scroll: 0,
        draw() {
          const pen = canvas.getContext('2d');
          const scale = canvas.width / (this.to - this.from);
          pen.clearRect(0, 0, canvas.width, canvas.height);
          pen.font = '12px sans-serif';
          const box = (node, start, top) => {
            const left = Math.max((start - this.from) * scale, 0);
            const right = Math.min((start + node.total - this.from) * scale, canvas.width);
            if (right - left < 1 || top > canvas.height) return;
            pen.fillStyle = '#c96';
            pen.fillRect(left, top, right - left, 19);
            if (right - left > 28) {
              pen.fillStyle = '#000';
              pen.fillText(node.name, left + 4, top + 14, right - left - 8);
            }
            for (const callee of node.callees) {
              box(callee, start, top + 20);
              start += callee.total;
            }
          };
          box(nodes[0], 0, -this.scroll);
        },
        redraw() {
          this.pending ??= requestAnimationFrame(() => {
            this.pending = null;
            this.draw();
          });
        },
        pan(across, along) {
          const by = across / canvas.width * (this.to - this.from);
          this.from += by;
          this.to += by;
          this.scroll = Math.max(0, this.scroll + along);
          this.redraw();
        },
        magnify(factor, x) {
          const at = this.from + x / canvas.width * (this.to - this.from);
          this.from = at - (at - this.from) * factor;
          this.to = at + (this.to - at) * factor;
          this.redraw();
        },
      };
      flame.draw();
      window.tiptoe = { flame };
      requestAnimationFrame(() => setTimeout(() => performance.mark('shown')));
      </script>
      """;

  private PlainPage() {}

  /** Returns the page of {@code names}, {@code parent}, {@code frame} and {@code self}, in JSON. */
  static String of(String json) {
    return PAGE.replace("{{profile}}", json.replace("<", "\\u003c"));
  }
}
