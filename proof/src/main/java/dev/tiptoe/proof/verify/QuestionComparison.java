// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.com.ComFunction;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks one {@link Question} about all rows of its table. */
final class QuestionComparison<T extends Row> {

  private final Question<T> question;
  private final ComFunction method;
  private final Frame frame = new Frame();
  private final List<@Nullable Object> parameters = new ArrayList<>();
  private final int[] cells;
  private final Findings findings;

  QuestionComparison(Question<T> question, ComReference theirs, Findings findings) {
    this.question = question;
    this.findings = findings;
    method = theirs.function(question.method());
    cells = new int[question.answers().size()];
    int cell = 0;
    for (int i = 0; i < cells.length; i++) {
      Shape shape = question.answers().get(i).shape();
      cells[i] = cell;
      shape.addParameters(frame, cell, parameters);
      cell += shape.cells();
    }
  }

  /** Compares. */
  void run(Image image) {
    for (T row : image.rows(question.table(), question.view())) {
      try {
        if (question.asked().test(row)) {
          ask(row);
        }
      } catch (MetadataFormatException e) {
        compare(row, "is answered", Findings.REFUSED, "yes or no");
      }
      findings.answer();
    }
  }

  private void ask(T row) {
    Object[] inputs = question.inputs().apply(row);
    @Nullable Object[] all = new Object[inputs.length + parameters.size()];
    System.arraycopy(inputs, 0, all, 0, inputs.length);
    for (int i = 0; i < parameters.size(); i++) {
      all[inputs.length + i] = parameters.get(i);
    }
    frame.clear();
    boolean theirs = !Hresult.isFailure(method.ask(all));
    boolean ours = question.present().test(row);
    if (ours != theirs) {
      compare(row, "is answered", ours, theirs);
    } else if (ours) {
      compareAnswers(row);
    }
  }

  private void compareAnswers(T row) {
    for (int i = 0; i < cells.length; i++) {
      ComparedAnswer<T> answer = question.answers().get(i);
      Object ours = Findings.ours(() -> answer.ours().apply(row));
      compare(row, answer.name(), ours, answer.shape().read(frame, cells[i]));
    }
  }

  private void compare(T row, String name, Object ours, Object theirs) {
    findings.compare(
        TableSchema.ECMA_335.nameOf(question.table()),
        row.rid(),
        question.method() + " " + name,
        ours,
        theirs);
  }
}
