// SPDX-License-Identifier: Apache-2.0

using System.Reflection.Metadata;

namespace Tiptoe.MetadataDump
{
    /// <summary>The hash of that name, of 64 bits, as 16 hexadecimal digits: bytes that differ have another.</summary>
    static class Fnv1a
    {
        const ulong Basis = 0xcbf29ce484222325;
        const ulong Prime = 0x100000001b3;

        public static string Of(BlobReader bytes)
        {
            ulong hash = Basis;
            while (bytes.RemainingBytes > 0)
            {
                hash = unchecked((hash ^ bytes.ReadByte()) * Prime);
            }
            return hash.ToString("x16");
        }
    }
}
