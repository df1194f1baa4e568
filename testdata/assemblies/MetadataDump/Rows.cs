// SPDX-License-Identifier: Apache-2.0

using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataDump
{
    /// <summary>
    /// The rows of all tables that are more than a signature, an attribute or a body, with what belongs to them: token,
    /// then fields in the order in which the methods below name them. Numbers are decimal, flags hexadecimal, a list of
    /// tokens has spaces between them, a blob is its length and hash.
    /// </summary>
    sealed class Rows : ISection
    {
        public void Dump(Module module, Tsv tsv)
        {
            var tables = new RowTexts(module);
            foreach (var (table, texts) in tables.ByTable)
            {
                foreach (EntityHandle row in module.Rows(table))
                {
                    tsv.Row(Fields(() => texts(row)).Prepend(Tsv.Token(row)).ToArray());
                }
            }
        }

        static IEnumerable<string> Fields(Func<object[]> texts)
        {
            try
            {
                return texts().Select(Text).ToList();
            }
            catch (BadImageFormatException)
            {
                return new[] { "?" };
            }
        }

        public static string Text(object field) => field switch
        {
            EntityHandle handle => Tsv.Token(handle),
            IEnumerable<EntityHandle> handles => string.Join(" ", handles.Select(Tsv.Token)),
            BlobReader blob => blob.Length == 0 ? "" : blob.Length + ":" + Fnv1a.Of(blob),
            Enum flags => "0x" + Convert.ToUInt64(flags).ToString("x"),
            Guid guid => guid.ToString("D"),
            _ => FormattableString.Invariant($"{field}"),
        };
    }
}
