import { DateTime, Effect, Schema, SchemaTransformation } from "effect"
import type { SqlError } from "effect/sql"
import { asDefect } from "./asDefect.ts"

/** JSON in a text column of both databases, for values that are never queried by member. */
export const json = <S extends Schema.Constraint>(schema: S) => Schema.fromJsonString(Schema.toCodecJson(schema))

/** Instant: `timestamptz` on PostgreSQL (read as Date), UTC text of fixed width on SQLite. Written as text on both. */
export const InstantColumn = Schema.Union([Schema.Date, Schema.String]).pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    SchemaTransformation.transform({
      decode: (value) => DateTime.makeUnsafe(value),
      encode: (value) => DateTime.formatIso(value)
    })
  )
)

/** Instant as returned by the drivers: a Date from PostgreSQL, text from SQLite. */
export type InstantValue = Date | string

/** Reads an instant without a schema, for reads of many rows. */
export const readInstant = (value: InstantValue): DateTime.Utc =>
  DateTime.makeUnsafe(typeof value === "string" ? Date.parse(value) : value.getTime())

/** Boolean: `boolean` on PostgreSQL, 0 or 1 on SQLite, written by `Dialect.bool`. */
export const BooleanColumn = Schema.Union([Schema.Boolean, Schema.Int]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (value) => value === true || value === 1,
      encode: (value) => value as boolean | number
    })
  )
)

/** Null as an empty text, which both databases sort alike. */
export const EmptyText = Schema.String.pipe(
  Schema.decodeTo(
    Schema.NullOr(Schema.String),
    SchemaTransformation.transform({
      decode: (text: string): string | null => text === "" ? null : text,
      encode: (value: string | null): string => value ?? ""
    })
  )
)

/** Integer that a driver returns as number, text or bigint. */
export const IntegerColumn = Schema.Union([Schema.Number, Schema.String, Schema.BigInt]).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (value) => Number(value),
      encode: (value) => value as number | string | bigint
    })
  )
)

/** Turns failures of drivers and of decoding into defects; nothing else does so. */
export const orDieSql = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, never, R> =>
  Effect.catch(effect, (failure) => Effect.die(asDefect(failure)))

/** Turns a violated unique index into the caller's error; any other failure of the driver is a defect. */
export const onUniqueViolation =
  <E2>(error: () => E2) => <A, R>(effect: Effect.Effect<A, SqlError.SqlError, R>): Effect.Effect<A, E2, R> =>
    Effect.catch(
      effect,
      (failure): Effect.Effect<never, E2> =>
        failure.reason._tag === "UniqueViolation" ? Effect.fail(error()) : Effect.die(asDefect(failure))
    )
