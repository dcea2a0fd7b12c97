import { ConfigurationError } from "@namewright/core/embed"
import { Context, Result } from "effect"
import { IpNetwork } from "effect/net"
import { type RealmChoice, realmProblems } from "../realm/RealmChoice.ts"

/** A token bucket: `perSecond` tokens flow in, at most `burst` are kept. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** Rate limits of one credential. Source: REST specification, "Limits"; the numbers are product decisions. */
export interface RateLimits {
  readonly read: Rate
  readonly write: Rate
  /** Names in availability checks; each name counts. */
  readonly names: Rate
  /** Access tokens of one credential. */
  readonly tokens: Rate
  /**
   * Credentials from one address that are refused. Beyond it, the address is refused without a look at what it sends,
   * except for credentials that were accepted within the last hour. Default one a second, and 60 at once.
   */
  readonly refusedCredentials?: Rate
  /** Pages and tokens of the embedded realm, for one address. Default 10 a second, and 100 at once. */
  readonly signIns?: Rate
  /** Programs that register at the embedded realm, from one address. Default one a minute, and 20 at once. */
  readonly registrations?: Rate
}

/** Rates that settings may leave out. */
export const standardRates = {
  refusedCredentials: { perSecond: 1, burst: 60 },
  signIns: { perSecond: 10, burst: 100 },
  registrations: { perSecond: 1 / 60, burst: 20 }
} as const

/** How the REST interface of an installation behaves; every member has a default. */
export interface HttpSettings {
  /**
   * Adds to answers what existing clients read beside the specification: `results` and `pagination` of lists,
   * `error_code` and `message` of problems. Default false; a request may ask for it with `Prefer: envelope=both`.
   */
  readonly clientCompatibility: boolean
  /** False turns the limits off. */
  readonly rateLimits: RateLimits | false
  /** Largest body of a request, in bytes; single operations may allow more. Default 2 MiB. */
  readonly maximumBodyBytes: number
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` names the caller. Default none: the
   * caller is who connects. An embedded realm at an https address needs a choice, `[]` where there is no proxy.
   */
  readonly trustedProxies: ReadonlyArray<string> | undefined
  /**
   * Origins (`https://client.example`) whose pages may call the tool endpoint from a browser, besides the interface's own
   * and those of this machine. Default none.
   */
  readonly agentOrigins: ReadonlyArray<string>
  /** Logs every request. Failures of the platform are always logged. Default true. */
  readonly requestLog: boolean
  /**
   * Where people sign in for the tool endpoint: `"embedded"` for pages of this process, or the settings of a realm that
   * somebody else runs. Default `"none"`: nobody does.
   */
  readonly realm: RealmChoice
  /** Seconds after which a caller may try again when the platform cannot say better. Default 5. */
  readonly retryAfterSeconds: number
}

export const defaultHttpSettings: HttpSettings = {
  clientCompatibility: false,
  rateLimits: {
    read: { perSecond: 100, burst: 200 },
    write: { perSecond: 20, burst: 40 },
    names: { perSecond: 1000, burst: 2000 },
    tokens: { perSecond: 20, burst: 40 }
  },
  maximumBodyBytes: 2 * 1024 * 1024,
  trustedProxies: undefined,
  agentOrigins: [],
  requestLog: true,
  realm: "none",
  retryAfterSeconds: 5
}

/** The settings with their defaults; throws a `ConfigurationError` with every problem. */
export const httpSettingsOf = (chosen: Partial<HttpSettings>): HttpSettings => {
  const settings = { ...defaultHttpSettings, ...chosen }
  const problems = [
    ...(settings.trustedProxies ?? []).filter((text) => Result.isFailure(trustedNetwork(text)))
      .map((text) => `trustedProxies: ${JSON.stringify(text)} is neither an address nor a network`),
    ...settings.agentOrigins.filter((text) => !isOrigin(text))
      .map((text) => `agentOrigins: ${JSON.stringify(text)} is no origin such as https://client.example`),
    ...positive("maximumBodyBytes", settings.maximumBodyBytes),
    ...positive("retryAfterSeconds", settings.retryAfterSeconds),
    ...realmProblems(settings.realm),
    ...(settings.rateLimits === false ? [] : rateProblems(settings.rateLimits))
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return settings
}

/** Network of an entry of `trustedProxies`; a single address is read as /32 or /128. */
export const trustedNetwork = (text: string) =>
  IpNetwork.fromString(text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`)

const isOrigin = (text: string): boolean => URL.parse(text)?.origin === text

const positive = (name: string, value: number): ReadonlyArray<string> =>
  Number.isInteger(value) && value > 0 ? [] : [`${name}: expected a whole number above 0`]

const rateProblems = (limits: RateLimits): ReadonlyArray<string> =>
  Object.entries({ ...standardRates, ...limits }).flatMap(([name, { burst, perSecond }]) =>
    perSecond > 0 && burst >= 1 ? [] : [`rateLimits.${name}: expected a rate above 0 and a burst of 1 or more`]
  )

export const HttpSettings = Context.Reference<HttpSettings>("@namewright/http/shared/HttpSettings", {
  defaultValue: () => defaultHttpSettings
})
