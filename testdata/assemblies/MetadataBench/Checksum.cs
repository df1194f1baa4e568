// SPDX-License-Identifier: Apache-2.0

using System;

namespace Tiptoe.MetadataBench
{
    /// <summary>A sum over answers in their order, which both sides make alike.</summary>
    sealed class Checksum
    {
        public Checksum(bool whole)
        {
            IsWhole = whole;
        }

        /// <summary>Whether all of each answer counts.</summary>
        public bool IsWhole { get; }

        public int Count { get; private set; }

        public long Sum { get; private set; }

        /// <summary>One more answer, a number.</summary>
        public void Add(long answer)
        {
            Count++;
            Sum = unchecked((Sum * 31) + answer);
        }

        /// <summary>
        /// One more answer, a text. As a rule only its length and its last character count: it would cost more to go
        /// through a text than to make it.
        /// </summary>
        public void Add(string answer)
        {
            Add(IsWhole ? Hash(answer) : ((long)answer.Length << 16) + (answer.Length == 0 ? 0 : answer[^1]));
        }

        /// <summary>One more answer, an ID, of which the first field counts, or its text.</summary>
        public unsafe void Add(Guid answer)
        {
            if (IsWhole)
            {
                Add(answer.ToString("D"));
            }
            else
            {
                Add(*(int*)&answer);
            }
        }

        static long Hash(string text)
        {
            long hash = 0;
            foreach (char c in text)
            {
                hash = unchecked((hash * 31) + c);
            }
            return hash;
        }
    }
}
