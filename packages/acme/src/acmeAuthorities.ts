import { CertificateAuthorities } from "@namewright/core/certificates"
import { Duration, Layer } from "effect"
import { AcmeAuthority } from "./AcmeAuthority.ts"
import type { AcmeAuthorityOptions } from "./AcmeAuthorityOptions.ts"

/** Let's Encrypt, with its limits: 300 orders of an account in three hours; in seven days 50 certificates for a registered domain, and 5 for the same names. */
export const letsEncrypt = (options: Pick<AcmeAuthorityOptions, "email" | "profile"> = {}): AcmeAuthorityOptions => ({
  ...options,
  name: "letsencrypt",
  directoryUrl: "https://acme-v02.api.letsencrypt.org/directory",
  limit: { orders: 300, period: Duration.hours(3) },
  issueLimit: { perDomain: 50, perNames: 5, period: Duration.days(7) }
})

/**
 * Authorities in the order in which they are used: `acmeAuthorities(letsEncrypt(), { name, directoryUrl })`. Using it accepts their
 * terms of service. The platform answers challenges over HTTP on port 80 of each host, and those of
 * wildcards over DNS in its zones.
 */
export const acmeAuthorities = (
  ...authorities: readonly [AcmeAuthorityOptions, ...ReadonlyArray<AcmeAuthorityOptions>]
): Layer.Layer<CertificateAuthorities> =>
  Layer.sync(CertificateAuthorities, () => ({ all: authorities.map((options) => new AcmeAuthority(options)) }))
