import { Context, Effect, Layer, Option, Schema } from "effect"
import { linkTokenHash } from "../access/index.ts"
import { ContactId, ContactStore, ContactUsage } from "../contacts/index.ts"
import { Instant, limits, type PlatformSettings } from "../shared/index.ts"
import type { StoredVerification } from "./ContactVerification.ts"
import { ContactVerificationNotFound, type VerificationTokenInvalid } from "./ContactVerificationError.ts"
import { type VerificationState, verificationStateAt } from "./ContactVerificationState.ts"
import { ContactVerificationStore } from "./ContactVerificationStore.ts"
import { makeVerificationCompletion } from "./VerificationCompletion.ts"

/** Path of the page that the link of a verification mail opens. */
export const verificationPath = "/v1/contacts/verify"

/** Link of a verification mail. */
export const verificationUrl = ({ base_url }: PlatformSettings, token: string): string =>
  `${base_url}${verificationPath}?token=${token}`

/** Name, address and domains of a contact, which the page of a link shows before the address is confirmed. */
export const VerificationSubject = Schema.Struct({
  contact_id: ContactId,
  first_name: Schema.String,
  last_name: Schema.String,
  email: Schema.String,
  /** Names of domains with the contact, at most ten. */
  domain_names: Schema.Array(Schema.String)
}).annotate({ identifier: "VerificationSubject" })
export type VerificationSubject = typeof VerificationSubject.Type

/** Contact and state of the verification whose token a link has, also after the verification has ended. */
export interface VerificationLink {
  readonly contact_id: ContactId
  readonly state: VerificationState
}

/** Verifications as the holder of an address uses them, who has the token of a link and no other credential. */
export class VerificationLinks extends Context.Service<VerificationLinks, {
  /** State of the verification with a token, also after it has ended. */
  readonly find: (token: string) => Effect.Effect<VerificationLink, ContactVerificationNotFound>
  /** The contact of an open verification. */
  readonly subject: (token: string) => Effect.Effect<VerificationSubject, ContactVerificationNotFound>
  /** Confirms the address. A token works once. */
  readonly confirm: (
    token: string
  ) => Effect.Effect<VerificationLink, ContactVerificationNotFound | VerificationTokenInvalid>
}>()("@namewright/core/emailverification/VerificationLinks") {
  static readonly layer = Layer.effect(
    VerificationLinks,
    Effect.gen(function*() {
      const store = yield* ContactVerificationStore
      const contacts = yield* ContactStore
      const usage = yield* ContactUsage
      const verify = yield* makeVerificationCompletion

      const verificationOf = Effect.fnUntraced(function*(token: string) {
        const found = yield* store.findByToken(yield* linkTokenHash(token))
        if (Option.isNone(found)) return yield* new ContactVerificationNotFound({})
        return found.value
      })

      const linkOf = Effect.fnUntraced(function*(verification: StoredVerification) {
        const { contact_id } = verification
        return { contact_id, state: verificationStateAt(verification, yield* Instant.now) }
      })

      return VerificationLinks.of({
        find: Effect.fn("VerificationLinks.find")((token) => Effect.flatMap(verificationOf(token), linkOf)),

        subject: Effect.fn("VerificationLinks.subject")(function*(token) {
          const verification = yield* verificationOf(token)
          const { state } = yield* linkOf(verification)
          const contact = yield* contacts.find(verification.organization_id, verification.contact_id)
          if (state !== "open" || Option.isNone(contact)) return yield* new ContactVerificationNotFound({})
          const { contact_id, email, first_name, last_name } = contact.value
          const domain_names = yield* usage.domainNames(contact_id, limits.contactVerification.domainNames)
          return { contact_id, first_name, last_name, email, domain_names }
        }),

        // A canceled verification has no token that works, like one that never existed.
        confirm: Effect.fn("VerificationLinks.confirm")(function*(token) {
          const verification = yield* verificationOf(token)
          if (verification.status === "canceled") return yield* new ContactVerificationNotFound({})
          return yield* linkOf(yield* verify(verification))
        })
      })
    })
  )
}
