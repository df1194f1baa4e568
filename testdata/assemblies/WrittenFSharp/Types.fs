// SPDX-License-Identifier: Apache-2.0
// The next line names the file as it is in the PDB: a quotation keeps the path, which --pathmap does not reach.
# 4 "/WrittenFSharp/Types.fs"

namespace Tiptoe.Written

open System
open System.Linq

/// Members of classes, records, unions and interfaces.
type Crate<'T>(held: 'T) =
    let started =
        List.map
            (fun (x: int) ->
                Is.Here "Crate<T>.Crate(T) → closure"
                (x, held))
            [ 1 ]

    member __.Lazily(other: 'T, own: bool) =
        fun () ->
            Is.Here "Crate<T>.Lazily(T, bool) → closure"
            if own then snd started.Head else other

    member __.Mapped<'U>(other: 'T) =
        fun (u: 'U) ->
            Is.Here "Crate<T>.Mapped<U>(T) → closure"
            (u, other, held)

    member __.Count
        with get () =
            List.sumBy
                (fun x ->
                    Is.Here "Crate<T>.Count.get → closure"
                    x)
                [ started.Length ]
        and set (value: int) =
            List.iter
                (fun x ->
                    Is.Here "Crate<T>.Count.set → closure"
                    ignore (x + value))
                [ 1 ]

    member __.Buy(count: int) =
        List.map
            (fun x ->
                Is.Here "Crate<T>.Buy(int) → closure"
                x + count)
            [ 1 ]

    member __.Buy(name: string) =
        List.map
            (fun x ->
                Is.Here "Crate<T>.Buy(string) → closure"
                x + name.Length)
            [ 1 ]

    member __.Wait(x: int) =
        async {
            Is.Here "Crate<T>.Wait(int) → closure"
            do! Async.Sleep x
            Is.Here "Crate<T>.Wait(int) → closure"
            return held
        }

    member __.Items(count: int) =
        seq {
            Is.Here "Crate<T>.Items(int) (iterator)"
            for _ in 1 .. count do
                yield held
        }

    static member (+)(left: Crate<'T>, right: Crate<'T>) =
        List.map
            (fun x ->
                Is.Here "Crate<T>.operator +(Crate<T>, Crate<T>) → closure"
                (x, left, right))
            [ 1 ]

    interface IDisposable with
        member __.Dispose() =
            List.iter
                (fun (x: int) ->
                    Is.Here "Crate<T>.System-IDisposable-Dispose() → closure"
                    ignore (x, held))
                [ 1 ]

type Shape =
    | Circle of int
    | Square of int

    member this.Area =
        let scaled k =
            Is.Here "Shape.Area.get → closure scaled"
            match this with
            | Circle r -> 3 * r * r * k
            | Square a -> a * a * k
        List.sumBy scaled [ 1; 2 ]

type Point =
    { X: int
      Y: int }

    member this.Sum() =
        [ this.X; this.Y ]
        |> List.sumBy (fun x ->
            Is.Here "Point.Sum() → closure"
            x + this.X)

type Extensions =
    static member Queried(source: IQueryable<int>, least: int) =
        query {
            for x in source do
                where (x > least)
                select (x + 1)
        }
