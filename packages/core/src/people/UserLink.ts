import { Schema } from "effect"
import { UserId } from "../access/index.ts"

/** Purposes of links in mails to users, as models of `RealmRecords`. */
export const userLinkPurposes = ["UserInvitation", "PasswordReset"] as const
export type UserLinkPurpose = (typeof userLinkPurposes)[number]

/** Stored content of a link. Only the hash of its token is stored. */
export const UserLinkPayload = Schema.Struct({
  user_id: UserId,
  /** Address of the user when the link was sent, in lower case. Another address ends the link. */
  email: Schema.String,
  /** Digest of the user's credentials when the link was sent. A changed password, authenticator or passkey ends the link. */
  credentials: Schema.String
})
export type UserLinkPayload = typeof UserLinkPayload.Type
