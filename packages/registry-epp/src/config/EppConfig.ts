import { Duration, Effect, Schema, SchemaGetter, SchemaIssue } from "effect"
import { ProfileChanges } from "../profile/RegistryProfile.ts"

const { Int, NonEmptyString, NonEmptyArray, optionalKey, Struct } = Schema

const whole = (minimum: number, maximum: number) => Int.check(Schema.isBetween({ minimum, maximum }))

const unitSeconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 }

const durationOf = (text: string): Duration.Duration | undefined => {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?) ([a-z]+?)s?$/.exec(text) ?? []
  const seconds = unitSeconds[unit]
  return number === undefined || seconds === undefined ? undefined : Duration.seconds(Number(number) * seconds)
}

/** A number and a unit: `30 seconds`, `10 minutes`, `12 hours`. */
const DurationText = Schema.String.pipe(
  Schema.decodeTo(Schema.Duration, {
    decode: SchemaGetter.transformEffect((text, options) => {
      const duration = durationOf(text)
      return duration === undefined
        ? Effect.fail(new SchemaIssue.InvalidValue({ expected: "a duration such as `30 seconds`" }, text, options))
        : Effect.succeed(duration)
    }),
    encode: SchemaGetter.transform((duration) => `${Duration.toSeconds(duration)} seconds`)
  })
)

/** Paths of files are absolute, or relative to the folder of the configuration. */
const TlsConfig = Struct({
  /** Required name in the registry's certificate. Default: `host`. */
  serverName: optionalKey(NonEmptyString),
  /** Certificate authorities in PEM. Default: the system's. */
  ca: optionalKey(NonEmptyString),
  /** The registrar's client certificate and its key, in PEM. */
  certificate: optionalKey(NonEmptyString),
  key: optionalKey(NonEmptyString),
  /** File with the passphrase of the key. */
  passphraseFile: optionalKey(NonEmptyString)
})

/** Limits of the account at the registry; all have defaults. */
const LimitsConfig = Struct({
  sessions: optionalKey(whole(1, 1000)),
  minimumSessions: optionalKey(whole(0, 1000)),
  commandsPerMinute: optionalKey(whole(1, 1_000_000)),
  commandsPerSession: optionalKey(whole(3, 1_000_000_000)),
  age: optionalKey(DurationText),
  idle: optionalKey(DurationText),
  spare: optionalKey(DurationText),
  depth: optionalKey(whole(1, 100)),
  waiting: optionalKey(whole(1, 1_000_000)),
  wait: optionalKey(DurationText),
  frame: optionalKey(whole(1024, 2 ** 30))
})

const TimeoutsConfig = Struct({
  greeting: optionalKey(DurationText),
  login: optionalKey(DurationText),
  query: optionalKey(DurationText),
  transform: optionalKey(DurationText)
})

/** One account at one registry. */
export const RegistryConfig = Struct({
  /** TLDs of the catalogue that the registry serves. */
  tlds: NonEmptyArray(NonEmptyString),
  host: NonEmptyString,
  port: optionalKey(whole(1, 65_535)),
  tls: optionalKey(TlsConfig),
  /** The client id of the login (RFC 5730, `clIDType`). */
  user: Schema.String.check(Schema.isMinLength(3), Schema.isMaxLength(16)),
  /**
   * The password, or its file. With a file, the password can be rotated and the registry's password changed while it is
   * in use.
   */
  password: optionalKey(Schema.RedactedFromValue(NonEmptyString)),
  passwordFile: optionalKey(NonEmptyString),
  /**
   * Environment of the host as in maintenance notices: `production` (default), `ote`, or the registry's own name of
   * another one.
   */
  environment: optionalKey(NonEmptyString),
  /** The registrar's id in the registry's responses, if it differs from `user`. */
  registrar: optionalKey(NonEmptyString),
  /** Name of a built-in profile, or a profile with changes. */
  profile: Schema.Union([NonEmptyString, ProfileChanges]),
  /** Language of the registry's messages. Default `en`. */
  language: optionalKey(NonEmptyString),
  limits: optionalKey(LimitsConfig),
  timeouts: optionalKey(TimeoutsConfig)
})
export type RegistryConfig = typeof RegistryConfig.Type

/** EPP registries by names that the operator chooses. */
export const EppConfig = Struct({ registries: Schema.Record(Schema.String, RegistryConfig) })
export type EppConfig = typeof EppConfig.Type
