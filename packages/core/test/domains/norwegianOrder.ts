import { Contacts, CreateContact } from "@namewright/core/contacts"
import { DeclarationStore, DomainStore } from "@namewright/core/domains"
import { JobWorker } from "@namewright/core/jobs"
import { Mails } from "@namewright/core/mail"
import { DomainName, Timetable } from "@namewright/core/shared"
import { Duration, Effect, Option, Schema } from "effect"
import { ada } from "../contacts/ada.ts"
import { type Customer, customer, register } from "./DomainsPlatform.ts"

export const norwegianName = DomainName.make("declared.no")

/** Signature and browser of the holder. */
export const signer = [{ accept_name: "Ada Lovelace" }, { address: null, user_agent: null }] as const

/** Customer with a contact in Norway. */
export const norwegian = Effect.gen(function*() {
  const owner = yield* customer()
  const contacts = yield* Contacts
  const body = { ...ada, country: "NO", postal_code: "0150", phone: "+47 22 12 34 56" }
  const { contact_id } = yield* owner.act(contacts.create(Schema.decodeUnknownSync(CreateContact)(body)))
  return { ...owner, contact_id }
})

/** Orders a domain that is registered once its holder, a natural person, has signed the declaration. */
export const orderNorwegian = (owner: Customer) =>
  register(owner, norwegianName, {
    contacts: {
      registrant: {
        contact_id: owner.contact_id,
        attributes: { NOR_ID_IDENTITY_TYPE: "ANONYMOUS_PERSON_IDENTIFIER", NOR_ID_IDENTITY_VALUE: "N.PRI.12345678" }
      },
      tech: owner.contact_id
    },
    nameservers: [{ hostname: "ns1.example.net" }, { hostname: "ns2.example.net" }]
  })

const works = new Set(["domains.declarations", "registry.intents"])

/** Runs the scheduled work on declarations and intents, and its jobs. */
export const declarationRound = Effect.gen(function*() {
  const timetable = yield* Timetable
  for (const work of yield* timetable.works) if (works.has(work.name)) yield* work.run
  yield* JobWorker.use((worker) => worker.drain(Duration.hours(1)))
})

/** The declaration of the ordered domain with its first mail. None before the order, and after its end. */
export const declarationNow = Effect.gen(function*() {
  const domain = yield* DomainStore.use(({ find }) => find(norwegianName))
  if (Option.isNone(domain)) return undefined
  const declaration = Option.getOrUndefined(
    yield* DeclarationStore.use(({ findByDomain }) => findByDomain(domain.value.domain_id))
  )
  const cause = `applicant_declaration/${declaration?.declaration_id}/request`
  const mail = Option.getOrUndefined(yield* Mails.use((mails) => mails.findByCause(cause)))
  const token = /applicant-declaration\?token=([\w-]{43})$/m.exec(mail?.message.text ?? "")?.[1] ?? ""
  return { declaration, domain: domain.value, mail: mail?.mail, token }
})
