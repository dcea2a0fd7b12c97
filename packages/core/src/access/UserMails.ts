import { Context, Effect, Layer } from "effect"
import type { User } from "./User.ts"

/** Outcome of the request to invite a user. `limited` has the seconds until the next invitation of its address. */
export type InvitationOutcome =
  | { readonly type: "sent" }
  /** Mails cannot link to pages where people set passwords. */
  | { readonly type: "unavailable" }
  | { readonly type: "limited"; readonly retry_after: number }

/** Changes of an account about which its user gets a notice. */
export type AccountNotice =
  | "password_changed"
  | "second_factor_added"
  | "second_factor_removed"
  | "backup_codes_renewed"
  | "passkey_added"
  | "passkey_removed"

/** Outcome of the request for another address. `limited` has the seconds until the next mail to the new address. */
export type AddressOutcome =
  /** The user keeps its address until the change is confirmed by links. */
  | { readonly type: "pending" }
  /** Nothing is confirmed: mails cannot link to pages, or the user has no password yet. */
  | { readonly type: "unconfirmed" }
  | { readonly type: "limited"; readonly retry_after: number }

/**
 * Port for mails to users, implemented by the people slice. Mails are stored in the caller's transaction and sent by jobs.
 */
export class UserMails extends Context.Service<UserMails, {
  /** Sends a user a link to set a password. Earlier links of the user end. */
  readonly invite: (user: User) => Effect.Effect<InvitationOutcome>
  /**
   * Asks to confirm another address of a user, by links at the old and the new address (`both`), or at the new one alone
   * (`new`), for a caller that may replace a lost address. The old address can cancel either change.
   */
  readonly changeAddress: (user: User, email: string, confirmedAt: "both" | "new") => Effect.Effect<AddressOutcome>
  /** Notifies a user of a change of its account. */
  readonly notify: (user: User, notice: AccountNotice) => Effect.Effect<void>
  /**
   * Notifies a user that failures have blocked its sign-in, at most once in 24 hours. The login is a username, an email address or
   * a user id; the call takes the same time whether a user has it.
   */
  readonly signInBlocked: (login: string) => Effect.Effect<void>
}>()("@namewright/core/access/UserMails") {
  /** Sends no mails. */
  static readonly layerNone = Layer.succeed(UserMails, {
    invite: () => Effect.succeed({ type: "unavailable" }),
    changeAddress: () => Effect.succeed({ type: "unconfirmed" }),
    notify: () => Effect.void,
    signInBlocked: () => Effect.void
  })
}
