// SPDX-License-Identifier: Apache-2.0

using System.Runtime.CompilerServices;
using System.Threading;

namespace Tiptoe.Workload
{
    /// <summary>Sleeps so many frames deep, as most threads of a server do: its stack stays what it is.</summary>
    sealed class Sleeper : ITool<long>
    {
        readonly int depth;
        readonly int milliseconds;

        public Sleeper(int depth, int milliseconds)
        {
            this.depth = depth;
            this.milliseconds = milliseconds;
        }

        public long Turn(int turn) => Descend(depth);

        [MethodImpl(MethodImplOptions.NoInlining)]
        long Descend(int left)
        {
            if (left == 0)
            {
                Thread.Sleep(milliseconds);
                return 0;
            }
            return Descend(left - 1) + 1;
        }
    }
}
