import { Result } from "effect"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { missingParameter } from "../objects/Refusal.ts"
import {
  contactClientStatuses,
  type Disclosure,
  type PostalAddress,
  type PostalForm,
  type PostalType,
  type SimulatedContact,
  type Telephone
} from "../objects/SimulatedContact.ts"
import { changedStatuses } from "./ClientStatusChange.ts"
import { contactProblem } from "./ContactRules.ts"

/** Change of a contact (RFC 5733, section 3.2.5). Absent members are unchanged; null removes a value. */
export interface ContactChange {
  /** Client statuses by their names in RFC 5733. */
  readonly add?: ReadonlyArray<string>
  readonly remove?: ReadonlyArray<string>
  readonly postal?: ReadonlyArray<PostalChange>
  readonly phone?: Telephone | null
  readonly fax?: Telephone | null
  readonly email?: string
  readonly auth_code?: string | null
  readonly disclosure?: Disclosure
}

/** Change of the postal form of a type. A new form needs a name and an address. */
export interface PostalChange {
  readonly type: PostalType
  readonly name?: string
  readonly organization?: string | null
  readonly address?: PostalAddress
}

const isEmpty = ({ add = [], remove = [], ...rest }: ContactChange): boolean =>
  add.length + remove.length === 0 && Object.values(rest).every((value) => value === undefined)

/** The contact after the change, or the refusal. */
export const changedContact = (
  contact: SimulatedContact,
  change: ContactChange
): Result.Result<SimulatedContact, RegistryRefusal> => {
  if (isEmpty(change)) return Result.fail(missingParameter("The update changes nothing"))
  const { add = [], postal = [], remove = [], ...values } = change
  const statuses = changedStatuses(contactClientStatuses, contact.client_statuses, { add, remove })
  return Result.flatMap(statuses, (client_statuses) =>
    Result.flatMap(changedForms(contact.postal, postal), (forms) => {
      const next: SimulatedContact = { ...contact, ...values, client_statuses, postal: forms }
      const problem = contactProblem(next)
      return problem === undefined ? Result.succeed(next) : Result.fail(problem)
    }))
}

const changedForms = (
  before: ReadonlyArray<PostalForm>,
  changes: ReadonlyArray<PostalChange>
): Result.Result<ReadonlyArray<PostalForm>, RegistryRefusal> => {
  let forms = before
  for (const { type, ...change } of changes) {
    const form = forms.find((other) => other.type === type)
    if (form !== undefined) {
      forms = forms.map((other) => other === form ? { ...form, ...change } : other)
      continue
    }
    const { address, name, organization = null } = change
    if (name === undefined || address === undefined) {
      return Result.fail(missingParameter(`The contact has no ${type} address yet; it needs a name and an address`))
    }
    forms = [...forms, { type, name, organization, address }]
  }
  return Result.succeed(forms)
}
