import { Effect } from "effect"
import { linkTokenHash, newLinkToken } from "../../access/index.ts"
import { Mails, mailTemplates } from "../../mail/index.ts"
import { Instant, PlatformSettings } from "../../shared/index.ts"
import type { ApplicantDeclaration } from "./ApplicantDeclaration.ts"
import { DeclarationStore } from "./DeclarationStore.ts"

/** Path of the declaration of a link. */
export const declarationPath = "/v1/domains/tld-specific/no/applicant-declaration"

/** Sends the mails of declarations, in the caller's transaction. Each mail has a link with a token of its own. */
export const makeDeclarationMails = Effect.gen(function*() {
  const store = yield* DeclarationStore
  const mails = yield* Mails
  const { base_url } = yield* PlatformSettings

  /** Sends a mail once for its occasion, such as `request` or `day 7`. */
  return Effect.fnUntraced(function*(declaration: ApplicantDeclaration, occasion: string) {
    const { declaration_id, domain_name, expires_on, locale, organization_id, recipient, subscriber_name } = declaration
    const token = yield* newLinkToken
    const isSent = yield* mails.send({
      cause: `applicant_declaration/${declaration_id}/${occasion}`,
      organization_id,
      to: recipient,
      locale,
      template: occasion.startsWith("day") ? mailTemplates.declarationReminder : mailTemplates.declarationRequest,
      values: {
        name: subscriber_name,
        domain_name,
        declaration_url: `${base_url}${declarationPath}?token=${token}`,
        expires_on
      }
    })
    if (isSent) yield* store.addToken(declaration_id, yield* linkTokenHash(token), yield* Instant.now)
  })
})
