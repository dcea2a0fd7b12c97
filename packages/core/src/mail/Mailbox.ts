import type { MailerDriver } from "./Mailer.ts"
import type { MailMessage } from "./MailMessage.ts"

/** Mailer that keeps its messages in memory. */
export interface Mailbox extends MailerDriver {
  /** The messages in the order in which they were sent, all or those to one address. */
  readonly messages: (to?: string) => ReadonlyArray<MailMessage>
}

/** Default number of messages that a mailbox keeps. */
const standardCapacity = 1_000

/**
 * Creates a mailer for sandboxes and tests. Its messages leave the process nowhere.
 *
 * @param capacity Number of messages that are kept; older ones are dropped. Default 1,000.
 * @example
 * const mails = mailbox()
 * const platform = createPlatform({ storage, mailer: mails })
 * mails.messages("ada@example.com")
 */
export const mailbox = (capacity: number = standardCapacity): Mailbox => {
  const kept: Array<MailMessage> = []
  return {
    send: (message) => {
      kept.push(message)
      if (kept.length > capacity) kept.shift()
    },
    messages: (to) => kept.filter((message) => to === undefined || message.to === to)
  }
}
