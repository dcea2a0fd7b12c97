import { Context, type Duration, Effect, Equal, Layer, Option } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { AuthorityAccounts } from "./AuthorityAccounts.ts"
import type { Certificate, CertificateId } from "./Certificate.ts"
import {
  type AuthorityAccount,
  AuthorityFailed,
  type AuthorityOrder,
  CertificateAuthorities,
  type CertificateAuthority
} from "./CertificateAuthority.ts"
import { CertificateChecks } from "./CertificateChecks.ts"
import { type CertificateName, challengeTypeOf, provenHost } from "./CertificateName.ts"
import { CertificateRenewals } from "./CertificateRenewals.ts"
import { CertificateStore } from "./CertificateStore.ts"
import { ChallengeStore } from "./ChallengeStore.ts"
import { makeChallengeRecords } from "./makeChallengeRecords.ts"
import { makeOrderRecords } from "./makeOrderRecords.ts"
import { postponed } from "./OrderState.ts"
import { attemptsPerAuthority } from "./renewalTimes.ts"
import { withTimeLimit } from "./withTimeLimit.ts"

/** Maximum look-ups of an order in one run; the pauses between them take 29 seconds. The next run continues. */
const looksPerRun = 18

/** Pauses between looks at an order in milliseconds, each twice the previous one. */
const firstPause = 100
const longestPause = 2_000

/** An order whose URL is stored. */
interface PlacedOrder {
  readonly certificate_id: CertificateId
  readonly authority: CertificateAuthority
  readonly url: string
}

/** True if a review of one is also valid for the other: no order, issue or request of an operator is between them. */
const isReviewedAlike = (one: Certificate, other: Certificate): boolean =>
  one.order_step === other.order_step && one.renewal_id === other.renewal_id
  && Equal.equals(one.renew_on, other.renew_on) && Equal.equals(one.issued_on, other.issued_on)

/** Challenges by which the names of an order are proven, with the hosts that they prove. */
const chosenChallenges = ({ challenges }: AuthorityOrder, names: ReadonlyArray<CertificateName>) =>
  names.flatMap((name) =>
    challenges
      .filter((challenge) => challenge.name === name && challenge.type === challengeTypeOf(name, names))
      .map((challenge) => ({ ...challenge, host: provenHost(name) }))
  )

/** Progress of an order after one look at it. */
type Progress =
  /** Its outcome is stored, or another process has stored one. */
  | { readonly _tag: "Ended" }
  /** The authority is working on it. */
  | { readonly _tag: "Pending" }
  /** Nameservers do not serve its records yet. */
  | { readonly _tag: "Publishing"; readonly pause: Duration.Duration }

const ended: Progress = { _tag: "Ended" }
const pending: Progress = { _tag: "Pending" }
const publishing = (pause: Duration.Duration): Progress => ({ _tag: "Publishing", pause })

/** Orders of certificates at authorities: intent, call, outcome. */
export class CertificateIssuance extends Context.Service<CertificateIssuance, {
  /**
   * Continues the order of a certificate, or begins one if it is due. Failures are stored with the certificate, with the
   * time of the next attempt. Returns the pause until it runs again, while nameservers do not serve the records of the order
   * yet. May run again after a crash, and in two processes at once.
   */
  readonly run: (id: CertificateId) => Effect.Effect<Option.Option<Duration.Duration>>
}>()("@namewright/core/certificates/CertificateIssuance") {
  static readonly layer = Layer.effect(
    CertificateIssuance,
    Effect.gen(function*() {
      const accounts = yield* AuthorityAccounts
      const { all: authorities } = yield* CertificateAuthorities
      const checks = yield* CertificateChecks
      const renewals = yield* CertificateRenewals
      const challenges = yield* ChallengeStore
      const published = yield* makeChallengeRecords
      const records = yield* makeOrderRecords
      const sealed = yield* SealedSecrets
      const store = yield* CertificateStore

      /** The certificate, if it is renewed now. None, with the time of the next review stored, if it is not. */
      const dueRenewal = Effect.fnUntraced(function*(
        reviewed: Certificate
      ): Effect.fn.Return<Option.Option<Certificate>> {
        const { due_on, renew_on } = yield* renewals.review(reviewed)
        // The time is also stored for a renewal that is due: reports of overdue ones need it.
        const stored = yield* records.change(
          reviewed.certificate_id,
          (current, now) =>
            Effect.succeed(
              isReviewedAlike(current, reviewed)
                ? Option.some({ ...postponed(current, due_on ?? current.due_on, now), renew_on })
                : Option.none()
            )
        )
        if (Option.isSome(stored)) return due_on === null ? stored : Option.none()
        // An operator has requested the renewal during the review, or another process has ordered it.
        const current = yield* store.find(reviewed.certificate_id)
        const isOrdered = Option.isNone(current) || current.value.order_step !== "none"
        return isOrdered ? Option.none() : yield* dueRenewal(current.value)
      })

      /** Authorities in the order of their use, beginning with that of the next order: another one after three failures. */
      const authoritiesFor = ({ failures }: Certificate): ReadonlyArray<CertificateAuthority> => {
        const first = Math.floor(failures / attemptsPerAuthority) % Math.max(1, authorities.length)
        return [...authorities.slice(first), ...authorities.slice(0, first)]
      }

      /** Authority that may issue the certificate. None, with the failed check stored, if an order cannot succeed. */
      const permitted = (
        certificate: Certificate,
        candidates: readonly [CertificateAuthority, ...ReadonlyArray<CertificateAuthority>]
      ) =>
        Effect.matchEffect(checks.choose(certificate, candidates), {
          onSuccess: Effect.succeedSome,
          onFailure: (failed) => Effect.as(records.failCheck(certificate, failed), Option.none<CertificateAuthority>())
        })

      /** Sends an intended order. None if another one has begun instead. */
      const place = Effect.fnUntraced(function*(intent: Certificate, authority: CertificateAuthority) {
        const account = yield* withTimeLimit(accounts.of(authority))
        const replaces = intent.authority === authority.name ? intent.renewal_id : null
        return yield* Effect.matchEffect(
          withTimeLimit(authority.order(account, { names: intent.names, replaces })),
          {
            onSuccess: ({ url }) => records.place(intent, url),
            onFailure: (failed) =>
              replaces !== null && failed.reason === "refused"
                ? Effect.as(beginAnew(intent, authority), Option.none<Certificate>())
                : Effect.fail(failed)
          }
        )
      })

      /** Orders again without the replaced certificate: the authority does not know it, or has replaced it already. */
      const beginAnew = Effect.fnUntraced(function*(
        refused: Certificate,
        authority: CertificateAuthority
      ): Effect.fn.Return<void> {
        const changed = yield* records.replaceNone(refused)
        if (Option.isSome(changed)) yield* attempt(changed.value, authority)
      })

      /** Answers the challenges of an order: the authority is notified once servers and nameservers have all responses. */
      const answer = Effect.fnUntraced(function*(
        { account, certificate, url }: {
          readonly account: AuthorityAccount
          readonly certificate: Certificate
          readonly url: string
        },
        authority: CertificateAuthority,
        order: AuthorityOrder
      ) {
        const { certificate_id, names } = certificate
        const chosen = chosenChallenges(order, names)
        yield* published.publishAll({ certificate, url }, chosen.filter(({ type }) => type === "dns-01"))
        const pause = yield* published.pauseUntilServed(certificate_id)
        if (Option.isSome(pause)) return pause
        for (const challenge of chosen) {
          const { response, token, type } = challenge
          // Each confirmation starts a validation, and authorities count those that fail.
          if (yield* challenges.isConfirmed(token, certificate_id)) continue
          if (type === "http-01") yield* challenges.put({ certificate_id, token, response, record: null })
          yield* withTimeLimit(authority.confirm(account, challenge))
          yield* challenges.saveConfirmation(token, certificate_id)
        }
        return pause
      })

      /** Sends what the order needs next. */
      const proceed = Effect.fnUntraced(
        function*({ authority, certificate_id, url }: PlacedOrder, certificate: Certificate) {
          const { names, order_sealed_key } = certificate
          if (order_sealed_key === null) return ended
          // Nameservers are asked first: the authority has nothing to say about an order that waits for them.
          const early = yield* published.pauseUntilServed(certificate_id)
          if (Option.isSome(early)) return publishing(early.value)
          const account = yield* withTimeLimit(accounts.of(authority))
          const order = yield* withTimeLimit(authority.lookUp(account, url))
          if (order.status === "invalid") {
            return yield* new AuthorityFailed({ reason: "refused", message: order.problem ?? "The order is invalid" })
          }
          const pause = yield* answer({ account, certificate, url }, authority, order)
          if (Option.isSome(pause)) return publishing(pause.value)
          if (order.status === "pending" || order.status === "processing") return pending
          const key = yield* sealed.open(order_sealed_key, certificate_id)
          const ready = order.status === "ready"
            ? yield* withTimeLimit(authority.finalize(account, order, names, key))
            : order
          if (ready.status !== "valid") return pending
          const chain = yield* withTimeLimit(authority.download(account, ready, names, key))
          yield* records.issue(certificate_id, { authority: authority.name, url }, chain)
          return ended
        }
      )

      /** Completes a placed order. Returns the pause until nameservers are asked again, if they do not serve its records yet. */
      const complete = Effect.fnUntraced(function*(placedOrder: PlacedOrder, certificate: Certificate) {
        for (let looks = 0; looks < looksPerRun; looks++) {
          const progress = yield* proceed(placedOrder, certificate)
          if (progress._tag === "Publishing") return Option.some(progress.pause)
          if (progress._tag === "Ended") return Option.none()
          yield* Effect.sleep(Math.min(longestPause, firstPause * 2 ** looks))
        }
        return yield* new AuthorityFailed({
          reason: "unavailable",
          message: "The authority has not completed the order"
        })
      })

      const attempt = Effect.fnUntraced(function*(
        certificate: Certificate,
        authority: CertificateAuthority
      ): Effect.fn.Return<Option.Option<Duration.Duration>> {
        const { certificate_id } = certificate
        const begun = certificate.order_step === "placed"
          ? Option.some(certificate)
          : yield* records.intend(certificate_id, authority)
        if (Option.isNone(begun)) return Option.none()
        const order = begun.value
        return yield* Effect.gen(function*() {
          const current = order.order_step === "placed" ? Option.some(order) : yield* place(order, authority)
          if (Option.isNone(current) || current.value.order_url === null) return Option.none()
          return yield* complete({ certificate_id, authority, url: current.value.order_url }, current.value)
        }).pipe(
          Effect.catchTags({
            AuthorityFailed: (failed) => Effect.as(records.fail(order, authority.name, failed), Option.none()),
            CheckFailed: (failed) => Effect.as(records.failCheck(order, failed), Option.none())
          })
        )
      })

      /** Orders a certificate that has no order yet. */
      const begin = Effect.fnUntraced(function*(certificate: Certificate) {
        const [first, ...others] = authoritiesFor(certificate)
        if (first === undefined) {
          return yield* Effect.as(records.waitForAuthority(certificate.certificate_id), Option.none())
        }
        const chosen = yield* permitted(certificate, [first, ...others])
        return Option.isSome(chosen) ? yield* attempt(certificate, chosen.value) : Option.none()
      })

      const run: CertificateIssuance["Service"]["run"] = Effect.fn("CertificateIssuance.run")(function*(id) {
        const found = yield* store.find(id)
        if (Option.isNone(found)) return Option.none()
        if ((yield* store.ownersOf(id)).length === 0) return yield* Effect.as(records.retire(id), Option.none())
        const certificate = found.value
        const { order_authority } = certificate
        if (order_authority === null) {
          const due = certificate.chain === null ? found : yield* dueRenewal(certificate)
          return Option.isSome(due) ? yield* begin(due.value) : Option.none()
        }
        const authority = authorities.find(({ name }) => name === order_authority)
        if (authority !== undefined) return yield* attempt(certificate, authority)
        const message = `${order_authority}, which has the order, is no authority of this installation any more`
        yield* records.fail(certificate, order_authority, new AuthorityFailed({ reason: "refused", message }))
        return Option.none()
      })

      return CertificateIssuance.of({ run })
    })
  )
}
