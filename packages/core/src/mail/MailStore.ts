import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId } from "../shared/index.ts"
import type { Mail, MailId, StoredMail } from "./Mail.ts"

/** Storage port of mails. */
export class MailStore extends Context.Service<MailStore, {
  /** Stores a new mail. False, without a change, if there is a mail with its cause. */
  readonly insert: (mail: StoredMail) => Effect.Effect<boolean>
  readonly find: (id: MailId) => Effect.Effect<Option.Option<StoredMail>>
  readonly findByCause: (cause: string) => Effect.Effect<Option.Option<StoredMail>>
  /** Keeps other transactions from locking the address until this one ends. */
  readonly lockAddress: (address: string) => Effect.Effect<void>
  /**
   * Creation of the newest mails of a template that an organization has sent to an address, newest first. `address` is in
   * lower case, and the recipients may be in any.
   */
  readonly createdFor: (
    organization: OrganizationId,
    template: string,
    address: string,
    atMost: number
  ) => Effect.Effect<ReadonlyArray<Instant.Instant>>
  /** Counts an attempt and stores its outcome, unless the mail is sent already. */
  readonly recordAttempt: (
    id: MailId,
    outcome: Pick<Mail, "status" | "error_message" | "sent_on">
  ) => Effect.Effect<void>
  /** Removes at most `atMost` mails created before an instant. Returns the number removed. */
  readonly removeBefore: (before: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/mail/MailStore") {}
