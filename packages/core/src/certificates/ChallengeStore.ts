import { Context, type Effect, type Option } from "effect"
import type { CertificateId } from "./Certificate.ts"

/** Response to a challenge of an authority. */
export interface StoredChallenge {
  readonly token: string
  readonly key_authorization: string
  readonly certificate_id: CertificateId
}

/** Storage port of responses to challenges. They are removed with their certificate. */
export class ChallengeStore extends Context.Service<ChallengeStore, {
  /**
   * Stores a response that is not confirmed, or replaces that of the same token. Does nothing if the certificate is gone.
   */
  readonly put: (challenge: StoredChallenge) => Effect.Effect<void>
  /** `key_authorization` of a token. */
  readonly find: (token: string) => Effect.Effect<Option.Option<string>>
  /** Stores that the authority was notified of the response. Does nothing if it is gone. */
  readonly saveConfirmation: (token: string, certificate_id: CertificateId) => Effect.Effect<void>
  readonly isConfirmed: (token: string, certificate_id: CertificateId) => Effect.Effect<boolean>
  readonly removeOf: (certificate_id: CertificateId) => Effect.Effect<void>
}>()("@namewright/core/certificates/ChallengeStore") {}
