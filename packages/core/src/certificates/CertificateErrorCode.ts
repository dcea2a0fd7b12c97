import { Schema } from "effect"

/**
 * Reason why a certificate was not issued. Checks before an order: `address_missing`: a host has no address; `address_foreign`: it has
 * one of another server; `caa_forbidden`: its CAA records permit no authority of this installation; `dns_unavailable`: its records
 * could not be read. Checks of hosts that are proven over DNS: `zone_missing`: no zone of the host is served here; `zone_foreign`:
 * the zone belongs to another organization; `challenge_redirected`: a delegation or an alias hides the record; `zone_unpublished`:
 * no nameserver has the zone, or one does not serve the record. The others are outcomes of orders, and the lack of an authority.
 */
export const CertificateErrorCode = Schema.Literals([
  "address_missing",
  "address_foreign",
  "caa_forbidden",
  "dns_unavailable",
  "zone_missing",
  "zone_foreign",
  "challenge_redirected",
  "zone_unpublished",
  "no_authority",
  "authority_refused",
  "authority_limited",
  "authority_unavailable"
])
export type CertificateErrorCode = typeof CertificateErrorCode.Type

/** Codes by the reasons of failed calls. */
export const authorityErrorCodes = {
  refused: "authority_refused",
  rateLimited: "authority_limited",
  unavailable: "authority_unavailable"
} as const satisfies Record<string, CertificateErrorCode>
