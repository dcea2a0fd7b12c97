import { Context, type Effect, type Option } from "effect"
import type { DnsName, ZoneId } from "../dns/index.ts"
import type { Instant } from "../shared/index.ts"
import type { CertificateId } from "./Certificate.ts"

/** TXT record that answers a challenge. */
export interface ChallengeRecord {
  readonly dns_zone_id: ZoneId
  readonly dns_name: DnsName.DnsName
  /** Serial of the zone that contains the record. */
  readonly dns_serial: number
}

/** Response to a challenge of an authority. */
export interface StoredChallenge {
  readonly token: string
  /** Body of the HTTP response, or text of the record. */
  readonly response: string
  readonly certificate_id: CertificateId
  /** Null for a challenge over HTTP. */
  readonly record: ChallengeRecord | null
}

/** Response in a zone. */
export interface PublishedChallenge extends Pick<StoredChallenge, "token" | "response"> {
  readonly record: ChallengeRecord
  readonly created_on: Instant.Instant
}

/** Storage port of responses to challenges. They are removed with their certificate. */
export class ChallengeStore extends Context.Service<ChallengeStore, {
  /**
   * Stores a response that is not confirmed, or replaces that of the same token. Does nothing if the certificate is gone.
   */
  readonly put: (challenge: StoredChallenge) => Effect.Effect<void>
  /** Response to a request over HTTP for a token. */
  readonly find: (token: string) => Effect.Effect<Option.Option<string>>
  /** Responses of a certificate in zones, the earliest first. */
  readonly recordsOf: (certificate_id: CertificateId) => Effect.Effect<ReadonlyArray<PublishedChallenge>>
  /** True if another certificate has a response at a name of a zone. */
  readonly hasRecords: (
    zone: ZoneId,
    name: DnsName.DnsName,
    except: CertificateId
  ) => Effect.Effect<boolean>
  /** Stores that the authority was notified of the response. Does nothing if it is gone. */
  readonly saveConfirmation: (token: string, certificate_id: CertificateId) => Effect.Effect<void>
  readonly isConfirmed: (token: string, certificate_id: CertificateId) => Effect.Effect<boolean>
  readonly removeOf: (certificate_id: CertificateId) => Effect.Effect<void>
}>()("@namewright/core/certificates/ChallengeStore") {}
