import { Context, Effect, Layer } from "effect"
import type { Certificate } from "./Certificate.ts"

/** Port: features of upper slices that own certificates. */
export class CertificateOwners extends Context.Service<CertificateOwners, {
  /**
   * Called in the transaction that stores an issued certificate, which is locked. It locks no rows of the feature: other
   * transactions lock those first, and the certificate second.
   */
  readonly issued: (certificate: Certificate) => Effect.Effect<void>
}>()("@namewright/core/certificates/CertificateOwners") {
  /** No feature waits for certificates. */
  static readonly layerNone = Layer.succeed(CertificateOwners, { issued: () => Effect.void })
}
