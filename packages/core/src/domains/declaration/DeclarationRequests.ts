import { DateTime, Effect, Option } from "effect"
import type { BillingTransactionId } from "../../billing/index.ts"
import { ContactNotFound, ContactStore } from "../../contacts/index.ts"
import { mailLocaleOf } from "../../mail/index.ts"
import { Instant, limits } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import type { RegistrationPayload } from "../registry/RegistrationPayload.ts"
import { type ApplicantDeclaration, newDeclarationId } from "./ApplicantDeclaration.ts"
import { makeDeclarationMails } from "./DeclarationMails.ts"
import { nextDeclarationAction } from "./DeclarationState.ts"
import { DeclarationStore } from "./DeclarationStore.ts"
import { declarationVersion } from "./declarationText.ts"

/** Legal requirement of TLDs whose registry requires a declaration of the holder. */
const requirement = "nor_id_applicant_declaration"

/** True if the holder of a new domain signs a declaration before the registration. */
export const requiresDeclaration = ({ legal_requirements }: TldSpec): boolean =>
  legal_requirements.some(({ key }) => key === requirement)

/** Asks the holder of a new domain for a declaration, in the transaction that stores the domain and its charges. */
export const makeDeclarationRequests = Effect.gen(function*() {
  const store = yield* DeclarationStore
  const contacts = yield* ContactStore
  const changes = yield* DomainChanges
  const statusTags = yield* StatusTags
  const mail = yield* makeDeclarationMails

  const holderOf = Effect.fnUntraced(function*({ contacts: named, organization_id }: Domain) {
    const registrant = named.find(({ contact_type }) => contact_type === "registrant")
    const found = registrant === undefined
      ? Option.none()
      : yield* contacts.find(organization_id, registrant.contact_id)
    if (registrant === undefined || Option.isNone(found)) {
      return yield* new ContactNotFound({ contact_id: registrant?.contact_id ?? "" })
    }
    return { contact: found.value, attributes: registrant.attributes ?? {} }
  })

  return Effect.fnUntraced(function*(
    domain: Domain,
    registration: RegistrationPayload,
    billing_transaction_ids: ReadonlyArray<BillingTransactionId>
  ) {
    const { domain_id, name, organization_id, registry } = domain
    const { attributes, contact } = yield* holderOf(domain)
    const now = yield* Instant.now
    const dates = { created_on: now, expires_on: DateTime.add(now, { days: limits.declaration.days }) }
    const declaration: ApplicantDeclaration = {
      ...dates,
      declaration_id: yield* newDeclarationId,
      organization_id,
      domain_id,
      domain_name: name,
      status: "pending",
      subscriber_name: contact.org ?? `${contact.first_name} ${contact.last_name}`,
      is_person: contact.org === null,
      identity_type: attributes["NOR_ID_IDENTITY_TYPE"] ?? null,
      identity_value: attributes["NOR_ID_IDENTITY_VALUE"] ?? null,
      version: declarationVersion,
      recipient: contact.email,
      locale: mailLocaleOf({ country: contact.country }),
      registry,
      registration,
      billing_transaction_ids,
      signature: null,
      updated_on: now,
      next_action_on: nextDeclarationAction(dates, now)
    }
    yield* store.insert(declaration)
    yield* statusTags.set(organization_id, "DOMAIN", domain_id, "CREATE_REQUESTED")
    yield* changes.record(domain, {
      type: "REGISTRATION",
      subtype: "NOTIFICATION",
      message: `${name} is registered when its holder has signed the declaration`
    })
    yield* mail(declaration, "request")
  })
})
