import { Predicate } from "effect"
import { ConfigurationError } from "../shared/index.ts"

/** Secrets of a credential by field. */
export type RegistrarSecrets = Readonly<Record<string, string>>

/** `signal` is aborted at the time limit. */
export interface RegistrarCall {
  readonly signal: AbortSignal
}

/** A domain at a registrar. Absent members are unknown. Instants are ISO 8601 texts with a zone, or dates. */
export interface RegistrarDomain {
  /** In any case; international names in their `xn--` form. */
  readonly name: string
  readonly registered_on?: string | Date | null | undefined
  readonly expires_on?: string | Date | null | undefined
  /** True if the registrar renews the domain at the end of its term. Default false. */
  readonly renews?: boolean | undefined
  /** Statuses of EPP, such as `clientTransferProhibited` and `redemptionPeriod`. Others are ignored. Default `ok`. */
  readonly statuses?: ReadonlyArray<string> | undefined
  /** Hostnames, in their order. */
  readonly nameservers?: ReadonlyArray<string> | undefined
}

/** Part of the domains of an account. */
export interface RegistrarPage {
  readonly domains: ReadonlyArray<RegistrarDomain>
  /** Cursor of the next part; null after the last. */
  readonly next: string | null
}

/** Driver of an external registrar, made by `defineRegistrar`. */
export interface RegistrarDriver {
  /** Names of the secrets that a credential has, in lower case. */
  readonly credentials: {
    readonly required: ReadonlyArray<string>
    readonly optional?: ReadonlyArray<string> | undefined
  }
  /** Time limit of one call in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined
  /** Resolves if the registrar accepts the secrets and lets the account list its domains. */
  readonly verify: (secrets: RegistrarSecrets, call: RegistrarCall) => Promise<void> | void
  /**
   * A part of the domains of the account, each domain in one part. `cursor` is null for the first part and otherwise the
   * `next` of the part before. Return about `limit` domains.
   */
  readonly listDomains: (
    secrets: RegistrarSecrets,
    part: { readonly cursor: string | null; readonly limit: number },
    call: RegistrarCall
  ) => Promise<RegistrarPage> | RegistrarPage
  /** The code with which the domain can be transferred away. Absent if the registrar has no such command. */
  readonly authCode?:
    | ((secrets: RegistrarSecrets, name: string, call: RegistrarCall) => Promise<string> | string)
    | undefined
  /** Removes the transfer lock of a domain. Absent if the registrar has no such command. */
  readonly unlock?: ((secrets: RegistrarSecrets, name: string, call: RegistrarCall) => Promise<void> | void) | undefined
}

/**
 * Reasons for which a registrar does not carry a call out: it does not accept the secrets (`auth`), denies the account
 * access (`access`), refuses this call (`refused`), or could not be asked now (`unavailable`).
 */
export type RegistrarReason = "auth" | "access" | "refused" | "unavailable"

const reasons: ReadonlyArray<string> = ["auth", "access", "refused", "unavailable"] satisfies Array<RegistrarReason>

/** Thrown by drivers. Every other error is treated as `unavailable`. */
export class RegistrarProblem extends Error {
  readonly _tag = "RegistrarProblem"
  readonly reason: RegistrarReason
  /** Text of the registrar for the customer, without secrets. */
  readonly detail: string | null

  constructor(reason: RegistrarReason, detail: string | null = null) {
    super(detail ?? reason)
    this.reason = reason
    this.detail = detail
  }
}

/** Another copy of this module may have made the error. */
export const problemThrown = (error: unknown): Pick<RegistrarProblem, "reason" | "detail"> | undefined => {
  if (error instanceof RegistrarProblem) return error
  if (!Predicate.isTagged(error, "RegistrarProblem") || !Predicate.hasProperty(error, "reason")) return undefined
  const { reason } = error
  const detail = Predicate.hasProperty(error, "detail") && Predicate.isString(error.detail) ? error.detail : null
  return isReason(reason) ? { reason, detail } : undefined
}

const isReason = (value: unknown): value is RegistrarReason => Predicate.isString(value) && reasons.includes(value)

const isFields = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((field) => Predicate.isString(field) && /^[a-z][a-z0-9_]{0,63}$/.test(field))

const optionalFunctions = ["authCode", "unlock"] as const

/** Problems of a driver; empty for a valid one. */
export const registrarDriverProblems = (value: unknown): ReadonlyArray<string> => {
  if (!Predicate.isObject(value)) return ["expected a driver of defineRegistrar({ ... })"]
  const driver: Readonly<Record<string, unknown>> = { ...value }
  const fields: Readonly<Record<string, unknown>> = Predicate.isObject(driver["credentials"])
    ? { ...driver["credentials"] }
    : {}
  const { timeout } = driver
  return [
    ...(isFields(fields["required"]) && isFields(fields["optional"] ?? [])
      ? []
      : ["credentials: expected { required: [\"api_key\"] } with names in lower case"]),
    ...["verify", "listDomains"].flatMap((name) =>
      Predicate.isFunction(driver[name]) ? [] : [`${name}: expected a function`]
    ),
    ...optionalFunctions.flatMap((name) =>
      driver[name] === undefined || Predicate.isFunction(driver[name]) ? [] : [`${name}: expected a function`]
    ),
    ...(timeout === undefined || Number.isFinite(timeout) && Number(timeout) > 0
      ? []
      : ["timeout: expected a positive number of milliseconds"])
  ]
}

/**
 * Makes a driver of an external registrar of functions that return promises. Throw a `RegistrarProblem` for what the
 * registrar refuses. Throws a `ConfigurationError` with every problem of the definition.
 *
 * @example
 * const acme = defineRegistrar({
 *   credentials: { required: ["api_key"] },
 *   verify: ({ api_key }, { signal }) => client.whoami(api_key, { signal }),
 *   listDomains: ({ api_key }, { cursor, limit }, { signal }) => client.domains(api_key, cursor, limit, { signal })
 * })
 * createPlatform({ storage, registrars: { OPENSRS: acme } })
 */
export const defineRegistrar = (definition: RegistrarDriver): RegistrarDriver => {
  const problems = registrarDriverProblems(definition)
  if (problems.length > 0) throw new ConfigurationError(problems)
  return definition
}
