// SPDX-License-Identifier: Apache-2.0

using System;

namespace Tiptoe.MetadataDump
{
    /// <summary>What to say in place of what cannot be read.</summary>
    static class Damaged
    {
        public static string Or(string otherwise, Func<string> read)
        {
            try
            {
                return read();
            }
            catch (BadImageFormatException)
            {
                return otherwise;
            }
        }
    }
}
