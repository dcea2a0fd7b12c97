import type {
  ApiKeyStore,
  CredentialStore,
  IdempotencyStore,
  IpRestrictionStore,
  RoleStore,
  SigningKeyStore,
  UserStore
} from "@namewright/core/access"
import type { Layer } from "effect"
import { apiKeyStoreContract } from "./ApiKeyStoreContract.ts"
import { idempotencyStoreContract } from "./IdempotencyStoreContract.ts"
import { ipRestrictionStoreContract } from "./IpRestrictionStoreContract.ts"
import { signingKeyStoreContract } from "./SigningKeyStoreContract.ts"
import { userStoreContract } from "./UserStoreContract.ts"

/** The storage ports of the access slice. */
export type AccessStorage =
  | ApiKeyStore
  | CredentialStore
  | RoleStore
  | UserStore
  | IpRestrictionStore
  | IdempotencyStore
  | SigningKeyStore

/** The promises every storage adapter keeps for credentials, roles, users, IP restrictions and signing keys. */
export const accessContract = <E>(name: string, storage: Layer.Layer<AccessStorage, E>) => {
  apiKeyStoreContract(name, storage)
  ipRestrictionStoreContract(name, storage)
  idempotencyStoreContract(name, storage)
  userStoreContract(name, storage)
  signingKeyStoreContract(name, storage)
}
