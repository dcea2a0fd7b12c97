import { DateTime, Effect, Option } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import { AuthorityAccounts } from "./AuthorityAccounts.ts"
import type { Certificate, CertificateId } from "./Certificate.ts"
import {
  type AuthorityFailed,
  CertificateAuthorities,
  type CertificateAuthority,
  type IssuedChain
} from "./CertificateAuthority.ts"
import { CertificateOwners } from "./CertificateOwners.ts"
import { CertificateStore } from "./CertificateStore.ts"
import { ChallengeStore } from "./ChallengeStore.ts"
import type { CheckFailed } from "./CheckFailed.ts"
import { domainsBelowAnySuffix, reachedIssueLimit } from "./IssueLimits.ts"
import { makeChallengeRecords } from "./makeChallengeRecords.ts"
import { countOrder } from "./orderMetrics.ts"
import {
  allows,
  attemptFailed,
  checkFailed,
  intended,
  isSameOrder,
  issued,
  placed,
  postponed,
  replacementRefused,
  retired
} from "./OrderState.ts"
import { newPrivateKey } from "./PrivateKey.ts"

/** Pause of a certificate for which this installation has no authority, in minutes. */
const noAuthorityPause = 60

const isReplacement = (certificate: Certificate, authority: string): boolean =>
  certificate.renewal_id !== null && certificate.authority === authority

/** Stored steps of orders. Each is one transaction in which the certificate is locked. */
export const makeOrderRecords = Effect.gen(function*() {
  const accounts = yield* AuthorityAccounts
  const { all: authorities } = yield* CertificateAuthorities
  const challenges = yield* ChallengeStore
  const owners = yield* CertificateOwners
  const { withdraw } = yield* makeChallengeRecords
  const sealed = yield* SealedSecrets
  const store = yield* CertificateStore
  const transaction = yield* Transaction

  /** Changes the certificate while it is locked. None if it is gone, or `change` returns none. */
  const change = (
    id: CertificateId,
    changed: (certificate: Certificate, now: Instant.Instant) => Effect.Effect<Option.Option<Certificate>>
  ) =>
    transaction.atomically(Effect.gen(function*() {
      const found = yield* store.lock(id)
      if (Option.isNone(found)) return Option.none()
      const next = yield* changed(found.value, yield* Instant.now)
      if (Option.isSome(next)) yield* store.save(next.value)
      return next
    }))

  /** Removes what the order of a certificate has stored elsewhere, at its end. */
  const closeOrder = Effect.fnUntraced(function*(id: CertificateId) {
    yield* withdraw(id)
    yield* challenges.removeOf(id)
    yield* store.removeOrdered(id)
  })

  const waitForAuthority = (id: CertificateId) =>
    change(id, (certificate, now) =>
      Effect.succeedSome({
        ...postponed(certificate, DateTime.add(now, { minutes: noAuthorityPause }), now),
        error_code: "no_authority" as const,
        error_message: "This installation has no certificate authority"
      }))

  /** Stores the intent, with the key of the certificate. None if the order cannot be sent now. */
  const intend = Effect.fnUntraced(function*(id: CertificateId, authority: CertificateAuthority) {
    const sealed_key = yield* sealed.seal(yield* newPrivateKey, id)
    const changed = yield* change(
      id,
      Effect.fnUntraced(function*(certificate, now) {
        if (!allows(certificate, "intend")) return Option.none()
        const { names } = certificate
        // Authorities do not limit orders that replace a certificate (RFC 9773, section 5).
        if (!isReplacement(certificate, authority.name)) {
          yield* accounts.lock(authority)
          yield* store.removeOrdered(id)
          const refusal = yield* reachedIssueLimit(store, authority, names, now)
          if (refusal !== undefined) return Option.some(attemptFailed(certificate, refusal, authorities.length, now))
          const budget = yield* accounts.take(authority)
          if (budget._tag === "Spent") return Option.some(postponed(certificate, budget.until, now))
          const domains = domainsBelowAnySuffix(names)
          const order = { certificate_id: id, authority: authority.name, domains, names, issued_on: now }
          yield* store.recordIssue(order, "ordered")
        }
        return Option.some(intended(certificate, { authority: authority.name, sealed_key, now }))
      })
    )
    // Without an order of the account, an earlier intent is still stored, with its own key.
    return Option.filter(changed, ({ order_sealed_key }) => order_sealed_key === sealed_key)
  })

  /** Stores the URL of an intended order. None if another process has begun again. */
  const place = (intent: Certificate, url: string) =>
    change(intent.certificate_id, (current, now) =>
      Effect.succeed(
        allows(current, "place") && isSameOrder(current, intent)
          ? Option.some(placed(current, url, now))
          : Option.none()
      ))

  /** Ends an intended order whose replaced certificate is refused; the next one replaces none. */
  const replaceNone = (intent: Certificate) =>
    change(
      intent.certificate_id,
      (current, now) =>
        Effect.succeed(isSameOrder(current, intent) ? Option.some(replacementRefused(current, now)) : Option.none())
    )

  /** Stores the certificate of an order. */
  const issue = Effect.fnUntraced(
    function*(id: CertificateId, order: { readonly authority: string; readonly url: string }, chain: IssuedChain) {
      const { authority, url } = order
      const stored = yield* change(
        id,
        Effect.fnUntraced(function*(current, now) {
          if (current.order_url !== url) return Option.none()
          yield* closeOrder(id)
          const { names } = current
          const domains = domainsBelowAnySuffix(names)
          const counted = { certificate_id: id, authority, domains, names, issued_on: now }
          if (!isReplacement(current, authority)) yield* store.recordIssue(counted, "issued")
          const next = issued(current, chain, now)
          yield* owners.issued(next)
          return Option.some(next)
        })
      )
      if (Option.isSome(stored)) yield* countOrder(authority, "issued")
    }
  )

  /**
   * Stores the failure of an order. An order without an answer is kept, and looked up by its URL. Does nothing if the order
   * is not the current one any more: another process has issued the certificate, or begun again.
   */
  const fail = Effect.fnUntraced(function*(order: Certificate, authority: string, failed: AuthorityFailed) {
    const changed = yield* change(
      order.certificate_id,
      Effect.fnUntraced(function*(current, now) {
        if (!isSameOrder(current, order)) return Option.none()
        const next = attemptFailed(current, failed, authorities.length, now)
        if (next.order_step === "none") yield* closeOrder(order.certificate_id)
        return Option.some(next)
      })
    )
    if (Option.isSome(changed)) yield* countOrder(authority, failed.reason)
  })

  /** Ends an order, before or after it was placed, because a check of its names has failed. */
  const failCheck = (order: Certificate, failed: CheckFailed) =>
    change(
      order.certificate_id,
      Effect.fnUntraced(function*(current, now) {
        const isCurrent = order.order_step === "none" ? current.order_step === "none" : isSameOrder(current, order)
        if (!isCurrent) return Option.none()
        yield* closeOrder(order.certificate_id)
        return Option.some(checkFailed(current, failed, now))
      })
    )

  /** Removes the certificate without owners, or stores when it is removed: once it has expired. */
  const retire = (id: CertificateId) =>
    change(
      id,
      Effect.fnUntraced(function*(current, now) {
        // Another owner has ensured it meanwhile.
        if ((yield* store.ownersOf(id)).length > 0) return Option.none()
        yield* closeOrder(id)
        const next = retired(current, now)
        if (Option.isNone(next)) yield* store.remove(id)
        return next
      })
    )

  return { change, waitForAuthority, intend, place, replaceNone, issue, fail, failCheck, retire }
})
