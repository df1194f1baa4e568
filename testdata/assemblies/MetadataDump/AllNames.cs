// SPDX-License-Identifier: Apache-2.0

using System.Collections.Generic;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tiptoe.MetadataDump
{
    /// <summary>The name of every row of some tables: token, name.</summary>
    sealed class AllNames : ISection
    {
        readonly IEnumerable<TableIndex> tables;

        public AllNames(IEnumerable<TableIndex> tables)
        {
            this.tables = tables;
        }

        public void Dump(Module module, Tsv tsv)
        {
            var names = new Names(module.Reader);
            foreach (TableIndex table in tables)
            {
                foreach (EntityHandle row in module.Rows(table))
                {
                    tsv.Row(Tsv.Token(row), Damaged.Or("?", () => names.Of(row)));
                }
            }
        }
    }
}
