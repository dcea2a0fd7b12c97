import { Cause, Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { Base64Url } from "effect/encoding"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import { type ClaimsAcceptance, ClaimsNotices as Clearinghouse, refuseInHostTransaction } from "../../registry/index.ts"
import { CurrentActor, type DomainName, Entropy, Instant } from "../../shared/index.ts"
import {
  type ClaimsAcceptanceError,
  ClaimsNoticeHashMismatch,
  ClaimsNoticeNotFound,
  ClaimsServiceUnavailable
} from "./ClaimsNoticeError.ts"
import { ClaimsNoticeStore } from "./ClaimsNoticeStore.ts"
import { type ClaimsNotices, type ClaimsNoticesRequest, shownNotice } from "./ClaimsNoticeView.ts"
import { AcceptanceHash } from "./FetchedNotice.ts"

/** Time for which a fetched notice can be accepted, unless it expires before. */
const acceptanceTime = Duration.hours(48)

/** Time limit of the clearinghouse. */
const clearinghouseTime = Duration.seconds(10)

const hashBytes = 32

/** Trademark notices, and their acceptance in orders. Source: REST specification, "Premium and claims". */
export class ClaimsAcceptances extends Context.Service<ClaimsAcceptances, {
  /**
   * Fetches the notice of a claims key. Its hash is an acceptance by the caller's organization, for 48 hours. Requests in
   * the same second return the same hash, and so do all requests for a notice that expires sooner.
   */
  readonly notices: (
    request: ClaimsNoticesRequest
  ) => Effect.Effect<
    ClaimsNotices,
    AuthorizationError | ClaimsNoticeNotFound | ClaimsServiceUnavailable,
    CurrentActor
  >
  /**
   * The acceptance for a name with a claims key. `hash` is the one of a notice for the name's label that the
   * organization fetched, or the key of the notice.
   */
  readonly accept: (
    name: DomainName,
    claimsKey: string,
    hash: string | null | undefined
  ) => Effect.Effect<ClaimsAcceptance, ClaimsAcceptanceError, CurrentActor>
}>()("@namewright/core/domains/ClaimsAcceptances") {
  static readonly layer = Layer.effect(
    ClaimsAcceptances,
    Effect.gen(function*() {
      const clearinghouse = yield* Clearinghouse
      const store = yield* ClaimsNoticeStore
      const entropy = yield* Entropy

      const issued = Effect.fnUntraced(function*(claimsKey: string) {
        const found = yield* clearinghouse.find(claimsKey).pipe(
          Effect.timeout(clearinghouseTime),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.andThen(
              Effect.logError("The source of claims notices failed", cause),
              Effect.fail(new ClaimsServiceUnavailable())
            )
          )
        )
        const now = yield* Instant.now
        const notice = Option.getOrUndefined(found)
        if (notice === undefined || Instant.hasPassed(notice.not_after, now)) return yield* new ClaimsNoticeNotFound()
        return { notice, now }
      })

      const fetched = Effect.fnUntraced(function*(claims_key: string) {
        const { organization_id } = yield* CurrentActor
        const { notice, now } = yield* issued(claims_key)
        const { label, not_after, notice_id, validator = null } = notice
        const expires_on = DateTime.min(not_after, DateTime.addDuration(now, acceptanceTime))
        const known = Option.filter(
          yield* store.findByKey(organization_id, claims_key),
          (last) => last.notice_id === notice_id && DateTime.Equivalence(last.expires_on, expires_on)
        )
        if (Option.isSome(known)) return shownNotice(claims_key, known.value.acceptance_hash, notice)
        const acceptance_hash = AcceptanceHash.make(Base64Url.encode(yield* entropy.randomBytes(hashBytes)))
        yield* store.insert({
          acceptance_hash,
          organization_id,
          claims_key,
          label: label.toLowerCase(),
          notice_id,
          validator,
          not_after,
          expires_on
        })
        return shownNotice(claims_key, acceptance_hash, notice)
      })

      const notices = Effect.fn("ClaimsAcceptances.notices")(function*({ claims_keys }: ClaimsNoticesRequest) {
        yield* authorize("domains:manage")
        yield* refuseInHostTransaction
        return { claims_notices: yield* Effect.forEach(claims_keys, fetched) }
      })

      const accept = Effect.fn("ClaimsAcceptances.accept")(function*(
        domain_name: DomainName,
        claims_key: string,
        hash: string | null | undefined
      ) {
        const mismatch = new ClaimsNoticeHashMismatch({ domain_name, claims_key })
        if (hash === undefined || hash === null || hash === "") return yield* mismatch
        const { organization_id } = yield* CurrentActor
        const byHash = yield* store.findByHash(organization_id, hash)
        const found = Option.isSome(byHash) ? byHash : yield* store.findByKey(organization_id, hash)
        const accepted_on = yield* Instant.now
        if (Option.isNone(found) || Instant.hasPassed(found.value.expires_on, accepted_on)) {
          return yield* new ClaimsNoticeNotFound()
        }
        const { label, not_after, notice_id, validator } = found.value
        if (label !== domain_name.slice(0, domain_name.indexOf("."))) return yield* mismatch
        return { notice_id, validator, not_after, accepted_on }
      })

      return ClaimsAcceptances.of({ notices, accept })
    })
  )
}
