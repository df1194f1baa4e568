// SPDX-License-Identifier: Apache-2.0

/// States where in the source the call is written.
module Is

open System.Runtime.CompilerServices

[<MethodImpl(MethodImplOptions.NoInlining)>]
let Here (place: string) = ()
