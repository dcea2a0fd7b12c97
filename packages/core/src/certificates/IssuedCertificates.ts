import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { type Hostname, Instant } from "../shared/index.ts"
import type { CertificateId } from "./Certificate.ts"
import { type CertificateName, wildcardOf } from "./CertificateName.ts"
import { CertificateStore } from "./CertificateStore.ts"

/** A certificate that servers present. */
export interface ServedCertificate {
  readonly certificate_id: CertificateId
  readonly names: ReadonlyArray<CertificateName>
  /** PEM of the certificate and of intermediate authorities. */
  readonly chain: string
  /** PKCS #8 in PEM. */
  readonly key: Redacted.Redacted
  readonly expires_on: Instant.Instant
}

/** Issued certificates by host, for servers. */
export class IssuedCertificates extends Context.Service<IssuedCertificates, {
  /** The valid certificate of a host that expires last; without one, that of the wildcard that covers the host. */
  readonly find: (host: Hostname) => Effect.Effect<Option.Option<ServedCertificate>>
}>()("@namewright/core/certificates/IssuedCertificates") {
  static readonly layer = Layer.effect(
    IssuedCertificates,
    Effect.gen(function*() {
      const store = yield* CertificateStore
      const sealed = yield* SealedSecrets

      return IssuedCertificates.of({
        find: Effect.fn("IssuedCertificates.find")(function*(host) {
          const now = yield* Instant.now
          const exact = yield* store.issuedFor(host, now)
          const wildcard = wildcardOf(host)
          const found = Option.isNone(exact) && wildcard !== undefined ? yield* store.issuedFor(wildcard, now) : exact
          if (Option.isNone(found)) return Option.none()
          const { certificate_id, chain, expires_on, names, sealed_key } = found.value
          if (chain === null || sealed_key === null || expires_on === null) return Option.none()
          const key = yield* sealed.open(sealed_key, certificate_id)
          return Option.some({ certificate_id, names, chain, key, expires_on })
        })
      })
    })
  )
}
