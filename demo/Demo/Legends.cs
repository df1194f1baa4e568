// SPDX-License-Identifier: Apache-2.0

namespace Tiptoe.Demo
{
    // Nothing in the harbour touches these types, so a runtime never loads them.

    sealed class SeaSerpent
    {
        public int Coils;

        public void Rise() => Coils++;
    }

    struct GhostLight
    {
        public double Brightness;

        public void Flare() => Brightness = 1;

        public readonly bool IsSeen => Brightness > 0;
    }

    sealed class Treasure<T>
    {
        public T[] Chest = System.Array.Empty<T>();

        public T Dig(int depth) => Chest[depth];

        public enum Map
        {
            Lost,
            Found,
        }
    }
}
