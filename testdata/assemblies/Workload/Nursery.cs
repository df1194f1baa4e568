// SPDX-License-Identifier: Apache-2.0

using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Tiptoe.Workload
{
    /// <summary>Grows trees and lets most of them die young; some stay for a while, so that every generation has work.</summary>
    sealed class Nursery : ITool<long>
    {
        const int Kept = 16;

        readonly int depth;
        readonly Queue<Tree<string>> kept = new Queue<Tree<string>>();

        public Nursery(int depth) => this.depth = depth;

        public long Turn(int turn)
        {
            var tree = Tree<string>.Grown(depth, number => "leaf " + ((number + turn) & 7));
            if (turn % 8 == 0)
            {
                kept.Enqueue(tree);
            }
            if (kept.Count > Kept)
            {
                kept.Dequeue();
            }
            return tree.Measure(leaf => leaf.Length);
        }
    }

    sealed class Tree<T>
        where T : class
    {
        readonly Tree<T>? left;
        readonly Tree<T>? right;
        readonly T content;

        Tree(Tree<T>? left, Tree<T>? right, T content)
        {
            this.left = left;
            this.right = right;
            this.content = content;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static Tree<T> Grown(int depth, System.Func<int, T> content) =>
            depth == 0
                ? new Tree<T>(null, null, content(depth))
                : new Tree<T>(Grown(depth - 1, content), Grown(depth - 1, content), content(depth));

        [MethodImpl(MethodImplOptions.NoInlining)]
        public long Measure(System.Func<T, int> of) =>
            of(content) + (left is null || right is null ? 0 : left.Measure(of) + right.Measure(of));
    }
}
