import { Schema, SchemaTransformation } from "effect"
import { ContactId, RegistryAttributes } from "../../contacts/index.ts"
import { ContactRole, limits } from "../../shared/index.ts"
import type { DomainContact } from "../Domain.ts"

const LinkedContact = Schema.Struct({
  contact_id: ContactId,
  attributes: Schema.optionalKey(Schema.NullOr(RegistryAttributes))
}).annotate({ identifier: "DomainContactHandle" })

/** One role: a contact id, an object with the id, or a list of either. */
const Holder = Schema.Union([ContactId, LinkedContact])
const Holders = Schema.Union([
  ContactId,
  LinkedContact,
  Schema.Array(Holder).check(Schema.isMaxLength(limits.contactsPerRole))
])

const allRoles = ContactRole.literals

const ByRole = Schema.Struct({
  registrant: Schema.optionalKey(Schema.NullOr(Holders)),
  admin: Schema.optionalKey(Schema.NullOr(Holders)),
  tech: Schema.optionalKey(Schema.NullOr(Holders)),
  billing: Schema.optionalKey(Schema.NullOr(Holders))
})

type Holder = typeof Holder.Type

const toContact = (contact_type: ContactRole, holder: Holder): DomainContact =>
  typeof holder === "string"
    ? { contact_id: holder, contact_type }
    : holder.attributes === undefined || holder.attributes === null
    ? { contact_id: holder.contact_id, contact_type }
    : { contact_id: holder.contact_id, contact_type, attributes: holder.attributes }

/** Contacts of a request. A role that is absent or null is not in `roles`; a role with an empty list is. */
export interface RequestedContacts {
  readonly roles: ReadonlyArray<ContactRole>
  readonly contacts: ReadonlyArray<DomainContact>
}

const Requested = Schema.Struct({
  roles: Schema.Array(ContactRole),
  contacts: Schema.Array(Schema.Struct({
    contact_id: ContactId,
    contact_type: ContactRole,
    attributes: Schema.optionalKey(RegistryAttributes)
  }))
})

/** Requested contacts in the form of a request body. */
export const contactsByRole = ({ contacts, roles }: RequestedContacts) => {
  const byRole: { [role: string]: Array<Pick<DomainContact, "contact_id" | "attributes">> } = {}
  for (const role of roles) byRole[role] = []
  for (const { attributes, contact_id, contact_type } of contacts) {
    byRole[contact_type]?.push(attributes === undefined ? { contact_id } : { contact_id, attributes })
  }
  return byRole
}

/** Member `contacts` of a create, transfer or update. Source: REST specification, "Domain". */
export const RequestedContacts = ByRole.pipe(
  Schema.decodeTo(
    Schema.toType(Requested),
    SchemaTransformation.transform<typeof Requested.Type, typeof ByRole.Type>({
      decode: (byRole) => {
        const roles: Array<ContactRole> = []
        const contacts: Array<DomainContact> = []
        for (const role of allRoles) {
          const holders = byRole[role]
          if (holders === undefined || holders === null) continue
          roles.push(role)
          if (!Array.isArray(holders)) contacts.push(toContact(role, holders as Holder))
          else for (const holder of holders as ReadonlyArray<Holder>) contacts.push(toContact(role, holder))
        }
        return { roles, contacts }
      },
      encode: contactsByRole
    })
  )
)
