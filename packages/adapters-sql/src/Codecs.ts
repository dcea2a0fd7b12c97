import { DateTime, Effect, Schema, SchemaTransformation } from "effect"
import type { SqlError } from "effect/sql"
import { asDefect } from "./asDefect.ts"

/** JSON kept in a text column on both dialects, for values that are never queried inside. */
export const json = <S extends Schema.Constraint>(schema: S) => Schema.fromJsonString(Schema.toCodecJson(schema))

/** An instant: `timestamptz` on PostgreSQL (read as Date), fixed-width UTC text on SQLite. Written as text on both. */
export const InstantColumn = Schema.Union([Schema.Date, Schema.String]).pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    SchemaTransformation.transform({
      decode: (value) => DateTime.makeUnsafe(value),
      encode: (value) => DateTime.formatIso(value)
    })
  )
)

/** An instant as the drivers hand it out: a Date by PostgreSQL, text by SQLite. */
export type InstantValue = Date | string

/** Reads an instant without a schema, for rows that are read in great numbers. */
export const readInstant = (value: InstantValue): DateTime.Utc =>
  DateTime.makeUnsafe(typeof value === "string" ? Date.parse(value) : value.getTime())

/** A boolean: `boolean` on PostgreSQL, 0 or 1 on SQLite. Written as 0 or 1 to SQLite by `Dialect.bool`. */
export const BooleanColumn = Schema.Union([Schema.Boolean, Schema.Int]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (value) => value === true || value === 1,
      encode: (value) => value as boolean | number
    })
  )
)

/** A whole number that a driver may hand out as number, text or bigint. */
export const IntegerColumn = Schema.Union([Schema.Number, Schema.String, Schema.BigInt]).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (value) => Number(value),
      encode: (value) => value as number | string | bigint
    })
  )
)

/** The one place where driver and decoding failures leave the typed channel. */
export const orDieSql = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, never, R> =>
  Effect.catch(effect, (failure) => Effect.die(asDefect(failure)))

/** Turns a violated unique index into the caller's error; every other failure of the driver is a defect. */
export const onUniqueViolation =
  <E2>(error: () => E2) => <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>): Effect.Effect<A, E2, R> =>
    Effect.catch(
      effect,
      (failure): Effect.Effect<never, E2> =>
        failure.reason._tag === "UniqueViolation" ? Effect.fail(error()) : Effect.die(asDefect(failure))
    )
