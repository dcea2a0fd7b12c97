import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../shared/index.ts"
import type { Certificate, CertificateId } from "./Certificate.ts"
import type { CertificateName } from "./CertificateName.ts"

/**
 * Issued certificates that expire by `expires_by` and whose renewal was due at `renewed_by`, and certificates that were requested
 * by `requested_by` and of which none was issued.
 */
export interface Overdue {
  readonly expires_by: Instant.Instant
  readonly renewed_by: Instant.Instant
  readonly requested_by: Instant.Instant
}

/** An issued certificate, or an order, that counts against the limits of its authority. */
export interface CountedIssue {
  readonly certificate_id: CertificateId
  readonly authority: string
  /** Registered domains of the names. */
  readonly domains: ReadonlyArray<string>
  readonly names: ReadonlyArray<CertificateName>
  /** Time of the issue, or of the order. */
  readonly issued_on: Instant.Instant
}

/** Issues of an authority for a registered domain after `since`; with `names`, those for exactly these. */
export interface IssueQuery {
  readonly authority: string
  readonly domain: string
  readonly since: Instant.Instant
  readonly names?: ReadonlyArray<CertificateName>
}

/** Storage port of certificates and their orders. */
export class CertificateStore extends Context.Service<CertificateStore, {
  /** False, without a change, if there is a certificate for the same names. */
  readonly insert: (certificate: Certificate) => Effect.Effect<boolean>
  readonly find: (id: CertificateId) => Effect.Effect<Option.Option<Certificate>>
  readonly lock: (id: CertificateId) => Effect.Effect<Option.Option<Certificate>>
  /** The certificate for exactly these names, locked. */
  readonly lockNames: (names: ReadonlyArray<CertificateName>) => Effect.Effect<Option.Option<Certificate>>
  /** Stores everything except for the names. */
  readonly save: (certificate: Certificate) => Effect.Effect<void>
  readonly remove: (id: CertificateId) => Effect.Effect<void>
  /** Does nothing if the certificate has the owner. The certificate is locked. */
  readonly addOwner: (id: CertificateId, owner: string) => Effect.Effect<void>
  /** Does nothing if the certificate does not have the owner. The certificate is locked. */
  readonly removeOwner: (id: CertificateId, owner: string) => Effect.Effect<void>
  /** Owners of a certificate in ascending order. */
  readonly ownersOf: (id: CertificateId) => Effect.Effect<ReadonlyArray<string>>
  /** Certificates of an owner, the earliest first. */
  readonly ownedBy: (owner: string) => Effect.Effect<ReadonlyArray<Certificate>>
  /** The issued certificate with a name that expires last, after `now`. */
  readonly issuedFor: (name: CertificateName, now: Instant.Instant) => Effect.Effect<Option.Option<Certificate>>
  /** Certificates with a name, the earliest first. */
  readonly withName: (name: CertificateName) => Effect.Effect<ReadonlyArray<Certificate>>
  /** Certificates by their names, after those of a previous page; `""` for the first one. */
  readonly page: (afterNames: string, limit: number) => Effect.Effect<ReadonlyArray<Certificate>>
  /**
   * Records an issue, or an order that counts like one until its outcome is known; replaces the recorded order of the certificate.
   * Does nothing if an issue of the certificate at the same time is recorded.
   */
  readonly recordIssue: (issue: CountedIssue, state: "ordered" | "issued") => Effect.Effect<void>
  /** Removes the recorded order of a certificate, which has failed. */
  readonly removeOrdered: (id: CertificateId) => Effect.Effect<void>
  /** Times of the latest 1,000 issues and orders in ascending order, also of certificates that were removed. */
  readonly issueTimes: (query: IssueQuery) => Effect.Effect<ReadonlyArray<Instant.Instant>>
  readonly removeIssues: (before: Instant.Instant) => Effect.Effect<void>
  /** Locks due certificates, and skips those locked by other transactions. */
  readonly claimDue: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<Certificate>>
  /** Locks overdue certificates that have not been reported, the earliest expiry or request first. */
  readonly claimOverdue: (overdue: Overdue, limit: number) => Effect.Effect<ReadonlyArray<Certificate>>
  readonly countOverdue: (overdue: Overdue) => Effect.Effect<number>
}>()("@namewright/core/certificates/CertificateStore") {}
