import { Context, Data, type Duration, type Effect, Layer, type Option, type Redacted } from "effect"
import type { Instant } from "../shared/index.ts"
import type { CertificateName, ChallengeType } from "./CertificateName.ts"
import type { RenewalWindow } from "./renewalTimes.ts"

/** Account at an authority. */
export interface AuthorityAccount {
  readonly url: string
  /** PKCS #8 in PEM. */
  readonly key: Redacted.Redacted
}

/** Challenge that proves a name of an order. */
export interface AuthorityChallenge {
  readonly type: ChallengeType
  /** The name, with the prefix `*.` of a wildcard. */
  readonly name: string
  readonly url: string
  readonly token: string
  /**
   * `http-01`: body of the response to a request for the token (RFC 8555, section 8.3). `dns-01`: text of the TXT record
   * (section 8.4).
   */
  readonly response: string
}

/** State of an order at its authority. Source: RFC 8555, section 7.1.3. */
export interface AuthorityOrder {
  readonly url: string
  readonly status: "pending" | "ready" | "processing" | "valid" | "invalid"
  /**
   * Challenges of both types that are pending or being validated by the authority. Empty unless the order is pending. One
   * challenge proves a name.
   */
  readonly challenges: ReadonlyArray<AuthorityChallenge>
  /** Reason of the authority for an invalid order. */
  readonly problem: string | null
}

/** An issued certificate. */
export interface IssuedChain {
  /** PEM of the certificate, followed by those of intermediate authorities. */
  readonly chain: string
  readonly valid_from: Instant.Instant
  readonly expires_on: Instant.Instant
  /** Identifier for renewal information; null if the authority has none. */
  readonly renewal_id: string | null
}

/**
 * A call of an authority failed. `refused`: the authority has rejected the request or the order. `rateLimited`: it accepts
 * no order of these names for `retry_after` seconds. `unavailable`: it did not answer, and may have carried the call out.
 */
export class AuthorityFailed extends Data.TaggedError("AuthorityFailed")<{
  readonly reason: "refused" | "rateLimited" | "unavailable"
  readonly message: string
  /** Null if the authority names none. */
  readonly retry_after?: number | null
}> {}

/** Names that an order is placed for. */
export interface OrderedNames {
  readonly names: ReadonlyArray<CertificateName>
  /** `renewal_id` of the certificate that the ordered one replaces (RFC 9773, section 5). */
  readonly replaces: string | null
}

/** Orders that an authority accepts of one account in a period. */
export interface OrderLimit {
  readonly orders: number
  readonly period: Duration.Duration
}

/** Certificates that an authority issues in a period. Those that replace another one (RFC 9773) are not counted. */
export interface IssueLimit {
  /** Certificates with names of one registered domain. */
  readonly perDomain: number
  /** Certificates for exactly the same names. */
  readonly perNames: number
  readonly period: Duration.Duration
}

/**
 * Driver of one authority. A method may send several requests; its caller waits for 30 seconds at most. `lookUp` returns the state of an order by its
 * URL, so that an unknown outcome of another call is read and never guessed.
 */
export interface CertificateAuthority {
  /** Name by which its account and its orders are stored, such as `letsencrypt`; unique in an installation. */
  readonly name: string
  /** False if it issues certificates for any names; its orders have no challenges, and names are not checked before them. */
  readonly provesNames: boolean
  /** Undefined if orders are not limited. */
  readonly limit?: OrderLimit | undefined
  /** Undefined if certificates are not limited. */
  readonly issueLimit?: IssueLimit | undefined
  /** Creates the account with this key, or finds it. Returns its URL. */
  readonly register: (key: Redacted.Redacted) => Effect.Effect<string, AuthorityFailed>
  readonly order: (account: AuthorityAccount, ordered: OrderedNames) => Effect.Effect<AuthorityOrder, AuthorityFailed>
  readonly lookUp: (account: AuthorityAccount, url: string) => Effect.Effect<AuthorityOrder, AuthorityFailed>
  /** Notifies the authority that the challenge response is available. */
  readonly confirm: (account: AuthorityAccount, challenge: AuthorityChallenge) => Effect.Effect<void, AuthorityFailed>
  /** Requests the certificate of a ready order, for this private key (PKCS #8 in PEM). */
  readonly finalize: (
    account: AuthorityAccount,
    order: AuthorityOrder,
    names: ReadonlyArray<CertificateName>,
    key: Redacted.Redacted
  ) => Effect.Effect<AuthorityOrder, AuthorityFailed>
  /** The certificate of a valid order that was ordered with this private key. */
  readonly download: (
    account: AuthorityAccount,
    order: AuthorityOrder,
    names: ReadonlyArray<CertificateName>,
    key: Redacted.Redacted
  ) => Effect.Effect<IssuedChain, AuthorityFailed>
  /** Domains by which CAA records name the authority (RFC 8555, section 9.7.6, `caaIdentities`); empty if it names none. */
  readonly caaIdentities: Effect.Effect<ReadonlyArray<string>, AuthorityFailed>
  /** None if the authority has no renewal information. */
  readonly renewalInfo: (renewal_id: string) => Effect.Effect<Option.Option<RenewalWindow>, AuthorityFailed>
}

/** Port: the authorities of this installation, in the order in which they are used. */
export class CertificateAuthorities extends Context.Service<CertificateAuthorities, {
  readonly all: ReadonlyArray<CertificateAuthority>
}>()("@namewright/core/certificates/CertificateAuthorities") {
  /** Certificates are not issued. */
  static readonly layerNone = Layer.succeed(CertificateAuthorities, { all: [] })
}
