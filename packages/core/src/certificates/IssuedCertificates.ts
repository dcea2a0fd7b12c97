import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { type Hostname, Instant } from "../shared/index.ts"
import type { CertificateId } from "./Certificate.ts"
import { CertificateStore } from "./CertificateStore.ts"

/** A certificate that servers present. */
export interface ServedCertificate {
  readonly certificate_id: CertificateId
  readonly names: ReadonlyArray<Hostname>
  /** PEM of the certificate and of intermediate authorities. */
  readonly chain: string
  /** PKCS #8 in PEM. */
  readonly key: Redacted.Redacted
  readonly expires_on: Instant.Instant
}

/** Issued certificates by hostname, for servers. */
export class IssuedCertificates extends Context.Service<IssuedCertificates, {
  /** The valid certificate of a host that expires last. */
  readonly find: (host: Hostname) => Effect.Effect<Option.Option<ServedCertificate>>
}>()("@namewright/core/certificates/IssuedCertificates") {
  static readonly layer = Layer.effect(
    IssuedCertificates,
    Effect.gen(function*() {
      const store = yield* CertificateStore
      const sealed = yield* SealedSecrets

      return IssuedCertificates.of({
        find: Effect.fn("IssuedCertificates.find")(function*(host) {
          const found = yield* store.issuedFor(host, yield* Instant.now)
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
