import { ConfigurationError } from "@namewright/core/embed"
import { Context, Result } from "effect"
import { IpNetwork } from "effect/net"
import { type RealmChoice, realmProblems } from "../realm/RealmChoice.ts"

/** Token bucket with a capacity of `burst` tokens, refilled with `perSecond` tokens. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** Rate limits of one credential. Source: REST specification, "Limits"; the numbers are product decisions. */
export interface RateLimits {
  readonly read: Rate
  readonly write: Rate
  /** Names in availability checks; each name is counted. */
  readonly names: Rate
  /** Access tokens that one credential gets. */
  readonly tokens: Rate
  /**
   * Refused credentials from one address. Beyond the limit, the address is refused without a check, except with
   * credentials that were accepted within the last hour. Default 1 per second, burst 60.
   */
  readonly refusedCredentials?: Rate
  /** Pages and tokens of the embedded realm for one address. Default 10 per second, burst 100. */
  readonly signIns?: Rate
  /** Registrations of programs at the embedded realm from one address. Default 1 per minute, burst 20. */
  readonly registrations?: Rate
  /** Pages and operations that the links of mails open, for one address. Default 2 per second, burst 60. */
  readonly publicPages?: Rate
}

/** Defaults of optional rates. */
export const standardRates = {
  refusedCredentials: { perSecond: 1, burst: 60 },
  signIns: { perSecond: 10, burst: 100 },
  registrations: { perSecond: 1 / 60, burst: 20 },
  publicPages: { perSecond: 2, burst: 60 }
} as const

/** Settings of the REST interface. Every member has a default. */
export interface HttpSettings {
  /**
   * Adds members that existing clients read to responses: `results` and `pagination` of lists, `error_code` and
   * `message` of problems. Default false. A request can ask for them with `Prefer: envelope=both`.
   */
  readonly clientCompatibility: boolean
  /** Rate limits; false disables them. */
  readonly rateLimits: RateLimits | false
  /** Maximum size of a request body in bytes; single operations allow more. Default 2 MiB. */
  readonly maximumBodyBytes: number
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` names the caller. Default none: the caller
   * is the peer. An embedded realm at an https address requires a value; `[]` means no proxy.
   */
  readonly trustedProxies: ReadonlyArray<string> | undefined
  /**
   * Origins (`https://client.example`) whose pages may call the tool endpoint from a browser, besides the interface's
   * own and loopback origins. Default none.
   */
  readonly agentOrigins: ReadonlyArray<string>
  /** Logs every request. Failures of the platform are always logged. Default: true. */
  readonly requestLog: boolean
  /**
   * Keeps the requests of authenticated callers for `GET /v1/archive/request-history`, with bodies up to 16 KiB and masked
   * secrets, for 90 days. Default: true.
   */
  readonly requestHistory: boolean
  /**
   * Realm where people sign in for the tool endpoint: `"embedded"` for pages of this process, or the settings of an
   * external realm. Default `"none"`.
   */
  readonly realm: RealmChoice
  /** Default of `Retry-After` in seconds, if no better value is available. Default 5. */
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
  requestHistory: true,
  realm: "none",
  retryAfterSeconds: 5
}

/** Completes settings with their defaults. Throws a `ConfigurationError` with every problem. */
export const httpSettingsOf = (chosen: Partial<HttpSettings>): HttpSettings => {
  const settings = { ...defaultHttpSettings, ...chosen }
  const problems = [
    ...(settings.trustedProxies ?? []).filter((text) => Result.isFailure(trustedNetwork(text)))
      .map((text) => `trustedProxies: ${JSON.stringify(text)} is neither an address nor a network`),
    ...settings.agentOrigins.filter((text) => !isOrigin(text))
      .map((text) => `agentOrigins: ${JSON.stringify(text)} is not an origin such as https://client.example`),
    ...positive("maximumBodyBytes", settings.maximumBodyBytes),
    ...positive("retryAfterSeconds", settings.retryAfterSeconds),
    ...realmProblems(settings.realm),
    ...(settings.rateLimits === false ? [] : rateProblems(settings.rateLimits))
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return settings
}

/** Network of an entry of `trustedProxies`. A single address becomes /32 or /128. */
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
