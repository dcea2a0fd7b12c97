import { DateTime, Effect, Schema, SchemaGetter, SchemaIssue } from "effect"

/** Time in UTC, in whole seconds. */
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
export const format = (instant: DateTime.DateTime): string => formatMillis(DateTime.toEpochMillis(instant))

/**
 * Writes milliseconds since 1970 as `YYYY-MM-DDTHH:MM:SSZ`. The dates of days are cached: most of the time is spent on
 * the calendar, and reports contain millions of instants.
 */
export const formatMillis = (millis: number): string => {
  const seconds = Math.floor(millis / 1000)
  const day = Math.floor(seconds / secondsPerDay)
  const second = seconds - day * secondsPerDay
  return `${dayText(day)}${minuteTexts[Math.floor(second / 60)]}${secondTexts[second % 60]}`
}

const secondsPerDay = 86_400
const twoDigits = (number: number): string => String(number).padStart(2, "0")
const minuteTexts = Array.from(
  { length: 1440 },
  (_, minute) => `T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:`
)
const secondTexts = Array.from({ length: 60 }, (_, second) => `${twoDigits(second)}Z`)

/** Maximum days in the cache, ten years; then it is cleared. */
const maximumCachedDays = 3660
const dayTexts = new Map<number, string>()

/** The date of a day by its number, counted from 1970. */
const dayText = (day: number): string => {
  const cached = dayTexts.get(day)
  if (cached !== undefined) return cached
  if (dayTexts.size >= maximumCachedDays) dayTexts.clear()
  const text = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(day * secondsPerDay * 1000))
  dayTexts.set(day, text)
  return text
}

/**
 * An instant on the wire. Written as `YYYY-MM-DDTHH:MM:SSZ`; read from RFC 3339 text, where a missing zone means UTC
 * and a bare date means its midnight. Fractions of a second are dropped.
 * Source: REST specification, "Time format".
 */
export const Instant = Schema.String.pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    {
      decode: SchemaGetter.transformEffect((text, options) => {
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
      }),
      encode: SchemaGetter.transform(format)
    }
  )
).pipe(Schema.annotateEncoded({ format: "date-time" }))

/** The current instant of the runtime's clock. */
export const now: Effect.Effect<Instant> = Effect.map(DateTime.now, DateTime.startOf("second"))

/** True if `instant` is at or before `reference`. */
export const hasPassed = (instant: Instant, reference: Instant): boolean =>
  DateTime.isLessThanOrEqualTo(instant, reference)
