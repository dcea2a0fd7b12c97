import { type NewParent, OrganizationOperations } from "@namewright/core/organizations"
import { type InputIssue, InvalidInput } from "@namewright/core/shared"
import { Array as Arr, Effect, type Redacted } from "effect"

/** Future owner of an organization. */
export interface NewOwner {
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly locale: string
  readonly password: Redacted.Redacted
}

/** Creates a parent organization and its owner, who can sign in. Without an owner, creates only the organization. */
export const createdWithOwner = Effect.fnUntraced(
  function*(parent: Omit<NewParent, "users">, owner: NewOwner | undefined) {
    const organizations = yield* OrganizationOperations
    return yield* organizations.createParent(owner === undefined ? parent : { ...parent, users: [owner] }).pipe(
      Effect.catchTag(
        "InvalidInput",
        ({ issues }) => Effect.fail(new InvalidInput({ issues: Arr.map(issues, ofOwner) }))
      )
    )
  }
)

/** Position of the owner in the request, which the command line does not show. */
const ownerAt = "body.users.0"

const ofOwner = (issue: InputIssue): InputIssue =>
  issue.loc.slice(0, 3).join(".") === ownerAt ? { ...issue, loc: issue.loc.slice(3) } : issue
