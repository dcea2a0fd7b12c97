import { Layer } from "effect"
import * as ApiKeyStoreSql from "./ApiKeyStoreSql.ts"
import * as CredentialStoreSql from "./CredentialStoreSql.ts"
import * as IdempotencyStoreSql from "./IdempotencyStoreSql.ts"
import * as IpRestrictionStoreSql from "./IpRestrictionStoreSql.ts"
import * as RoleStoreSql from "./RoleStoreSql.ts"
import * as SignInAttemptStoreSql from "./SignInAttemptStoreSql.ts"
import * as SigningKeyStoreSql from "./SigningKeyStoreSql.ts"
import * as UserCredentialStoreSql from "./UserCredentialStoreSql.ts"
import * as UserStoreSql from "./UserStoreSql.ts"

/** The stores of the access slice. */
export const layer = Layer.mergeAll(
  ApiKeyStoreSql.layer,
  CredentialStoreSql.layer,
  RoleStoreSql.layer,
  UserStoreSql.layer,
  UserCredentialStoreSql.layer,
  SignInAttemptStoreSql.layer,
  IpRestrictionStoreSql.layer,
  IdempotencyStoreSql.layer,
  SigningKeyStoreSql.layer
)
