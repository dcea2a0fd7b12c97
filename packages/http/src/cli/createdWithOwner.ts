import { UserOperations } from "@namewright/core/access"
import { type NewParent, OrganizationOperations } from "@namewright/core/organizations"
import { Transaction } from "@namewright/core/shared"
import { Effect, Option, type Redacted } from "effect"

/** Future owner of an organization. */
export interface NewOwner {
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly locale: string
  readonly password: Redacted.Redacted
}

/**
 * Creates a parent organization and its owner, who can sign in, in one transaction. Without an owner, creates only the
 * organization.
 */
export const createdWithOwner = Effect.fnUntraced(
  function*(parent: Omit<NewParent, "users">, owner: NewOwner | undefined) {
    const organizations = yield* OrganizationOperations
    if (owner === undefined) return yield* organizations.createParent(parent)
    const users = yield* UserOperations
    const { atomically } = yield* Transaction
    const { password, ...person } = owner
    return yield* atomically(Effect.gen(function*() {
      const made = yield* organizations.createParent({ ...parent, users: [person] })
      yield* users.setPassword(Option.getOrThrow(yield* users.find(person.username)), password)
      return made
    }))
  }
)
