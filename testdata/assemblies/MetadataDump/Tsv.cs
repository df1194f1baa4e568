// SPDX-License-Identifier: Apache-2.0

using System.IO;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Text;

namespace Tiptoe.MetadataDump
{
    /// <summary>Rows of fields between tabs, with everything escaped that would break a line or a field.</summary>
    sealed class Tsv
    {
        readonly TextWriter output;
        readonly StringBuilder line = new StringBuilder();

        public Tsv(TextWriter output)
        {
            this.output = output;
        }

        /// <summary>A token; "-" for one of no row.</summary>
        public static string Token(EntityHandle handle) =>
            handle.IsNil ? "-" : "0x" + MetadataTokens.GetToken(handle).ToString("x8");

        public void Row(params string[] fields)
        {
            line.Clear();
            for (int i = 0; i < fields.Length; i++)
            {
                if (i > 0)
                {
                    line.Append('\t');
                }
                Append(fields[i]);
            }
            output.WriteLine(line);
        }

        void Append(string field)
        {
            for (int i = 0; i < field.Length; i++)
            {
                char c = field[i];
                switch (c)
                {
                    case '\\': line.Append("\\\\"); break;
                    case '\t': line.Append("\\t"); break;
                    case '\n': line.Append("\\n"); break;
                    case '\r': line.Append("\\r"); break;
                    default:
                        if (char.IsControl(c) || IsLone(field, i))
                        {
                            line.Append("\\u").Append(((int)c).ToString("x4"));
                        }
                        else
                        {
                            line.Append(c);
                        }
                        break;
                }
            }
        }

        /// <summary>Whether it is half of a surrogate pair without the other, which no UTF-8 can say.</summary>
        static bool IsLone(string text, int at) =>
            char.IsHighSurrogate(text[at])
                ? at + 1 == text.Length || !char.IsSurrogatePair(text, at)
                : char.IsLowSurrogate(text[at]) && (at == 0 || !char.IsSurrogatePair(text, at - 1));
    }
}
