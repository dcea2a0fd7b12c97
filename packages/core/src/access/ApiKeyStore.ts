import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { ApiKey, ApiKeyId, ApiKeySecrets } from "./ApiKey.ts"

/** Storage port for the management of credentials. */
export class ApiKeyStore extends Context.Service<ApiKeyStore, {
  readonly insert: (key: ApiKey, secrets: ApiKeySecrets) => Effect.Effect<void>
  readonly find: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<Option.Option<ApiKey>>
  /** Finds a credential and locks it until the transaction ends. */
  readonly lock: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<Option.Option<ApiKey>>
  /** Stores name, description, role, expiry and restrictions of an existing credential. */
  readonly update: (key: ApiKey) => Effect.Effect<void>
  /** Credentials of the organization, including revoked ones, the newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<ApiKey>>
  /** Sets the time of revocation if there is none. True if the organization has the credential. */
  readonly revoke: (organization: OrganizationId, id: ApiKeyId, at: Instant.Instant) => Effect.Effect<boolean>
  /** Revokes all keys of an organization. */
  readonly revokeAll: (organization: OrganizationId, at: Instant.Instant) => Effect.Effect<void>
  /** The same for all credentials that programs created for a user, or that one program did. */
  readonly revokeOfAgent: (user_id: string, client_id: string | undefined, at: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/access/ApiKeyStore") {}
