import { Context, DateTime, Effect, Layer, Option } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import { AuthorityAccounts } from "./AuthorityAccounts.ts"
import type { Certificate, CertificateId } from "./Certificate.ts"
import { AuthorityFailed, CertificateAuthorities, type CertificateAuthority } from "./CertificateAuthority.ts"
import { CertificateChecks } from "./CertificateChecks.ts"
import { CertificateRenewals } from "./CertificateRenewals.ts"
import { CertificateStore } from "./CertificateStore.ts"
import { ChallengeStore } from "./ChallengeStore.ts"
import { reachedIssueLimit, registeredDomains } from "./IssueLimits.ts"
import { countOrder } from "./orderMetrics.ts"
import { allows, attemptFailed, checkFailed, intended, isSameOrder, issued, placed, postponed } from "./OrderState.ts"
import { newPrivateKey } from "./PrivateKey.ts"
import { attemptsPerAuthority } from "./renewalTimes.ts"
import { withTimeLimit } from "./withTimeLimit.ts"

/** Maximum look-ups of an order in one run; the pauses between them take 29 seconds. The next run continues. */
const looksPerRun = 18

/** Pauses between looks at an order in milliseconds, each twice the previous one. */
const firstPause = 100
const longestPause = 2_000

/** Pause of a certificate for which this installation has no authority, in minutes. */
const noAuthorityPause = 60

/** An order whose URL is stored. */
interface PlacedOrder {
  readonly certificate_id: CertificateId
  readonly authority: CertificateAuthority
  readonly url: string
}

/** Orders of certificates at authorities: intent, call, outcome. */
export class CertificateIssuance extends Context.Service<CertificateIssuance, {
  /**
   * Continues the order of a certificate, or begins one if it is due. Failures are stored with the certificate, with the
   * time of the next attempt. May run again after a crash, and in two processes at once.
   */
  readonly run: (id: CertificateId) => Effect.Effect<void>
}>()("@namewright/core/certificates/CertificateIssuance") {
  static readonly layer = Layer.effect(
    CertificateIssuance,
    Effect.gen(function*() {
      const accounts = yield* AuthorityAccounts
      const { all: authorities } = yield* CertificateAuthorities
      const checks = yield* CertificateChecks
      const renewals = yield* CertificateRenewals
      const challenges = yield* ChallengeStore
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

      /** True, with the time of the next look stored, if the issued certificate is not renewed yet. */
      const isNotDue = Effect.fnUntraced(function*(certificate: Certificate) {
        const { due_on, renew_on } = yield* renewals.review(certificate)
        // The time is also stored for a renewal that is due: reports of overdue ones need it.
        yield* change(
          certificate.certificate_id,
          (current, now) =>
            Effect.succeed(Option.some({ ...postponed(current, due_on ?? current.due_on, now), renew_on }))
        )
        return due_on !== null
      })

      /** Authorities in the order of their use, beginning with that of the next order: another one after three failures. */
      const authoritiesFor = ({ failures }: Certificate): ReadonlyArray<CertificateAuthority> => {
        const first = Math.floor(failures / attemptsPerAuthority) % Math.max(1, authorities.length)
        return [...authorities.slice(first), ...authorities.slice(0, first)]
      }

      /** Authority that may issue the certificate. None, with the failed check stored, if an order cannot succeed. */
      const permitted = (
        { certificate_id, names }: Certificate,
        candidates: readonly [CertificateAuthority, ...ReadonlyArray<CertificateAuthority>]
      ) =>
        Effect.matchEffect(checks.choose(names, candidates), {
          onSuccess: Effect.succeedSome,
          onFailure: (failed) =>
            Effect.as(
              change(certificate_id, (current, now) =>
                Effect.succeed(
                  current.order_step === "placed" ? Option.none() : Option.some(checkFailed(current, failed, now))
                )),
              Option.none<CertificateAuthority>()
            )
        })

      const waitForAuthority = Effect.fnUntraced(function*(id: CertificateId) {
        yield* change(id, (certificate, now) =>
          Effect.succeed(Option.some({
            ...postponed(certificate, DateTime.add(now, { minutes: noAuthorityPause }), now),
            error_code: "no_authority" as const,
            error_message: "This installation has no certificate authority"
          })))
      })

      /** Stores the intent, with the key of the certificate. None if the order cannot be sent now. */
      const intend = Effect.fnUntraced(function*(id: CertificateId, authority: CertificateAuthority) {
        const sealed_key = yield* sealed.seal(yield* newPrivateKey, id)
        const changed = yield* change(
          id,
          Effect.fnUntraced(function*(certificate, now) {
            if (!allows(certificate, "intend")) return Option.none()
            // Authorities do not limit orders that replace a certificate (RFC 9773, section 5).
            if (certificate.renewal_id === null || certificate.authority !== authority.name) {
              const refusal = yield* reachedIssueLimit(store, authority, certificate.names, now)
              if (refusal !== undefined) {
                return Option.some(attemptFailed(certificate, refusal, authorities.length, now))
              }
              const budget = yield* accounts.take(authority)
              if (budget._tag === "Spent") return Option.some(postponed(certificate, budget.until, now))
            }
            return Option.some(intended(certificate, { authority: authority.name, sealed_key, now }))
          })
        )
        // Without an order of the account, an earlier intent is still stored, with its own key.
        return Option.filter(changed, ({ order_sealed_key }) => order_sealed_key === sealed_key)
      })

      /** Sends an intended order. None if another process has begun again. */
      const place = Effect.fnUntraced(function*(intent: Certificate, authority: CertificateAuthority) {
        const { certificate_id, names } = intent
        const account = yield* withTimeLimit(accounts.of(authority))
        const replaces = intent.authority === authority.name ? intent.renewal_id : null
        const order = yield* withTimeLimit(authority.order(account, { names, replaces }))
        return yield* change(certificate_id, (current, now) =>
          Effect.succeed(
            allows(current, "place") && isSameOrder(current, intent)
              ? Option.some(placed(current, order.url, now))
              : Option.none()
          ))
      })

      /** Sends what the order needs next. True when its outcome is stored, or another process has stored one. */
      const proceed = Effect.fnUntraced(function*(placedOrder: PlacedOrder, certificate: Certificate) {
        const { authority, url } = placedOrder
        const { certificate_id, names, order_sealed_key } = certificate
        if (order_sealed_key === null) return true
        const account = yield* withTimeLimit(accounts.of(authority))
        const order = yield* withTimeLimit(authority.lookUp(account, url))
        if (order.status === "invalid") {
          return yield* new AuthorityFailed({ reason: "refused", message: order.problem ?? "The order is invalid" })
        }
        for (const { key_authorization, token, url: challengeUrl } of order.challenges) {
          // Each confirmation starts a validation, and authorities count those that fail.
          if (yield* challenges.isConfirmed(token, certificate_id)) continue
          yield* challenges.put({ certificate_id, token, key_authorization })
          yield* withTimeLimit(authority.confirm(account, { url: challengeUrl, token, key_authorization }))
          yield* challenges.saveConfirmation(token, certificate_id)
        }
        if (order.status === "pending" || order.status === "processing") return false
        const key = yield* sealed.open(order_sealed_key, certificate_id)
        const ready = order.status === "ready"
          ? yield* withTimeLimit(authority.finalize(account, order, names, key))
          : order
        if (ready.status !== "valid") return false
        const chain = yield* withTimeLimit(authority.download(account, ready, names, key))
        const stored = yield* change(
          certificate_id,
          Effect.fnUntraced(function*(current, now) {
            if (current.order_url !== url) return Option.none()
            const isReplacement = current.renewal_id !== null && current.authority === authority.name
            const domains = registeredDomains(names)
            const issue = { certificate_id, authority: authority.name, domains, names, issued_on: now }
            if (!isReplacement) yield* store.recordIssue(issue)
            return Option.some(issued(current, chain, now))
          })
        )
        if (Option.isSome(stored)) {
          yield* challenges.removeOf(certificate_id)
          yield* countOrder(authority.name, "issued")
        }
        return true
      })

      const complete = Effect.fnUntraced(function*(placedOrder: PlacedOrder, certificate: Certificate) {
        for (let looks = 0; looks < looksPerRun; looks++) {
          if (yield* proceed(placedOrder, certificate)) return
          yield* Effect.sleep(Math.min(longestPause, firstPause * 2 ** looks))
        }
        return yield* new AuthorityFailed({
          reason: "unavailable",
          message: "The authority has not completed the order"
        })
      })

      /**
       * Stores the failure of an order. An order without an answer is kept, and looked up by its URL. Does nothing if the order
       * is not the current one any more: another process has issued the certificate, or begun again.
       */
      const fail = Effect.fnUntraced(function*(order: Certificate, authority: string, failed: AuthorityFailed) {
        const changed = yield* change(order.certificate_id, (current, now) =>
          Effect.succeed(
            isSameOrder(current, order)
              ? Option.some(attemptFailed(current, failed, authorities.length, now))
              : Option.none()
          ))
        if (Option.isNone(changed)) return
        yield* countOrder(authority, failed.reason)
        if (changed.value.order_step === "none") yield* challenges.removeOf(order.certificate_id)
      })

      const attempt = Effect.fnUntraced(function*(certificate: Certificate, authority: CertificateAuthority) {
        const { certificate_id } = certificate
        const begun = certificate.order_step === "placed"
          ? Option.some(certificate)
          : yield* intend(certificate_id, authority)
        if (Option.isNone(begun)) return
        const order = begun.value
        yield* Effect.gen(function*() {
          const current = order.order_step === "placed" ? Option.some(order) : yield* place(order, authority)
          if (Option.isNone(current) || current.value.order_url === null) return
          yield* complete({ certificate_id, authority, url: current.value.order_url }, current.value)
        }).pipe(Effect.catchTag("AuthorityFailed", (failed) => fail(order, authority.name, failed)))
      })

      const run = Effect.fn("CertificateIssuance.run")(function*(id: CertificateId) {
        const found = yield* store.find(id)
        if (Option.isNone(found)) return
        const certificate = found.value
        if (certificate.order_step === "none" && certificate.chain !== null && (yield* isNotDue(certificate))) return
        const { order_authority } = certificate
        if (order_authority === null) {
          const [first, ...others] = authoritiesFor(certificate)
          if (first === undefined) return yield* waitForAuthority(id)
          const chosen = yield* permitted(certificate, [first, ...others])
          return Option.isSome(chosen) ? yield* attempt(certificate, chosen.value) : undefined
        }
        const authority = authorities.find(({ name }) => name === order_authority)
        if (authority !== undefined) return yield* attempt(certificate, authority)
        const message = `${order_authority}, which has the order, is no authority of this installation any more`
        yield* fail(certificate, order_authority, new AuthorityFailed({ reason: "refused", message }))
      })

      return CertificateIssuance.of({ run })
    })
  )
}
