// SPDX-License-Identifier: Apache-2.0

using System;

namespace Tiptoe.Constructs
{
    /// <summary>Names that a reader may stumble over.</summary>
    static class Names
    {
        public static int Run() =>
            new 名前().値 + new Ελληνικά.Ünïcödé().@class(1) + new FileLocal().Value + Level1.Level2.Level3.Level4.Level5
                .Level6.Level7.Level8.Level9.Level10.Level11.Level12.Deep<int>() + new Same().Arity + new Same<int>().Arity
            + new Same<int, int>().Arity;
    }

    class 名前
    {
        public int 値 => 1;
    }

    namespace Ελληνικά
    {
        class Ünïcödé
        {
            public int @class(int @int) => @int;

            public int e\u0301gal { get; set; }
        }
    }

    class Same
    {
        public int Arity => 0;
    }

    class Same<T>
    {
        public int Arity => 1;
    }

    class Same<T, U>
    {
        public int Arity => 2;

        public class Same1<V>
        {
        }
    }

    file class FileLocal
    {
        public int Value => 3;

        public class Inside
        {
        }
    }

    class Level1
    {
        public class Level2
        {
            public class Level3
            {
                public class Level4
                {
                    public class Level5
                    {
                        public class Level6
                        {
                            public class Level7
                            {
                                public class Level8
                                {
                                    public class Level9
                                    {
                                        public class Level10
                                        {
                                            public class Level11<T>
                                            {
                                            }

                                            public class Level11
                                            {
                                                public struct Level12
                                                {
                                                    public static int Deep<T>() => typeof(T).Name.Length;
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
