import { Context, type Effect } from "effect"
import type { Domain } from "../domains/index.ts"
import type { DomainId, DomainName, Instant } from "../shared/index.ts"
import type { RegistrarCredentialId } from "./RegistrarCredential.ts"

/** A stored domain of a credential. */
export interface ExternalName {
  readonly domain_id: DomainId
  readonly name: DomainName
}

/**
 * Storage port of the domains at external registrars: rows of domains with the status tag `EXTERNAL`. A synchronisation
 * handles hundreds of thousands, so every method takes many.
 */
export class ExternalDomainStore extends Context.Service<ExternalDomainStore, {
  /** Domains of any organization with these names. */
  readonly named: (names: ReadonlyArray<DomainName>) => Effect.Effect<ReadonlyArray<Domain>>
  /** Stores new domains with the tag. Returns the names that were stored; the others exist already. */
  readonly insertAll: (domains: ReadonlyArray<Domain>) => Effect.Effect<ReadonlySet<DomainName>>
  /** Removes domains that have the credential. Others, and domains that do not exist, are left out. */
  readonly removeAll: (
    credential: RegistrarCredentialId,
    domains: ReadonlyArray<DomainId>
  ) => Effect.Effect<void>
  /** Domains of a credential in the order of their ids, at most `limit` after an id. */
  readonly ofCredential: (
    credential: RegistrarCredentialId,
    after: DomainId | null,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ExternalName>>
  /**
   * Domains that the latest complete listing of the credential lacked, with the time of the last success before that
   * listing; null if it was the first.
   */
  readonly missing: (
    credential: RegistrarCredentialId
  ) => Effect.Effect<ReadonlyMap<DomainId, Instant.Instant | null>>
  /** Replaces some of the missing domains: `found` are no longer missing, `lost` are missing now. */
  readonly markMissing: (
    credential: RegistrarCredentialId,
    changes: {
      readonly found: ReadonlyArray<DomainId>
      readonly lost: ReadonlyArray<DomainId>
      readonly last_synced_on: Instant.Instant | null
    }
  ) => Effect.Effect<void>
}>()("@namewright/core/registrars/ExternalDomainStore") {}
