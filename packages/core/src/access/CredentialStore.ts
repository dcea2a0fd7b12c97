import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Permission } from "../shared/index.ts"
import type { ApiKey, ApiKeyId, ApiKeySecrets } from "./ApiKey.ts"
import type { AllowedNetwork } from "./IpRestriction.ts"
import type { SecretHash } from "./SecretHash.ts"
import type { UserId } from "./User.ts"

/** Everything about a credential that decides a request, as one read brings it. */
export interface StoredCredential extends ApiKeySecrets {
  readonly key: ApiKey
  /** The rights of the custom role that the credential names; null if it names none of the organization's. */
  readonly custom_permissions: ReadonlyArray<Permission> | null
  /** The networks to which the organization restricts its callers; empty for no restriction. */
  readonly networks: ReadonlyArray<AllowedNetwork>
}

/** Everything about a person that decides a request, as one read brings it. */
export interface StoredCaller extends Pick<StoredCredential, "custom_permissions" | "networks"> {
  readonly user_id: UserId
  readonly organization_id: OrganizationId
  readonly role: string | null
}

/** Storage port of the credentials, for those who check them: one indexed read each. */
export class CredentialStore extends Context.Service<CredentialStore, {
  readonly findByKeyHash: (hash: SecretHash) => Effect.Effect<Option.Option<StoredCredential>>
  readonly findByClientSecretHash: (
    organization: OrganizationId,
    hash: SecretHash
  ) => Effect.Effect<Option.Option<StoredCredential>>
  readonly find: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<Option.Option<StoredCredential>>
  readonly findUser: (id: UserId) => Effect.Effect<Option.Option<StoredCaller>>
  readonly markKeyUsed: (id: ApiKeyId, at: Instant.Instant) => Effect.Effect<void>
  readonly markNetworkUsed: (id: AllowedNetwork["ip_restriction_id"], at: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/access/CredentialStore") {}
