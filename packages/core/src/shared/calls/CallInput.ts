import type { DateTime, Schema } from "effect"

/** An instant in an argument: a `Date`, or ISO text such as `2026-01-31T12:00:00Z`. */
export type InstantInput = Date | string

type Scalar = string | number | boolean | bigint | null | undefined

type OptionalKeys<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? K : never }[keyof T]

type MemberIn<T, K> = T extends unknown ? K extends keyof T ? T[K] : never : never

type ItemIn<T> = T extends ReadonlyArray<infer Item> ? Item : never

type TextInput<E, T> = [Extract<T, DateTime.DateTime>] extends [never] ? E : InstantInput

/** Wire form `E` of a value of type `T`, in which instants may also be dates. */
type WireInput<E, T> = E extends Scalar ? E extends string ? TextInput<E, T> : E
  : E extends ReadonlyArray<infer Item> ? number extends E["length"] ? ReadonlyArray<WireInput<Item, ItemIn<T>>> : E
  : E extends object ? {
      readonly [K in keyof E]: WireInput<E[K], MemberIn<T, K>> | (K extends OptionalKeys<E> ? undefined : never)
    }
  : E

/** Argument of a schema as callers write it: the wire form, in which instants may also be dates. */
export type InputOf<S extends Pick<Schema.Constraint, "Type" | "Encoded">> = WireInput<S["Encoded"], S["Type"]>

/** Wire form of a schema, in which results are returned. */
export type JsonOf<S extends Pick<Schema.Constraint, "Encoded">> = S["Encoded"]
