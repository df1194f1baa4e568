// SPDX-License-Identifier: Apache-2.0

/// Names that only F# can have, and modules beside types of their name.
module Tiptoe.Written.Named

open System.Runtime.CompilerServices

[<MethodImpl(MethodImplOptions.NoInlining)>]
let ``adds two (small) numbers`` (a: int) b =
    Is.Here "Named.adds two (small) numbers(int, int)"
    a + b

let ``sells in bulk`` (all: int list) =
    List.map
        (fun x ->
            Is.Here "Named.sells in bulk(FSharpList<int>) → closure"
            x + 1)
        all

type ``a small type``(held: int) =
    [<MethodImpl(MethodImplOptions.NoInlining)>]
    member __.``is it?``(more: int) =
        Is.Here "Named.a small type.is it?(int)"
        held = more

    member __.Lazily() =
        fun () ->
            Is.Here "Named.a small type.Lazily() → closure"
            held

type Basket =
    { Items: int list }

    member this.Total() =
        this.Items |> List.sumBy (fun x ->
            Is.Here "Named.Basket.Total() → closure"
            x)

module Basket =
    let filled count =
        Is.Here "Named.BasketModule.filled(int)"
        { Items = [ 1 .. count ] }

    let doubled basket =
        List.map
            (fun x ->
                Is.Here "Named.BasketModule.doubled(Named.Basket) → closure"
                2 * x)
            basket.Items
