import type { DateTime } from "effect"

/** JSON form of a value, with instants as text. */
export type Kept<T> = T extends DateTime.Utc ? string
  : T extends string | number | boolean | null ? T
  : T extends ReadonlyArray<infer Item> ? ReadonlyArray<Kept<Item>>
  : { readonly [K in keyof T]: Kept<T[K]> }

/** Maps a value unless it is null. */
export const orNull = <A, B>(value: A | null, read: (value: A) => B): B | null => value === null ? null : read(value)
