import type { Instant } from "../../../shared/index.ts"
import type { RegistryContact, TransferStatus } from "../../RegistryDomain.ts"
import type { ObjectHistory } from "./ObjectHistory.ts"

/** `int` contains only ASCII, `loc` any script (RFC 5733, section 2.4). */
export type PostalType = "int" | "loc"

export interface PostalForm {
  readonly type: PostalType
  readonly name: string
  readonly organization: string | null
  readonly address: PostalAddress
}

export interface PostalAddress {
  /** One to three lines. */
  readonly street: ReadonlyArray<string>
  readonly city: string
  readonly state: string | null
  readonly postal_code: string | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

export interface Telephone {
  /** `+CC.NUMBER` */
  readonly number: string
  readonly extension: string | null
}

/**
 * Members that are shown (flag true) or hidden (flag false) against the registry's default policy (RFC 5733, section
 * 2.9).
 */
export interface Disclosure {
  readonly flag: boolean
  readonly name: ReadonlyArray<PostalType>
  readonly organization: ReadonlyArray<PostalType>
  readonly address: ReadonlyArray<PostalType>
  readonly voice: boolean
  readonly fax: boolean
  readonly email: boolean
}

/** The statuses of a contact that its sponsor sets and removes. */
export const contactClientStatuses = [
  "clientDeleteProhibited",
  "clientTransferProhibited",
  "clientUpdateProhibited"
] as const
export type ContactClientStatus = (typeof contactClientStatuses)[number]

export interface ContactTransfer {
  readonly status: TransferStatus
  readonly gaining: string
  readonly losing: string
  readonly requested_on: Instant.Instant
  readonly acts_on: Instant.Instant
}

/** Data of a contact that its registrar sets. */
export interface ContactData {
  /** One or two, of different types. The port shows the first one. */
  readonly postal: ReadonlyArray<PostalForm>
  readonly phone: Telephone | null
  readonly fax: Telephone | null
  readonly email: string
  readonly auth_code: string | null
  /** Null if the registry's policy alone applies. */
  readonly disclosure: Disclosure | null
  /** Values that the TLD requires in addition, by the keys of its specification. */
  readonly attributes: Readonly<Record<string, string>>
}

/** A contact as the simulated registry stores it (RFC 5733). */
export interface SimulatedContact extends ContactData, ObjectHistory {
  readonly handle: string
  readonly roid: string
  readonly sponsor: string
  readonly created_on: Instant.Instant
  readonly client_statuses: ReadonlyArray<ContactClientStatus>
  /** The most recent transfer. */
  readonly transfer: ContactTransfer | null
}

/** True if a transfer waits for a decision. */
export const isContactPending = ({ transfer }: SimulatedContact): boolean => transfer?.status === "pending"

/** Time of the next automatic change of the contact; null for never. */
export const contactDue = ({ transfer }: SimulatedContact): Instant.Instant | null =>
  transfer?.status === "pending" ? transfer.acts_on : null

/** Statuses of an info response; `linked` is combined with any status (RFC 5733, section 2.2). */
export const contactStatuses = (contact: SimulatedContact, linked: boolean): ReadonlyArray<string> => {
  const set = [...contact.client_statuses, ...(isContactPending(contact) ? ["pendingTransfer"] : [])]
  return [...(set.length === 0 ? ["ok"] : set), ...(linked ? ["linked"] : [])]
}

/** A new contact. */
export const newContact = (
  data: ContactData,
  made: { readonly handle: string; readonly roid: string; readonly registrar: string; readonly on: Instant.Instant }
): SimulatedContact => ({
  ...data,
  handle: made.handle,
  roid: made.roid,
  sponsor: made.registrar,
  creator: made.registrar,
  created_on: made.on,
  updater: null,
  updated_on: null,
  transferred_on: null,
  client_statuses: [],
  transfer: null
})

/** Data of a contact of the port, which has one postal form and one flag for all members that may be shown. */
export const contactDataOf = (contact: RegistryContact): ContactData => {
  const { attributes, city, country, disclose, email, fax, name, organization, phone, postal_code, state, street } =
    contact
  const address = { street, city, state, postal_code: postal_code === "" ? null : postal_code, country }
  const shown = ["loc" as const]
  return {
    postal: [{ type: "loc", name, organization, address }],
    phone: phone === "" ? null : { number: phone, extension: null },
    fax: fax === null ? null : { number: fax, extension: null },
    email,
    auth_code: null,
    disclosure: disclose
      ? { flag: true, name: shown, organization: shown, address: shown, voice: true, fax: true, email: true }
      : null,
    attributes
  }
}

/** The contact in the form of the port. */
export const portContactOf = ({ handle, ...contact }: SimulatedContact): RegistryContact => {
  const [form] = contact.postal
  return {
    handle,
    name: form?.name ?? "",
    organization: form?.organization ?? null,
    street: form?.address.street ?? [],
    city: form?.address.city ?? "",
    state: form?.address.state ?? null,
    postal_code: form?.address.postal_code ?? "",
    country: form?.address.country ?? "",
    phone: contact.phone?.number ?? "",
    fax: contact.fax?.number ?? null,
    email: contact.email,
    disclose: contact.disclosure?.flag ?? false,
    attributes: contact.attributes
  }
}
