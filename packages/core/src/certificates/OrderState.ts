import { Option } from "effect"
import { Instant } from "../shared/index.ts"
import type { Certificate, OrderStep } from "./Certificate.ts"
import type { AuthorityFailed, IssuedChain } from "./CertificateAuthority.ts"
import { authorityErrorCodes } from "./CertificateErrorCode.ts"
import type { CheckFailed } from "./CheckFailed.ts"
import { attemptsPerAuthority, nextAttempt, nextCheck, standardRenewal } from "./renewalTimes.ts"

/** Change of an order. */
export type OrderChange = "intend" | "place" | "issue" | "fail"

interface Transition {
  readonly from: ReadonlyArray<OrderStep>
  readonly to: OrderStep
}

/** All changes of orders. An intended order is intended again if its URL was not stored: nothing can be issued without it. */
export const orderTransitions = {
  intend: { from: ["none", "intended"], to: "intended" },
  place: { from: ["intended"], to: "placed" },
  issue: { from: ["placed"], to: "none" },
  fail: { from: ["intended", "placed"], to: "none" }
} as const satisfies Record<OrderChange, Transition>

/** True if the step of the certificate's order allows the change. */
export const allows = ({ order_step }: Pick<Certificate, "order_step">, change: OrderChange): boolean => {
  const { from }: Transition = orderTransitions[change]
  return from.includes(order_step)
}

/** True if both have the same order: the key is new for each intent. */
export const isSameOrder = (
  one: Pick<Certificate, "order_sealed_key">,
  other: Pick<Certificate, "order_sealed_key">
): boolean => one.order_sealed_key !== null && one.order_sealed_key === other.order_sealed_key

const noOrder = { order_step: "none", order_authority: null, order_url: null, order_sealed_key: null } as const

/** An order is about to be sent to an authority, for a certificate with this key. */
export const intended = (
  certificate: Certificate,
  order: { readonly authority: string; readonly sealed_key: string; readonly now: Instant.Instant }
): Certificate => ({
  ...certificate,
  order_step: orderTransitions.intend.to,
  order_authority: order.authority,
  order_url: null,
  order_sealed_key: order.sealed_key,
  check_failures: 0,
  updated_on: order.now
})

/** The authority has the order at this URL. */
export const placed = (certificate: Certificate, order_url: string, now: Instant.Instant): Certificate => ({
  ...certificate,
  order_step: orderTransitions.place.to,
  order_url,
  updated_on: now
})

/** The ordered certificate is issued, and replaces the previous one. */
export const issued = (
  certificate: Certificate,
  { chain, ...validity }: IssuedChain,
  now: Instant.Instant
): Certificate => {
  // With renewal information, a time is chosen in its window (RFC 9773, section 4.2).
  const renew_on = validity.renewal_id === null ? standardRenewal(validity) : null
  return {
    ...certificate,
    ...noOrder,
    authority: certificate.order_authority,
    chain,
    sealed_key: certificate.order_sealed_key,
    renewal_id: validity.renewal_id,
    issued_on: now,
    expires_on: validity.expires_on,
    renew_on,
    failures: 0,
    check_failures: 0,
    error_code: null,
    error_message: null,
    // The renewal information of a new certificate is read at once.
    due_on: renew_on ?? now,
    warned_on: null,
    updated_on: now
  }
}

/**
 * Stores a failed attempt; `authorities` is the number of configured authorities. After three failures, or when an authority refuses further orders, the next
 * authority follows at once; after the last one, a pause. An order whose outcome is unknown is kept for the next attempt at the
 * same authority.
 */
export const attemptFailed = (
  certificate: Certificate,
  { message, reason, retry_after = null }: AuthorityFailed,
  authorities: number,
  now: Instant.Instant
): Certificate => {
  const one = certificate.failures + 1
  const failures = reason === "rateLimited" ? Math.ceil(one / attemptsPerAuthority) * attemptsPerAuthority : one
  const changesAuthority = authorities > 1 && failures % attemptsPerAuthority === 0
  const hasNext = changesAuthority && failures % (attemptsPerAuthority * authorities) !== 0
  const keepsOrder = certificate.order_step === "placed" && reason === "unavailable" && !changesAuthority
  return {
    ...certificate,
    ...(keepsOrder ? {} : noOrder),
    failures,
    error_code: authorityErrorCodes[reason],
    error_message: message,
    due_on: hasNext ? now : nextAttempt(reason, { failures: certificate.failures, retry_after }, now),
    updated_on: now
  }
}

/**
 * Stores a failed check before an order, or during one, which ends. The authority has refused nothing, so failures of orders are
 * not counted.
 */
export const checkFailed = (
  certificate: Certificate,
  { code, message }: CheckFailed,
  now: Instant.Instant
): Certificate => ({
  ...certificate,
  ...noOrder,
  check_failures: certificate.check_failures + 1,
  error_code: code,
  error_message: message,
  due_on: nextCheck(certificate.check_failures, now),
  updated_on: now
})

/** An operator wants a new certificate now. Without the identifier, renewal information cannot postpone it. */
export const requested = (certificate: Certificate, now: Instant.Instant): Certificate => ({
  ...certificate,
  renewal_id: null,
  renew_on: certificate.issued_on === null ? null : now,
  due_on: now,
  updated_on: now
})

/** The authority has refused to replace the issued certificate, which the next order does not name. */
export const replacementRefused = (certificate: Certificate, now: Instant.Instant): Certificate =>
  requested({ ...certificate, ...noOrder }, now)

/** No feature needs the certificate any more: it is served until it expires, and not renewed. None if it is not valid. */
export const retired = (certificate: Certificate, now: Instant.Instant): Option.Option<Certificate> => {
  const { expires_on } = certificate
  if (expires_on === null || Instant.hasPassed(expires_on, now)) return Option.none()
  // Without a time of renewal it is not overdue.
  return Option.some({ ...postponed(certificate, expires_on, now), ...noOrder, renew_on: null })
}

/** Another attempt follows at `due_on`; nothing has failed. */
export const postponed = (certificate: Certificate, due_on: Instant.Instant, now: Instant.Instant): Certificate => ({
  ...certificate,
  due_on,
  updated_on: now
})
