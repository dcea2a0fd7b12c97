import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Entropy, Instant } from "../shared/index.ts"
import type { Certificate } from "./Certificate.ts"
import { CertificateAuthorities } from "./CertificateAuthority.ts"
import { nextReading, renewalIn, type RenewalWindow, standardRenewal } from "./renewalTimes.ts"
import { withTimeLimit } from "./withTimeLimit.ts"

/** Pause until renewal information that could not be read is read again, in seconds. */
const unreadPause = 6 * 3_600

/** Shortest time from the issue of a certificate to its renewal, in hours, whatever the authority suggests. */
const shortestUse = 24

const noEarlierThan = (issued_on: Instant.Instant | null, renew_on: Instant.Instant): Instant.Instant =>
  issued_on === null ? renew_on : DateTime.max(renew_on, DateTime.add(issued_on, { hours: shortestUse }))

/** Time of the renewal while no time was chosen in a window. */
const standardOf = ({ expires_on, issued_on }: Certificate): Instant.Instant | null =>
  issued_on === null || expires_on === null ? null : standardRenewal({ valid_from: issued_on, expires_on })

/** Times of an issued certificate. */
export interface RenewalReview {
  /** Null if the renewal information was not read yet, and the certificate is not due without it. */
  readonly renew_on: Instant.Instant | null
  /** Time of the next review; null if the certificate is renewed now. */
  readonly due_on: Instant.Instant | null
}

/** Times of renewals, from the information of the authority that issued a certificate (RFC 9773). */
export class CertificateRenewals extends Context.Service<CertificateRenewals, {
  /** Reads the renewal information of an issued certificate. Without any, the stored time applies, or two thirds of the validity. */
  readonly review: (certificate: Certificate) => Effect.Effect<RenewalReview>
}>()("@namewright/core/certificates/CertificateRenewals") {
  static readonly layer = Layer.effect(
    CertificateRenewals,
    Effect.gen(function*() {
      const { all: authorities } = yield* CertificateAuthorities
      const entropy = yield* Entropy

      const windowOf = Effect.fnUntraced(function*({ authority, certificate_id, renewal_id }: Certificate) {
        const issuer = authorities.find(({ name }) => name === authority)
        if (issuer === undefined || renewal_id === null) return Option.none<RenewalWindow>()
        return yield* Effect.catchTag(
          withTimeLimit(issuer.renewalInfo(renewal_id)),
          "AuthorityFailed",
          ({ message }) =>
            Effect.as(
              Effect.logWarning(`The renewal information of ${certificate_id} could not be read: ${message}`),
              Option.none<RenewalWindow>()
            )
        )
      })

      /** At least 0 and less than 1. */
      const random = Effect.map(
        entropy.randomBytes(4),
        (octets) => new DataView(octets.buffer, octets.byteOffset).getUint32(0) / 2 ** 32
      )

      const review = Effect.fn("CertificateRenewals.review")(function*(certificate: Certificate) {
        const now = yield* Instant.now
        const window = yield* windowOf(certificate)
        const chosen = Option.isSome(window)
          ? noEarlierThan(certificate.issued_on, renewalIn(window.value, certificate.renew_on, yield* random))
          : certificate.renew_on
        const renew_on = chosen ?? standardOf(certificate)
        if (renew_on === null || Instant.hasPassed(renew_on, now)) return { renew_on, due_on: null }
        const reading = Option.match(window, {
          onNone: () => certificate.renewal_id === null ? renew_on : DateTime.add(now, { seconds: unreadPause }),
          onSome: (read) => nextReading(read, now)
        })
        return { renew_on: chosen, due_on: DateTime.min(renew_on, reading) }
      })

      return CertificateRenewals.of({ review })
    })
  )
}
