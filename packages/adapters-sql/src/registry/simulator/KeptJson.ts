import type { DateTime } from "effect"

/** A value as JSON keeps it: instants are text. */
export type Kept<T> = T extends DateTime.Utc ? string
  : T extends string | number | boolean | null ? T
  : T extends ReadonlyArray<infer Item> ? ReadonlyArray<Kept<Item>>
  : { readonly [K in keyof T]: Kept<T[K]> }

/** Reads a value where there is one. */
export const orNull = <A, B>(value: A | null, read: (value: A) => B): B | null => value === null ? null : read(value)
