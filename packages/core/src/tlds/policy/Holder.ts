import type { ContactRole } from "../../shared/index.ts"

/** Data of a contact that rules of TLDs use. Country codes are upper case. */
export interface HolderContact {
  readonly contact_id: string
  readonly first_name: string
  readonly last_name: string
  readonly org: string | null
  readonly state: string | null
  readonly postal_code: string
  readonly country: string
}

/** Contact in a role, with its attributes for the registry: those of the request override linked ones. */
export interface Holder {
  readonly contact_type: ContactRole
  readonly contact: HolderContact
  readonly attributes: Readonly<Record<string, string>>
}

/** Holder with the pointer of its problems, such as `contacts.admin[0]`. */
export interface LocatedHolder extends Holder {
  readonly pointer: string
}

/** Numbers the holders of each role in the order of the request. */
export const located = (holders: ReadonlyArray<Holder>): ReadonlyArray<LocatedHolder> => {
  const counts = new Map<ContactRole, number>()
  return holders.map((holder) => {
    const index = counts.get(holder.contact_type) ?? 0
    counts.set(holder.contact_type, index + 1)
    return { ...holder, pointer: `contacts.${holder.contact_type}[${index}]` }
  })
}

export const fullName = ({ first_name, last_name }: HolderContact): string => `${first_name} ${last_name}`.trim()

/** True if two names are equal except for case and spacing. */
export const isSameName = (a: string, b: string): boolean => folded(a) === folded(b)

const folded = (text: string): string => text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase()
