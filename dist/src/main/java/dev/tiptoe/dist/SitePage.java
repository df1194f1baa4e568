// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page in Markdown on its way to HTML. Immutable.
 *
 * @param path the path of its HTML in the site
 * @param title its first heading
 * @param body its content as HTML
 */
record SitePage(String path, String title, String body) {

  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());

  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().extensions(EXTENSIONS).escapeHtml(true).build();

  /** Says where in the site a link leads. */
  interface Links {
    /** Returns the destination in the site for one in the Markdown. */
    String resolve(String destination);
  }

  /** Renders a page. */
  static SitePage of(String path, String markdown, Links links) {
    Node page = PARSER.parse(markdown);
    StringBuilder title = new StringBuilder();
    page.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            link.setDestination(links.resolve(link.getDestination()));
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            image.setDestination(links.resolve(image.getDestination()));
            visitChildren(image);
          }

          @Override
          public void visit(Heading heading) {
            if (heading.getLevel() == 1 && title.length() == 0) {
              heading.accept(new Words(title));
            }
            visitChildren(heading);
          }
        });
    return new SitePage(path, title.toString(), RENDERER.render(page));
  }

  /** Collects the words of a heading. */
  private static final class Words extends AbstractVisitor {

    private final StringBuilder words;

    Words(StringBuilder words) {
      this.words = words;
    }

    @Override
    public void visit(Text text) {
      words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
      words.append(code.getLiteral());
    }
  }
}
