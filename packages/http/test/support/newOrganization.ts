import { asSystem } from "@namewright/core/access"
import { OrganizationOperations, Organizations } from "@namewright/core/organizations"
import { Money, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

export interface NewOrganizationOptions {
  /** Makes it that one's suborganization, for which it pays. */
  readonly parent?: OrganizationId | undefined
  readonly active?: boolean | undefined
  /** Paid into a parent's account, in cents; leaves an event. Default nothing. */
  readonly credit?: number | undefined
}

/** A new organization, in EUR. */
export const newOrganization = (options: NewOrganizationOptions = {}) => Effect.orDie(made(options))

const made = Effect.fnUntraced(function*({ active = true, credit = 0, parent }: NewOrganizationOptions) {
  const operations = yield* OrganizationOperations
  const organizations = yield* Organizations
  const { organization_id } = parent === undefined
    ? yield* operations.createParent({
      name: "Example",
      starting_credit: credit === 0 ? undefined : Money.MinorUnits.make(credit)
    })
    : yield* asSystem(parent, organizations.create({ name: "Example Sub" }))
  if (!active) yield* operations.changeTerms(organization_id, { status: "inactive" })
  return organization_id
})
