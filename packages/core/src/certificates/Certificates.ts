import { Context, DateTime, Effect, Layer, Option } from "effect"
import { JobQueue } from "../jobs/index.ts"
import { type Hostname, Instant, type OrganizationId, Transaction } from "../shared/index.ts"
import {
  type Certificate,
  type CertificateId,
  certificateNames,
  newCertificate,
  newCertificateId
} from "./Certificate.ts"
import { CertificateStore } from "./CertificateStore.ts"
import { issueJob, jobLease } from "./issueJob.ts"
import { requested } from "./OrderState.ts"

/** Names of one certificate at most. */
export const maximumNames = 25

/**
 * Certificates for hosts of other slices. It checks no permissions: the caller has decided that the organization may have the
 * hosts served.
 */
export class Certificates extends Context.Service<Certificates, {
  /**
   * The certificate for a set of 1 to 25 hosts, which is ordered if there is none, and renewed until each of its owners has
   * released it. Joins the caller's transaction and waits for no authority: `chain` is null until a certificate is issued.
   * `organization` is null for hosts of the platform; events about the certificate are recorded for the last caller's.
   * `owner` is the name of the feature that serves the hosts, such as `branding`.
   */
  readonly ensure: (
    hosts: readonly [Hostname, ...ReadonlyArray<Hostname>],
    organization: OrganizationId | null,
    owner: string
  ) => Effect.Effect<Certificate>
  /**
   * Ends the need of an owner for the certificate of a set of hosts. Without another owner, the certificate and its key are
   * removed; an order that is under way ends without an effect.
   */
  readonly release: (hosts: ReadonlyArray<Hostname>, owner: string) => Effect.Effect<void>
  /**
   * Orders every certificate with a name again now, for operators: after a key was lost, or instead of a pause. The order counts
   * against the limits of the authority. Returns the certificates; an order that is under way continues.
   */
  readonly renew: (name: Hostname) => Effect.Effect<ReadonlyArray<Certificate>>
}>()("@namewright/core/certificates/Certificates") {
  static readonly layer = Layer.effect(
    Certificates,
    Effect.gen(function*() {
      const store = yield* CertificateStore
      const queue = yield* JobQueue
      const transaction = yield* Transaction

      const owned = Effect.fnUntraced(function*(certificate: Certificate, organization_id: OrganizationId | null) {
        if (certificate.organization_id === organization_id) return certificate
        const changed = { ...certificate, organization_id, updated_on: yield* Instant.now }
        yield* store.save(changed)
        return changed
      })

      const create = Effect.fnUntraced(
        function*(names: ReadonlyArray<Hostname>, organization_id: OrganizationId | null) {
          const now = yield* Instant.now
          const certificate_id = yield* newCertificateId
          const certificate = {
            ...newCertificate({ certificate_id, names, organization_id, now }),
            due_on: DateTime.addDuration(now, jobLease)
          }
          if (!(yield* store.insert(certificate))) return Option.none()
          yield* queue.enqueue(issueJob(certificate_id))
          return Option.some(certificate)
        }
      )

      const ensure = Effect.fn("Certificates.ensure")(
        function*(hosts: ReadonlyArray<Hostname>, organization: OrganizationId | null, owner: string) {
          const names = certificateNames(hosts)
          if (names.length > maximumNames) {
            return yield* Effect.die(new Error(`A certificate has at most ${maximumNames} names, got ${names.length}`))
          }
          return yield* transaction.atomically(Effect.gen(function*() {
            for (;;) {
              const found = yield* store.lockNames(names)
              const certificate = Option.isSome(found)
                ? Option.some(yield* owned(found.value, organization))
                : yield* create(names, organization)
              // Another transaction has stored one for the same names.
              if (Option.isNone(certificate)) continue
              yield* store.addOwner(certificate.value.certificate_id, owner)
              return certificate.value
            }
          }))
        }
      )

      const release = Effect.fn("Certificates.release")(function*(hosts: ReadonlyArray<Hostname>, owner: string) {
        yield* transaction.atomically(Effect.gen(function*() {
          const found = yield* store.lockNames(certificateNames(hosts))
          if (Option.isNone(found)) return
          const { certificate_id } = found.value
          yield* store.removeOwner(certificate_id, owner)
          const others = yield* store.ownersOf(certificate_id)
          if (others.length === 0) yield* store.remove(certificate_id)
        }))
      })

      const renewNow = Effect.fnUntraced(function*(id: CertificateId, now: Instant.Instant) {
        const found = yield* store.lock(id)
        if (Option.isNone(found)) return []
        yield* store.save(requested(found.value, now))
        yield* queue.enqueue(issueJob(id))
        return [found.value]
      })

      const renew = Effect.fn("Certificates.renew")(function*(name: Hostname) {
        const now = yield* Instant.now
        const found = yield* store.withName(name)
        const renewed = yield* Effect.forEach(
          found,
          ({ certificate_id }) => transaction.atomically(renewNow(certificate_id, now))
        )
        return renewed.flat()
      })

      return Certificates.of({ ensure, release, renew })
    })
  )
}
