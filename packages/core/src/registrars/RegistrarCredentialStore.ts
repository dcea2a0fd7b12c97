import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { CredentialSync } from "./CredentialSync.ts"
import type { RegistrarCredential, RegistrarCredentialFilter, RegistrarCredentialId } from "./RegistrarCredential.ts"

/** Credential with the members that are not shown. */
export interface StoredCredential extends RegistrarCredential, CredentialSync {
  /** Sealed secrets. */
  readonly secrets: string
}

/** Storage port of credentials at external registrars. */
export class RegistrarCredentialStore extends Context.Service<RegistrarCredentialStore, {
  readonly insert: (credential: StoredCredential) => Effect.Effect<void>
  /** Makes other calls for the organization wait until the transaction ends, so that `count` remains valid. */
  readonly lockCreation: (organization: OrganizationId) => Effect.Effect<void>
  readonly count: (organization: OrganizationId) => Effect.Effect<number>
  readonly find: (
    organization: OrganizationId,
    id: RegistrarCredentialId
  ) => Effect.Effect<Option.Option<StoredCredential>>
  /** Finds a credential of any organization and locks it until the transaction ends. */
  readonly lock: (id: RegistrarCredentialId) => Effect.Effect<Option.Option<StoredCredential>>
  /** Lists credentials, the oldest first. */
  readonly list: (
    organization: OrganizationId,
    filter: RegistrarCredentialFilter,
    page: PageRequest
  ) => Effect.Effect<Page<StoredCredential>>
  /** Writes every member of an existing credential. */
  readonly save: (credential: StoredCredential) => Effect.Effect<void>
  readonly remove: (id: RegistrarCredentialId) => Effect.Effect<void>
  /** Credentials of any organizations. Unknown ids are absent. */
  readonly described: (
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Pick<RegistrarCredential, "registrar_credential_id" | "name" | "registrar">>>
  /**
   * Locks credentials whose scheduled synchronisation is due, the oldest first. Skips credentials that another transaction
   * has locked.
   */
  readonly claimDue: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<StoredCredential>>
}>()("@namewright/core/registrars/RegistrarCredentialStore") {}
