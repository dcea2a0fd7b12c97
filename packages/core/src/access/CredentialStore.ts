import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Permission } from "../shared/index.ts"
import type { ApiKey, ApiKeyId, ApiKeySecrets } from "./ApiKey.ts"
import type { AllowedNetwork } from "./IpRestriction.ts"
import type { SecretHash } from "./SecretHash.ts"
import type { UserId } from "./User.ts"

/** All data of a credential that decides a request, in one read. */
export interface StoredCredential extends ApiKeySecrets {
  readonly key: ApiKey
  /** Permissions of the credential's custom role; null if the organization has no such role. */
  readonly custom_permissions: ReadonlyArray<Permission> | null
  /** Networks from which the organization accepts calls; empty for no restriction. */
  readonly networks: ReadonlyArray<AllowedNetwork>
}

/** All data of a user that decides a request, in one read. */
export interface StoredCaller extends Pick<StoredCredential, "custom_permissions" | "networks"> {
  readonly user_id: UserId
  readonly organization_id: OrganizationId
  readonly role: string | null
}

/** Storage port for the authentication of credentials: one indexed read per method. */
export class CredentialStore extends Context.Service<CredentialStore, {
  readonly findByKeyHash: (hash: SecretHash) => Effect.Effect<Option.Option<StoredCredential>>
  readonly findByClientSecretHash: (
    organization: OrganizationId,
    hash: SecretHash
  ) => Effect.Effect<Option.Option<StoredCredential>>
  readonly find: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<Option.Option<StoredCredential>>
  readonly findUser: (id: UserId) => Effect.Effect<Option.Option<StoredCaller>>
  /** Stores the time and the address of a call; null for an unknown address. */
  readonly markKeyUsed: (id: ApiKeyId, at: Instant.Instant, address: string | null) => Effect.Effect<void>
}>()("@namewright/core/access/CredentialStore") {}
