import type { IssueLimit, OrderLimit } from "@namewright/core/certificates"
import type { Redacted } from "effect"

/** An authority with the protocol ACME (RFC 8555). */
export interface AcmeAuthorityOptions {
  /** Name by which its account and orders are stored, such as `letsencrypt`. Never change it. */
  readonly name: string
  readonly directoryUrl: string
  /** Address of the account's owner, if the authority sends warnings. */
  readonly email?: string | undefined
  /** Binding of the account to one with other credentials, if the authority demands it. */
  readonly externalAccount?: { readonly keyId: string; readonly hmacKey: Redacted.Redacted } | undefined
  /** Profile of certificates, such as `tlsserver` or `shortlived`. Default: that of the authority. */
  readonly profile?: string | undefined
  /** Root certificates in PEM that are trusted for the authority's own server, for a private authority. Default: those of Node. */
  readonly trustedRoots?: string | undefined
  /** Orders that the authority accepts of an account. Default: not limited. */
  readonly limit?: OrderLimit | undefined
  /** Certificates that the authority issues for a registered domain, and for the same names. Default: not limited. */
  readonly issueLimit?: IssueLimit | undefined
}
