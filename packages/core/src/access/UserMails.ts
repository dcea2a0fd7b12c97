import { Context, Effect, Layer } from "effect"
import type { User } from "./User.ts"

/** Outcome of the request to invite a user. `limited` has the seconds until the next invitation of its address. */
export type InvitationOutcome =
  | { readonly type: "sent" }
  /** Mails cannot link to pages where people set passwords. */
  | { readonly type: "unavailable" }
  | { readonly type: "limited"; readonly retry_after: number }

/**
 * Port for mails to users, implemented by the people slice. Mails are stored in the caller's transaction and sent by jobs.
 */
export class UserMails extends Context.Service<UserMails, {
  /** Sends a user a link to set a password. Earlier links of the user end. */
  readonly invite: (user: User) => Effect.Effect<InvitationOutcome>
}>()("@namewright/core/access/UserMails") {
  /** Sends no mails. */
  static readonly layerNone = Layer.succeed(UserMails, {
    invite: () => Effect.succeed({ type: "unavailable" })
  })
}
