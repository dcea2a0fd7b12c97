import { Context, Data, DateTime, Effect, Layer, Option } from "effect"
import { JobQueue } from "../jobs/index.ts"
import { Instant, type OrganizationId, Transaction } from "../shared/index.ts"
import {
  type Certificate,
  type CertificateId,
  certificateNames,
  namesKey,
  newCertificate,
  newCertificateId
} from "./Certificate.ts"
import type { CertificateName } from "./CertificateName.ts"
import { CertificateStore } from "./CertificateStore.ts"
import { issueJob, jobLease } from "./issueJob.ts"
import { makeChallengeRecords } from "./makeChallengeRecords.ts"
import { postponed, requested } from "./OrderState.ts"

/** Names of one certificate at most. */
export const maximumNames = 25

/** Features need a certificate that an operator wants to remove. */
export class CertificateInUse extends Data.TaggedError("CertificateInUse")<{
  readonly names: ReadonlyArray<CertificateName>
  readonly owners: ReadonlyArray<string>
}> {}

/**
 * Certificates for hosts of other slices. It checks no permissions: the caller has decided that the organization may have the
 * hosts served.
 */
export class Certificates extends Context.Service<Certificates, {
  /**
   * The certificate for a set of 1 to 25 names: hosts, or wildcards such as `*.example.com`. It is ordered if there is none, and
   * renewed until each of its owners has released it. Joins the caller's transaction and waits for no authority: `chain` is null
   * until a certificate is issued.
   * `organization` is null for hosts of the platform; events about the certificate are recorded for the last caller's.
   * `owner` is the name of the feature that serves the hosts, such as `branding`.
   */
  readonly ensure: (
    names: readonly [CertificateName, ...ReadonlyArray<CertificateName>],
    organization: OrganizationId | null,
    owner: string
  ) => Effect.Effect<Certificate>
  /**
   * Ends the need of an owner for the certificate of a set of names. Without another owner, the certificate and its key are
   * removed; an order that is under way ends without an effect.
   */
  readonly release: (names: ReadonlyArray<CertificateName>, owner: string) => Effect.Effect<void>
  /**
   * Ends the need of an owner for all certificates except for that of `kept`, and returns them. Those without another owner
   * are not renewed; they are served until they expire, because other processes and clients may still use their hosts.
   */
  readonly retire: (owner: string, kept: ReadonlyArray<CertificateName>) => Effect.Effect<ReadonlyArray<Certificate>>
  /**
   * Removes every certificate with a name and its key, for operators, and returns them. Fails and removes none if one has an
   * owner for which `isIgnored` is false.
   */
  readonly discard: (
    name: CertificateName,
    isIgnored: (owner: string) => boolean
  ) => Effect.Effect<ReadonlyArray<Certificate>, CertificateInUse>
  /**
   * Orders every certificate with a name again now, for operators: after a key was lost, or instead of a pause. The order counts
   * against the limits of the authority. Returns the certificates; an order that is under way continues.
   */
  readonly renew: (name: CertificateName) => Effect.Effect<ReadonlyArray<Certificate>>
}>()("@namewright/core/certificates/Certificates") {
  static readonly layer = Layer.effect(
    Certificates,
    Effect.gen(function*() {
      const store = yield* CertificateStore
      const queue = yield* JobQueue
      const transaction = yield* Transaction
      const { withdraw } = yield* makeChallengeRecords

      const remove = (id: CertificateId) => Effect.andThen(withdraw(id), store.remove(id))

      const owned = Effect.fnUntraced(function*(certificate: Certificate, organization_id: OrganizationId | null) {
        if (certificate.organization_id === organization_id) return certificate
        const changed = { ...certificate, organization_id, updated_on: yield* Instant.now }
        yield* store.save(changed)
        return changed
      })

      const create = Effect.fnUntraced(
        function*(names: ReadonlyArray<CertificateName>, organization_id: OrganizationId | null) {
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

      /** Looks again at a certificate that no owner has needed: nothing else has renewed it. */
      const reviewRetired = Effect.fnUntraced(function*(certificate: Certificate) {
        const { certificate_id } = certificate
        if ((yield* store.ownersOf(certificate_id)).length > 0) return
        const now = yield* Instant.now
        yield* store.save(postponed(certificate, DateTime.addDuration(now, jobLease), now))
        yield* queue.enqueue(issueJob(certificate_id))
      })

      const ensure = Effect.fn("Certificates.ensure")(
        function*(wanted: ReadonlyArray<CertificateName>, organization: OrganizationId | null, owner: string) {
          const names = certificateNames(wanted)
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
              const { certificate_id } = certificate.value
              if (Option.isSome(found)) yield* reviewRetired(certificate.value)
              yield* store.addOwner(certificate_id, owner)
              return certificate.value
            }
          }))
        }
      )

      const release = Effect.fn("Certificates.release")(
        function*(names: ReadonlyArray<CertificateName>, owner: string) {
          yield* transaction.atomically(Effect.gen(function*() {
            const found = yield* store.lockNames(certificateNames(names))
            if (Option.isNone(found)) return
            const { certificate_id } = found.value
            yield* store.removeOwner(certificate_id, owner)
            const others = yield* store.ownersOf(certificate_id)
            if (others.length === 0) yield* remove(certificate_id)
          }))
        }
      )

      const retire = Effect.fn("Certificates.retire")(function*(owner: string, kept: ReadonlyArray<CertificateName>) {
        const keptNames = namesKey(certificateNames(kept))
        const ofOwner = yield* store.ownedBy(owner)
        return yield* Effect.forEach(
          ofOwner.filter(({ names }) => namesKey(names) !== keptNames),
          (certificate) =>
            transaction.atomically(Effect.gen(function*() {
              const { certificate_id } = certificate
              const found = yield* store.lock(certificate_id)
              if (Option.isNone(found)) return certificate
              yield* store.removeOwner(certificate_id, owner)
              yield* queue.enqueue(issueJob(certificate_id))
              return found.value
            }))
        )
      })

      const discard = Effect.fn("Certificates.discard")(function*(
        name: CertificateName,
        isIgnored: (owner: string) => boolean
      ) {
        return yield* transaction.atomically(Effect.gen(function*() {
          const found = yield* store.withName(name)
          for (const { certificate_id, names } of found) {
            yield* store.lock(certificate_id)
            const owners = yield* store.ownersOf(certificate_id)
            if (!owners.every(isIgnored)) return yield* new CertificateInUse({ names, owners })
            yield* remove(certificate_id)
          }
          return found
        }))
      })

      const renewNow = Effect.fnUntraced(function*(id: CertificateId, now: Instant.Instant) {
        const found = yield* store.lock(id)
        if (Option.isNone(found)) return []
        yield* store.save(requested(found.value, now))
        yield* queue.enqueue(issueJob(id))
        return [found.value]
      })

      const renew = Effect.fn("Certificates.renew")(function*(name: CertificateName) {
        const now = yield* Instant.now
        const found = yield* store.withName(name)
        const renewed = yield* Effect.forEach(
          found,
          ({ certificate_id }) => transaction.atomically(renewNow(certificate_id, now))
        )
        return renewed.flat()
      })

      return Certificates.of({ ensure, release, retire, discard, renew })
    })
  )
}
