// SPDX-License-Identifier: Apache-2.0

namespace Tiptoe.MetadataDump
{
    /// <summary>Something to be said of the rows of a module, a line for each. What cannot be read is said as "?".</summary>
    interface ISection
    {
        void Dump(Module module, Tsv tsv);
    }
}
