import type { ObjectChange } from "../objectlog/index.ts"
import type { Instant } from "../shared/index.ts"
import type { User } from "./User.ts"

const objectOf = ({ organization_id, user_id }: User) => ({
  organization_id,
  object_type: "USER" as const,
  object_id: user_id
})

/** Sign-in credentials of a user that the log shows. Secrets are not among them. */
export interface LoggedCredentials {
  /** True if the user has an authenticator with six digits. */
  readonly authenticator?: boolean
  /** Number of passkeys. */
  readonly passkeys?: number
  readonly passkey_added?: { readonly passkey_id: string; readonly name: string } | null
  readonly passkey_removed?: { readonly passkey_id: string; readonly name: string } | null
  /** Passkey with its name before or after. */
  readonly passkey_renamed?: { readonly passkey_id: string; readonly name: string }
  /** Number of unused backup codes. */
  readonly backup_codes?: number | null
  /** Time at which the backup codes were issued. */
  readonly backup_codes_issued_on?: Instant.Instant
}

/** Entries of the object log about users. */
export const userCreated = (user: User): ObjectChange => ({ ...objectOf(user), action: "CREATED", after: user })

export const userUpdated = (before: User, after: User): ObjectChange => ({
  ...objectOf(after),
  action: "UPDATED",
  before,
  after
})

export const credentialsChanged = (
  user: User,
  before: LoggedCredentials,
  after: LoggedCredentials
): ObjectChange => ({ ...objectOf(user), action: "UPDATED", before, after })

export const userDeleted = (user: User): ObjectChange => ({ ...objectOf(user), action: "DELETED", before: user })
