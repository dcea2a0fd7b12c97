import type { ContactCreated, Registry, RegistryContact, ReportVerification } from "@namewright/core/registry"
import { Entropy, Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { ContactUpdate, Disclose, PostalInfo } from "../message/ContactCommand.ts"
import type { ContactData } from "../message/ResponseData.ts"
import { filled, filledAll } from "../profile/ElementTemplate.ts"
import type { ContactProfile } from "../profile/RegistryProfile.ts"
import { acknowledgement, change, find, isDone, servicesOf } from "./ask.ts"
import { contactFormProblem, isHandle } from "./ContactForm.ts"
import type { EppAccount } from "./EppAccount.ts"
import { postalForms } from "./PostalForms.ts"
import { malformed, unreadable, unsupported } from "./Refusals.ts"

type Commands = Pick<Registry, "infoContact" | "createContact" | "deleteContact" | "reportVerification">

/** People and organizations as objects (RFC 5733). */
export const contactCommands = (account: EppAccount): Commands => ({
  infoContact: Effect.fn("EppRegistry.infoContact")((handle) => infoContact(account, handle)),
  createContact: Effect.fn("EppRegistry.createContact")((command) => createContact(account, command)),
  deleteContact: Effect.fn("EppRegistry.deleteContact")((command) => deleteContact(account, command)),
  reportVerification: Effect.fn("EppRegistry.reportVerification")((command) => reportVerification(account, command))
})

const isTaken = ({ contacts }: EppAccount["profile"]): boolean => contacts.roles.length > 0

const noContacts = unsupported("The registry takes no contacts")

const infoContact = Effect.fnUntraced(function*(account: EppAccount, handle: string) {
  if (!isTaken(account.profile) || !isHandle(handle)) return Option.none<RegistryContact>()
  const response = yield* find(account, { _tag: "ContactInfo", id: handle })
  if (Option.isNone(response)) return Option.none<RegistryContact>()
  const { data } = response.value
  if (data?._tag !== "ContactData") return yield* unreadable("contact")
  const contact = contactView(data)
  return contact === undefined ? yield* unreadable("postal address") : Option.some(contact)
})

/** The local form has more information than its transliteration. Registry extensions are not read back. */
const contactView = (data: ContactData): RegistryContact | undefined => {
  const info: PostalInfo | undefined = data.postalInfos.find(({ type }) => type === "loc") ?? data.postalInfos[0]
  if (info === undefined) return undefined
  const { address, name, organization } = info
  return {
    handle: data.id,
    name,
    organization: organization ?? null,
    street: address.street,
    city: address.city,
    state: address.state ?? null,
    postal_code: address.postalCode ?? "",
    country: address.country,
    phone: data.voice?.number ?? "",
    fax: data.fax?.number ?? null,
    email: data.email,
    disclose: data.disclose?.flag ?? false,
    attributes: {}
  }
}

const createContact = Effect.fnUntraced(
  function*(account: EppAccount, { command_id, contact }: Parameters<Registry["createContact"]>[0]) {
    const { profile } = account
    if (!isTaken(profile)) return yield* noContacts
    const problem = contactFormProblem(contact)
    if (problem !== undefined) return yield* problem
    const postalInfos = yield* Effect.fromResult(postalForms(contact, profile.contacts))
    const password = profile.contacts.auth_code === "random" ? yield* newPassword : ""
    const values = {
      ...contact.attributes,
      "@handle": contact.handle,
      "@natural_person": String(contact.organization === null)
    }
    const response = yield* change(account, command_id, ({ extensions: announced }) => ({
      _tag: "ContactCreate",
      id: profile.contacts.id ?? contact.handle,
      postalInfos,
      voice: { number: contact.phone },
      ...(contact.fax === null ? {} : { fax: { number: contact.fax } }),
      email: contact.email,
      authInfo: { password },
      ...disclose(contact, postalInfos, profile.contacts),
      extension: { other: filledAll(profile.templates.contact_create, { values, announced }) }
    }))
    const { data } = response
    const created: ContactCreated = {
      completed: isDone(response),
      handle: data?._tag === "ContactCreatedData" ? data.id : contact.handle
    }
    return created
  }
)

/** One flag for all parts of the profile. Absent parts are omitted. */
const disclose = (
  contact: RegistryContact,
  infos: ReadonlyArray<PostalInfo>,
  { disclosed }: ContactProfile
): { readonly disclose?: Disclose } => {
  if (disclosed.length === 0) return {}
  const forms = infos.map(({ type }) => type)
  const says = (part: ContactProfile["disclosed"][number]) => disclosed.includes(part)
  return {
    disclose: {
      flag: contact.disclose,
      name: says("name") ? forms : [],
      organization: says("organization") && contact.organization !== null ? forms : [],
      address: says("address") ? forms : [],
      voice: says("voice"),
      fax: says("fax") && contact.fax !== null,
      email: says("email")
    }
  }
}

/** Random password of letters, digits and punctuation, as registries require. */
const newPassword = Effect.gen(function*() {
  const entropy = yield* Entropy
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
  const pick = (from: string) => Effect.map(entropy.intBetween(0, from.length - 1), (index) => from.charAt(index))
  const body = yield* Effect.forEach(Array.from({ length: 11 }), () => pick(`${letters}23456789`))
  return `${yield* pick(letters)}${body.join("")}-${yield* pick("23456789")}${yield* pick(letters)}`
})

const deleteContact = Effect.fnUntraced(
  function*(account: EppAccount, { command_id, handle }: Parameters<Registry["deleteContact"]>[0]) {
    if (!isTaken(account.profile)) return yield* noContacts
    if (!isHandle(handle)) return yield* malformed(`No contact can have the handle ${handle}`)
    return acknowledgement(yield* change(account, command_id, { _tag: "ContactDelete", id: handle }))
  }
)

/** Without the element the command would mean nothing, so it is not sent in sessions without the extension. */
const reportVerification = Effect.fnUntraced(function*(account: EppAccount, report: ReportVerification) {
  const { command_id, handle, method, proof, reference, verified_on } = report
  const { verification_report: way } = account.profile
  if (way === null) return yield* unsupported("The registry takes no reports of verifications")
  if (!isHandle(handle)) return yield* malformed("A handle has 3 to 16 characters")
  const { extensions: announced } = yield* servicesOf(account)
  const element = filled(way.extension, {
    announced,
    values: {
      "@method": method,
      "@proof": proof,
      "@reference": reference,
      "@verified_on": Instant.format(verified_on),
      "@registrar": account.registrar
    }
  })
  if (element === undefined) return yield* unsupported("The registry does not offer its extension")
  const command: ContactUpdate = { _tag: "ContactUpdate", id: handle, extension: { other: [element] } }
  return acknowledgement(yield* change(account, command_id, command))
})
