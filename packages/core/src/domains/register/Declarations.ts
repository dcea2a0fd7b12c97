import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize, linkTokenHash } from "../../access/index.ts"
import { type MailLocale, secondsToNextMail } from "../../mail/index.ts"
import { RegistryIntents } from "../../registry/index.ts"
import {
  type CurrentActor,
  inputIssue,
  Instant,
  InvalidInput,
  limits,
  type PolicyViolation,
  refuseViolation,
  Transaction
} from "../../shared/index.ts"
import {
  type ApplicantDeclaration,
  type DeclarationSignature,
  type HandInDeclaration,
  type ShownDeclaration,
  type SignDeclaration
} from "../declaration/ApplicantDeclaration.ts"
import {
  DeclarationExpired,
  DeclarationMailsLimited,
  DeclarationNameMismatch,
  DeclarationNotFound,
  DeclarationState
} from "../declaration/DeclarationError.ts"
import { makeDeclarationMails } from "../declaration/DeclarationMails.ts"
import { isTooLate, signedDeclaration } from "../declaration/DeclarationState.ts"
import { DeclarationStore } from "../declaration/DeclarationStore.ts"
import { declarationText } from "../declaration/declarationText.ts"
import { isSameName } from "../declaration/signerName.ts"
import type { DomainReference } from "../Domain.ts"
import type { DomainNotFound, DomainReadOnly } from "../DomainError.ts"
import { OwnedDomains } from "../OwnedDomains.ts"
import { makeRegistrationIntent } from "./RegistrationIntent.ts"

/** Browser that a holder signs with. */
export interface SigningBrowser {
  readonly address: string | null
  readonly user_agent: string | null
}

type SignError = DeclarationExpired | DeclarationNameMismatch | DeclarationState

type ReferenceError =
  | AuthorizationError
  | DeclarationNotFound
  | DomainNotFound
  | DomainReadOnly
  | PolicyViolation

/**
 * Declarations of the holders of new domains, for registries that require one. The registration is ordered when the
 * declaration is signed. Source: REST specification, "Endpoints", Domains.
 */
export class Declarations extends Context.Service<Declarations, {
  /** The declaration of a link, in a language, by default that of the mail. The token is the only credential. */
  readonly find: (token: string, locale?: MailLocale) => Effect.Effect<ShownDeclaration, DeclarationNotFound>
  /** Signs the declaration of a link, and orders the registration. */
  readonly sign: (
    token: string,
    request: SignDeclaration,
    browser: SigningBrowser
  ) => Effect.Effect<void, DeclarationNotFound | SignError>
  /** Hands in a declaration that the holder has signed elsewhere, and orders the registration. */
  readonly handIn: (
    reference: DomainReference,
    request: HandInDeclaration
  ) => Effect.Effect<ShownDeclaration, InvalidInput | ReferenceError | SignError, CurrentActor>
  /** Mails the declaration again. Links of earlier mails remain valid. */
  readonly resend: (
    reference: DomainReference
  ) => Effect.Effect<void, DeclarationMailsLimited | DeclarationState | ReferenceError, CurrentActor>
}>()("@namewright/core/domains/Declarations") {
  static readonly layer = Layer.effect(
    Declarations,
    Effect.gen(function*() {
      const store = yield* DeclarationStore
      const owned = yield* OwnedDomains
      const intents = yield* RegistryIntents
      const transaction = yield* Transaction
      const mail = yield* makeDeclarationMails
      const registrations = yield* makeRegistrationIntent

      const ofToken = Effect.fnUntraced(function*(token: string) {
        const found = yield* store.findByToken(yield* linkTokenHash(token))
        if (Option.isNone(found)) return yield* new DeclarationNotFound({})
        return found.value
      })

      const ofReference = Effect.fnUntraced(function*(reference: DomainReference) {
        const actor = yield* authorize("domains:manage")
        // No entity tag is expected, so none can differ.
        const { domain_id, name, tld } = yield* Effect.catchTag(
          owned.getWritable(actor, reference),
          "DomainChanged",
          Effect.die
        )
        yield* refuseViolation(
          tld === "no" || tld.endsWith(".no") ? [] : [{ pointer: "name", detail: "This operation is for .no" }]
        )
        const found = yield* store.findByDomain(domain_id)
        if (Option.isNone(found)) return yield* new DeclarationNotFound({ domain_name: name })
        return found.value
      })

      /** Orders the registration. The intent is sent by recovery, so that no caller waits for the registry. */
      const ordered = (declaration: ApplicantDeclaration, { date, name }: DeclarationSignature) => {
        const { domain_id, domain_name, organization_id, registration, registry, version } = declaration
        return intents.prepare(registrations, {
          organization_id,
          registry,
          object_id: domain_id,
          object_name: domain_name,
          payload: {
            ...registration,
            declared: true,
            attributes: {
              ...registration.attributes,
              nor_id_applicant_version: version,
              nor_id_applicant_accept_name: name,
              nor_id_applicant_accept_date: Instant.format(date)
            }
          },
          billing_transaction_ids: declaration.billing_transaction_ids,
          deferred: true
        }).pipe(
          // Another signature was faster.
          Effect.catchTag("OperationInProgress", () => Effect.fail(new DeclarationState({ domain_name }))),
          // Deferred intents wait for their registry.
          Effect.catchTag("RegistryUnavailable", Effect.die)
        )
      }

      const signed = Effect.fnUntraced(function*(declaration: ApplicantDeclaration, signature: DeclarationSignature) {
        const { domain_name, is_person, status, subscriber_name } = declaration
        const now = yield* Instant.now
        if (status === "expired" || (status === "pending" && isTooLate(declaration, now))) {
          return yield* new DeclarationExpired({ domain_name })
        }
        const changed = signedDeclaration(declaration, signature, now)
        if (changed === undefined) return yield* new DeclarationState({ domain_name })
        if (is_person && !isSameName(signature.name, subscriber_name)) {
          return yield* new DeclarationNameMismatch({ domain_name })
        }
        yield* transaction.atomically(Effect.gen(function*() {
          yield* ordered(declaration, signature)
          if (!(yield* store.settle(changed, "pending"))) return yield* new DeclarationState({ domain_name })
        }))
        return changed
      })

      const find = Effect.fn("Declarations.find")(function*(token: string, locale?: MailLocale) {
        return shownDeclaration(yield* ofToken(token), locale)
      })

      const sign = Effect.fn("Declarations.sign")(
        function*(token: string, { accept_name }: SignDeclaration, browser: SigningBrowser) {
          const declaration = yield* ofToken(token)
          yield* signed(declaration, { ...browser, name: accept_name, date: yield* Instant.now, by: "holder" })
        }
      )

      const handIn = Effect.fn("Declarations.handIn")(
        function*(reference: DomainReference, { accept_date, accept_name }: HandInDeclaration) {
          const declaration = yield* ofReference(reference)
          const now = yield* Instant.now
          const date = accept_date ?? now
          if (DateTime.isGreaterThan(date, now)) return yield* new InvalidInput({ issues: [laterDate(date)] })
          const signature = { name: accept_name, date, by: "organization", address: null, user_agent: null } as const
          return shownDeclaration(yield* signed(declaration, signature))
        }
      )

      const refuseTooManyMails = Effect.fnUntraced(function*({ declaration_id }: ApplicantDeclaration) {
        const { mailsPerDay } = limits.declaration
        const mailed = yield* store.tokensOn(declaration_id, mailsPerDay)
        const retry_after = yield* secondsToNextMail(mailed, mailsPerDay)
        if (retry_after > 0) return yield* new DeclarationMailsLimited({ retry_after })
      })

      const resend = Effect.fn("Declarations.resend")(function*(reference: DomainReference) {
        const declaration = yield* ofReference(reference)
        const { domain_name, status } = declaration
        const now = yield* Instant.now
        if (status !== "pending" || isTooLate(declaration, now)) return yield* new DeclarationState({ domain_name })
        yield* refuseTooManyMails(declaration)
        yield* transaction.atomically(mail(declaration, `again ${Instant.format(now)}`))
      })

      return Declarations.of({ find, sign, handIn, resend })
    })
  )
}

const laterDate = (date: Instant.Instant) =>
  inputIssue(["body", "accept_date"], "date_in_future", "The holder has signed in the past", Instant.format(date))

const shownDeclaration = (declaration: ApplicantDeclaration, locale?: MailLocale): ShownDeclaration => {
  const { domain_name, expires_on, identity_type, identity_value, status, subscriber_name, version } = declaration
  const text = declarationText(locale ?? declaration.locale, declaration)
  return {
    domain_name,
    subscriber_name,
    identity_type,
    identity_value,
    declaration_header: text.header,
    declaration_introduction: text.introduction,
    declaration_contract_text: text.contract,
    declaration_version: version,
    expires_on,
    status
  }
}
