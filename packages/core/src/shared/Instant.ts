import { DateTime, Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"

/** A moment in UTC, in whole seconds. */
export type Instant = DateTime.Utc

const rfc3339 = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i

const parse = (text: string): DateTime.Utc | undefined => {
  const match = rfc3339.exec(text.trim())
  if (match === null) return undefined
  const [, date, time = "00:00:00", , zone = "Z"] = match
  const parsed = DateTime.make(`${date}T${time}${zone.toUpperCase()}`)
  if (parsed._tag === "None") return undefined
  const utc = DateTime.toUtc(parsed.value)
  const dayExists = zone.toUpperCase() !== "Z" || DateTime.formatIsoDateUtc(utc) === date
  return dayExists ? utc : undefined
}

/** Writes an instant as `YYYY-MM-DDTHH:MM:SSZ`. */
export const format = (instant: DateTime.DateTime): string => `${DateTime.formatIso(instant).slice(0, 19)}Z`

/**
 * An instant on the wire. Written as `YYYY-MM-DDTHH:MM:SSZ`; read from RFC 3339 text, where a missing zone means UTC
 * and a bare date means its midnight. Fractions of a second are dropped.
 * Source: REST specification, "Time format".
 */
export const Instant = Schema.String.pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    SchemaTransformation.transformEffect({
      decode: (text, options) => {
        const instant = parse(text)
        return instant === undefined
          ? Effect.fail(
            new SchemaIssue.InvalidValue(
              { expected: "an RFC 3339 date and time", issueType: "datetime_parsing" },
              text,
              options
            )
          )
          : Effect.succeed(instant)
      },
      encode: (instant) => Effect.succeed(format(instant))
    })
  )
).pipe(Schema.annotateEncoded({ format: "date-time" }))

/** The current instant of the runtime's clock. */
export const now: Effect.Effect<Instant> = Effect.map(DateTime.now, DateTime.startOf("second"))

/** Whether `instant` is at or before `reference`. */
export const hasPassed = (instant: Instant, reference: Instant): boolean =>
  DateTime.isLessThanOrEqualTo(instant, reference)
