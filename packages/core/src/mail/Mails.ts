import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { JobQueue } from "../jobs/index.ts"
import { Instant, type OrganizationId, PlatformSettings, Text, Transaction } from "../shared/index.ts"
import { brandedUrl } from "./brandedUrl.ts"
import { type Mail, type MailId, newMailId, type StoredMail } from "./Mail.ts"
import { domainOfAddress } from "./MailAddress.ts"
import { installationIdentity, MailBrands, type MailIdentity } from "./MailBrands.ts"
import type { MailLocale } from "./MailLocale.ts"
import type { MailContent, MailMessage } from "./MailMessage.ts"
import { MailStore } from "./MailStore.ts"
import { type MailTemplate, type MailValues, type MailVariable, renderMail } from "./MailTemplate.ts"

/** Kind of the jobs that send a mail. */
export const mailKind = "mail_send"

/** Request to send a mail. */
export interface NewMail<V extends Readonly<Record<string, MailVariable>>> {
  /**
   * Identifies the event that the mail is about, at most 200 characters. A second mail with the same cause is not stored, within
   * 90 days.
   */
  readonly cause: string
  /** Organization on whose behalf it is sent; null for the installation. */
  readonly organization_id: OrganizationId | null
  readonly to: string
  readonly locale: MailLocale
  readonly template: MailTemplate<V>
  readonly values: MailValues<V>
}

/** A stored mail and the message that is sent. */
export interface MailWithMessage {
  readonly mail: Mail
  readonly message: MailMessage
}

/** Stores mails with their content and has jobs send them, once for each cause. */
export class Mails extends Context.Service<Mails, {
  /**
   * Renders and stores a mail and enqueues its job, in the caller's transaction. False, without a change, if there is a
   * mail with its cause.
   */
  readonly send: <V extends Readonly<Record<string, MailVariable>>>(mail: NewMail<V>) => Effect.Effect<boolean>
  /** Sends many mails, with few statements, as `send`. Returns the number of stored mails; mails with a known cause are skipped. */
  readonly sendAll: <V extends Readonly<Record<string, MailVariable>>>(
    mails: ReadonlyArray<NewMail<V>>
  ) => Effect.Effect<number>
  /**
   * Creation of the newest mails of a template that an organization has sent to an address, newest first, also to the address
   * in other cases of letters. Until the caller's transaction ends, other calls for the address wait, so that it can limit
   * the mails.
   */
  readonly sentTo: (
    mail: {
      readonly organization_id: OrganizationId
      readonly template: { readonly name: string }
      readonly to: string
    },
    atMost: number
  ) => Effect.Effect<ReadonlyArray<Instant.Instant>>
  readonly find: (id: MailId) => Effect.Effect<Option.Option<MailWithMessage>>
  readonly findByCause: (cause: string) => Effect.Effect<Option.Option<MailWithMessage>>
}>()("@namewright/core/mail/Mails") {
  static readonly layer = Layer.effect(
    Mails,
    Effect.gen(function*() {
      const store = yield* MailStore
      const jobs = yield* JobQueue
      const sealed = yield* SealedSecrets
      const transaction = yield* Transaction
      const brands = yield* MailBrands
      const settings = yield* PlatformSettings

      const storedOf = Effect.fnUntraced(function*<V extends Readonly<Record<string, MailVariable>>>(
        { cause, locale, organization_id, template, to, values }: NewMail<V>,
        { brand, from, hosts }: MailIdentity
      ) {
        const mail_id = yield* newMailId
        const content = JSON.stringify(
          renderMail(template, values, locale, brand, (url) => brandedUrl(url, hosts, settings))
        )
        const mail: StoredMail = {
          mail_id,
          cause,
          organization_id,
          template: template.name,
          locale,
          sender_name: from.name,
          sender_address: from.address,
          recipient: to,
          message_id: `<${mail_id}@${domainOfAddress(from.address)}>`,
          status: "pending",
          attempts: 0,
          error_message: null,
          created_on: yield* Instant.now,
          sent_on: null,
          content: yield* sealed.seal(Redacted.make(content), mail_id)
        }
        return mail
      })

      /** Brands of mails, read once for each organization. */
      const identitiesOf = Effect.fnUntraced(function*(organizations: ReadonlyArray<OrganizationId | null>) {
        const found = new Map(
          yield* Effect.forEach(
            new Set(organizations),
            (organization) => Effect.map(brands.of(organization), (identity) => [organization, identity] as const)
          )
        )
        return (organization: OrganizationId | null) => found.get(organization) ?? installationIdentity(settings)
      })

      const sendAll = Effect.fn("Mails.sendAll")(function*<V extends Readonly<Record<string, MailVariable>>>(
        mails: ReadonlyArray<NewMail<V>>
      ) {
        return yield* transaction.atomically(Effect.gen(function*() {
          const identities = yield* identitiesOf(mails.map(({ organization_id }) => organization_id))
          const made = yield* Effect.forEach(mails, (mail) => storedOf(mail, identities(mail.organization_id)))
          const sent = yield* Effect.filter(made, store.insert)
          yield* jobs.enqueueAll(
            sent.map(({ mail_id, organization_id }) => ({ kind: mailKind, organization_id, payload: { mail_id } }))
          )
          return sent.length
        }))
      })

      const send = <V extends Readonly<Record<string, MailVariable>>>(mail: NewMail<V>) =>
        Effect.map(sendAll([mail]), (sent) => sent > 0)

      const opened = Effect.fnUntraced(function*({ content, ...mail }: StoredMail): Effect.fn.Return<MailWithMessage> {
        const text = Redacted.value(yield* sealed.open(content, mail.mail_id))
        const message: MailMessage = {
          ...(yield* readContent(text)),
          from: { name: mail.sender_name, address: mail.sender_address },
          to: mail.recipient,
          message_id: mail.message_id
        }
        return { mail, message }
      })

      const openedIfAny = Effect.flatMap((found: Option.Option<StoredMail>) =>
        Option.isSome(found) ? Effect.asSome(opened(found.value)) : Effect.succeedNone
      )

      return Mails.of({
        send,
        sendAll,
        sentTo: Effect.fnUntraced(function*({ organization_id, template, to }, atMost) {
          const address = Text.foldCase(to)
          yield* store.lockAddress(address)
          return yield* store.createdFor(organization_id, template.name, address, atMost)
        }),
        find: (id) => openedIfAny(store.find(id)),
        findByCause: (cause) => openedIfAny(store.findByCause(cause))
      })
    })
  )
}

const Content = Schema.fromJsonString(
  Schema.Struct({ subject: Schema.String, text: Schema.String, html: Schema.String })
)

const decodeContent = Schema.decodeEffect(Content)

const readContent = (text: string): Effect.Effect<MailContent> => Effect.orDie(decodeContent(text))
