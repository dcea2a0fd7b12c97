import { Clock, Duration, Effect, Result } from "effect"
import { X509Certificate } from "node:crypto"
import type { ConfiguredRegistry } from "../config/readEppConfig.ts"
import type { EppGreeting } from "../message/EppResponse.ts"
import { poolSettings, sessionSettings } from "../pool/EppPoolOptions.ts"
import { closeSession } from "../session/closeSession.ts"
import type { EppPeer } from "../session/EppConnection.ts"
import type { EppSession } from "../session/EppSession.ts"
import { connected, logIn } from "../session/openSession.ts"
import { makeTimekeeper } from "../session/Timekeeper.ts"
import { missingExtensions, probedChecks } from "./probedChecks.ts"
import { advice, fine, problem, type RegistryCheckResult } from "./RegistryCheckResult.ts"

/** Number of days before the expiry of a certificate from which the doctor warns. */
const warningDays = 30

/** Allowed difference between the clocks in seconds. Certificates and times of messages depend on the clock. */
const clockSeconds = 30

/**
 * Examines a registry: connects, logs in, checks a name, and logs out. The session counts towards the limit of the
 * account, in addition to those of running processes. Nothing at the registry is changed.
 */
export const registryDoctor = Effect.fn("registryDoctor")(function*(registry: ConfiguredRegistry) {
  const timekeeper = yield* makeTimekeeper
  const settings = sessionSettings(registry.pool)
  const now = yield* Clock.currentTimeMillis
  const limits = limitsOf(registry)
  const met = yield* Effect.result(connected(settings, timekeeper))
  if (Result.isFailure(met)) return [problem("Connection", met.failure.text), ...ownCertificate(registry, now), limits]
  const { connection, greeting } = met.success
  const seen = [...certificates(registry, connection.peer, now), ...greeted(greeting, now)]
  const { clientId, password } = yield* registry.pool.credentials.read
  const opened = yield* Effect.result(logIn(settings, timekeeper, connection, greeting, { clientId, password }))
  if (Result.isFailure(opened)) {
    connection.destroy("The login failed")
    return [...seen, problem("Login", opened.failure.text), ...offered(greeting, registry), limits]
  }
  const checks = yield* probedChecks(opened.success, registry)
  yield* closeSession(opened.success, settings.patience.login)
  const login = fine("Login", `as ${clientId}, and out again`)
  return [...seen, login, ...used(opened.success, registry), ...checks, limits]
}, Effect.scoped)

const certificates = (registry: ConfiguredRegistry, peer: EppPeer, now: number): ReadonlyArray<RegistryCheckResult> => {
  const { host, port } = registry.pool.endpoint
  const { cipher, expires, fingerprint, issuer, protocol, subject } = peer
  return [
    fine("Connection", `${host}:${port}, ${protocol}, ${cipher}`),
    untilEnd("Certificate", `${subject}, by ${issuer}, SHA-256 ${fingerprint}`, expires, now),
    ...ownCertificate(registry, now)
  ]
}

/** Result about the registrar's certificate, for registries that require one. */
const ownCertificate = (
  { pool: { endpoint: { tls } } }: ConfiguredRegistry,
  now: number
): ReadonlyArray<RegistryCheckResult> => {
  const certificate = tls?.certificate
  if (certificate === undefined) return []
  const read = Result.try(() => new X509Certificate(certificate))
  if (Result.isFailure(read)) return [problem("Own certificate", "the certificate cannot be read")]
  const { fingerprint256, subject, validTo } = read.success
  const name = subject.replaceAll("\n", ", ")
  return [untilEnd("Own certificate", `${name}, SHA-256 ${fingerprint256}`, new Date(validTo), now)]
}

const untilEnd = (about: RegistryCheckResult["about"], what: string, end: Date, now: number): RegistryCheckResult => {
  const days = Math.floor((end.getTime() - now) / Duration.toMillis("1 day"))
  const day = end.toISOString().slice(0, 10)
  if (days < 0) return problem(about, `${what}; it ended on ${day}`)
  return (days < warningDays ? advice : fine)(about, `${what}; good until ${day}, for ${days} days`)
}

const greeted = (
  { date, languages, server, versions }: EppGreeting,
  now: number
): ReadonlyArray<RegistryCheckResult> => {
  const seconds = Math.round(Math.abs(Date.parse(date) - now) / 1000)
  return [
    fine("Greeting", `${server}, EPP ${versions.join(", ")}, ${languages.join(", ")}`),
    seconds <= clockSeconds
      ? fine("Clock", "agrees with the registry's")
      : advice("Clock", `the registry says ${date}, ${seconds} seconds from this machine's; set it by NTP`)
  ]
}

/** Results about the services of the session, compared with those that the profile wants. */
const used = ({ greeting, services }: EppSession, registry: ConfiguredRegistry): ReadonlyArray<RegistryCheckResult> => [
  registry.pool.wanted.objects.every((uri) => services.objects.has(uri))
    ? fine("Objects", [...services.objects].join(" "))
    : advice("Objects", `the profile wants ${missing(registry.pool.wanted.objects, services.objects)} as well`),
  fine(
    "Extensions",
    `used: ${listed(services.extensions)}; offered besides: ${missing(greeting.extensions, services.extensions)}`
  ),
  ...missingExtensions(greeting.extensions, registry)
]

const offered = (
  { extensions, objects }: EppGreeting,
  registry: ConfiguredRegistry
): ReadonlyArray<RegistryCheckResult> => {
  const lacking = registry.pool.wanted.objects.filter((uri) => !objects.includes(uri))
  return [
    lacking.length === 0
      ? fine("Objects", `offered: ${listed(objects)}`)
      : problem("Objects", `offered: ${listed(objects)}; the profile wants ${listed(lacking)} as well`),
    fine("Extensions", `offered: ${listed(extensions)}`),
    ...missingExtensions(extensions, registry)
  ]
}

const missing = (all: ReadonlyArray<string>, some: ReadonlySet<string>): string =>
  listed(all.filter((uri) => !some.has(uri)))

const listed = (uris: Iterable<string>): string => [...uris].join(" ") || "none"

/** Limits of the configuration; registries do not publish theirs. */
const limitsOf = ({ pool }: ConfiguredRegistry): RegistryCheckResult => {
  const { age, commandsBeforeLogout, commandsPerMinuteOfSession, depth, keepAlive, sessions } = poolSettings(pool)
  return fine(
    "Limits",
    [
      `${sessions} ${sessions === 1 ? "session" : "sessions"} over all processes`,
      commandsPerMinuteOfSession === Infinity
        ? "any number of commands a minute"
        : `${commandsPerMinuteOfSession * sessions} commands a minute`,
      commandsBeforeLogout === Infinity
        ? "any number of commands a session"
        : `${commandsBeforeLogout + 1} commands a session`,
      `${depth} under way at a time`,
      `a sign of life after ${span(keepAlive)}`,
      `a new session after ${span(age)}`
    ].join(", ")
  )
}

const span = (millis: number): string => Duration.format(Duration.millis(millis))
