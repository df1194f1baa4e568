// SPDX-License-Identifier: Apache-2.0

/// Functions, closures and computation expressions in a module.
module Tiptoe.Written.Shop

open System
open System.Collections.Generic
open System.Runtime.CompilerServices

let buy count =
    Is.Here "Shop.buy(int)"
    List.map
        (fun x ->
            Is.Here "Shop.buy(int) → closure"
            x + count)
        [ 1; 2 ]
    |> List.filter (fun x ->
        Is.Here "Shop.buy(int) → closure"
        x > count)

let nested count =
    List.map
        (fun x ->
            Is.Here "Shop.nested(int) → closure"
            List.map
                (fun y ->
                    Is.Here "Shop.nested(int) → closure"
                    x + y + count)
                [ 1 ])
        [ 2 ]

[<MethodImpl(MethodImplOptions.NoInlining)>]
let curried a b c =
    Is.Here "Shop.curried(int, int, int)"
    a + b + c

let partly = curried 1

let inner x =
    let local y =
        Is.Here "Shop.inner(int) → closure local"
        if y > 3 then x + y else x - y
    List.map local [ 1; 5 ]

let looped limit =
    let rec loop n =
        Is.Here "Shop.looped(int) → closure loop"
        if n > limit then List.map (fun k -> Is.Here "Shop.looped(int) → closure loop"; k + n) [ n ]
        else loop (n * 2)
    loop 1

let generic<'T> (values: 'T list) =
    List.map
        (fun (value: 'T) ->
            Is.Here "Shop.generic<T>(FSharpList<T>) → closure"
            [ value ])
        values

let sequence count =
    seq {
        Is.Here "Shop.sequence(int) (iterator)"
        for i in 1 .. count do
            yield i
        yield! [ count ]
    }

let guarded (all: IEnumerable<int>) =
    seq {
        use e = all.GetEnumerator()
        try
            while e.MoveNext() do
                yield e.Current
        finally
            Is.Here "Shop.guarded(IEnumerable<int>) (iterator)"
    }

let waited x =
    async {
        Is.Here "Shop.waited(int) → closure"
        let! y = async.Return x
        Is.Here "Shop.waited(int) → closure"
        try
            do! Async.Sleep 1
        finally
            Is.Here "Shop.waited(int) → closure"
        for i in [ 1; y ] do
            Is.Here "Shop.waited(int) → closure"
            do! Async.Sleep i
        return y
    }

let made name =
    { new IDisposable with
        member __.Dispose() =
            Is.Here "Shop.made(string) → object expression Dispose"
            printfn "%s" name }

let compared (names: string list) =
    let order =
        { new IComparer<string> with
            member __.Compare(x, y) =
                Is.Here "Shop.compared(FSharpList<string>) → object expression Compare"
                names |> List.sumBy (fun n ->
                    Is.Here "Shop.compared(FSharpList<string>) → object expression Compare → closure order"
                    n.Length + x.Length - y.Length) }
    order.Compare("a", "b")

let delegated (x: int) =
    Func<int, int>(fun y ->
        Is.Here "Shop.delegated(int) → closure"
        x + y)

let delayed x =
    lazy
        (Is.Here "Shop.delayed(int) → closure"
         x + 1)

let (|Even|Odd|) n =
    Is.Here "Shop.|Even|Odd|(int)"
    if n % 2 = 0 then Even else Odd

let (|Divides|_|) by n =
    [ n ] |> List.tryPick (fun k ->
        Is.Here "Shop.|Divides|_|(int, int) → closure"
        if k % by = 0 then Some k else None)

let told n =
    match n with
    | Divides 3 k -> k
    | Even -> 2
    | Odd -> 1

let (+++) (a: int list) b =
    List.map (fun x ->
        Is.Here "Shop.op_PlusPlusPlus(FSharpList<int>, int) → closure"
        x + b) a

let atStart =
    List.map
        (fun x ->
            Is.Here "initialization of Shop → closure atStart"
            x + 1)
        [ 1; 2 ]

let kept =
    let mutable count = 0
    let step = ref 1
    fun x ->
        Is.Here "initialization of Shop → closure kept"
        x + !step + count

module Inside =
    let deeper x =
        List.map
            (fun y ->
                Is.Here "Shop.Inside.deeper(int) → closure"
                x + y)
            [ x ]
