import type {
  ApiKeyStore,
  CredentialStore,
  IdempotencyStore,
  IpRestrictionStore,
  RoleStore,
  SignInAttemptStore,
  SigningKeyStore,
  UserCredentialStore,
  UserStore
} from "@namewright/core/access"
import type { ProcessStore } from "@namewright/core/processes"
import type { Transaction } from "@namewright/core/shared"
import type { Layer } from "effect"
import { apiKeyStoreContract } from "./ApiKeyStoreContract.ts"
import { idempotencyStoreContract } from "./IdempotencyStoreContract.ts"
import { ipRestrictionStoreContract } from "./IpRestrictionStoreContract.ts"
import { signingKeyStoreContract } from "./SigningKeyStoreContract.ts"
import { userCredentialStoreContract } from "./UserCredentialStoreContract.ts"
import { userStoreContract } from "./UserStoreContract.ts"

/** The storage ports of the access slice. */
export type AccessStorage =
  | ApiKeyStore
  | CredentialStore
  | RoleStore
  | UserStore
  | UserCredentialStore
  | SignInAttemptStore
  | IpRestrictionStore
  | IdempotencyStore
  | SigningKeyStore

/** The promises every storage adapter keeps for credentials, roles, users, IP restrictions and signing keys. */
export const accessContract = <E>(
  name: string,
  storage: Layer.Layer<AccessStorage | ProcessStore | Transaction, E>
) => {
  apiKeyStoreContract(name, storage)
  ipRestrictionStoreContract(name, storage)
  idempotencyStoreContract(name, storage)
  userStoreContract(name, storage)
  userCredentialStoreContract(name, storage)
  signingKeyStoreContract(name, storage)
}
