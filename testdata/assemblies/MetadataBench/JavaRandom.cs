// SPDX-License-Identifier: Apache-2.0

namespace Tiptoe.MetadataBench
{
    /// <summary>The numbers of <c>java.util.Random</c>, so that both sides shuffle alike.</summary>
    sealed class JavaRandom
    {
        const ulong Multiplier = 0x5DEECE66D;
        const ulong Mask = (1UL << 48) - 1;

        ulong state;

        public JavaRandom(long seed)
        {
            state = ((ulong)seed ^ Multiplier) & Mask;
        }

        /// <summary>A number that is not negative and below a bound.</summary>
        public int Next(int bound)
        {
            unchecked
            {
                int bits = Next31(), value;
                if ((bound & (bound - 1)) == 0)
                {
                    return (int)((bound * (long)bits) >> 31);
                }
                for (value = bits % bound; bits - value + (bound - 1) < 0; value = bits % bound)
                {
                    bits = Next31();
                }
                return value;
            }
        }

        /// <summary>The numbers from 0 below a count, in the order of <c>Collections.shuffle</c>.</summary>
        public int[] Shuffled(int count)
        {
            var order = new int[count];
            for (int i = 0; i < count; i++)
            {
                order[i] = i;
            }
            for (int i = count; i > 1; i--)
            {
                int other = Next(i);
                (order[i - 1], order[other]) = (order[other], order[i - 1]);
            }
            return order;
        }

        int Next31()
        {
            state = unchecked((state * Multiplier) + 0xB) & Mask;
            return (int)(state >> 17);
        }
    }
}
