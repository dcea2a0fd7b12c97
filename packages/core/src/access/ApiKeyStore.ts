import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest } from "../shared/index.ts"
import type { ApiKey, ApiKeyId, ApiKeySecrets } from "./ApiKey.ts"

/** Storage port of the credentials, for those who manage them. */
export class ApiKeyStore extends Context.Service<ApiKeyStore, {
  readonly insert: (key: ApiKey, secrets: ApiKeySecrets) => Effect.Effect<void>
  readonly find: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<Option.Option<ApiKey>>
  /** All credentials of the organization, revoked ones too, the newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<ApiKey>>
  /** Sets the time of revocation where it is not set; true if the organization has the credential. */
  readonly revoke: (organization: OrganizationId, id: ApiKeyId, at: Instant.Instant) => Effect.Effect<boolean>
  /** The same for all credentials that programs created for a person, or that one program did. */
  readonly revokeOfAgent: (user_id: string, client_id: string | undefined, at: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/access/ApiKeyStore") {}
