import { type Action, ActionHash, Approvals } from "@namewright/core/approvals"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { agent, TestPlatform } from "../support/TestPlatform.ts"

/** A call of an agent. */
const action = (members: Partial<Action> = {}): Action => ({
  operation_id: "updateDomain",
  action_hash: ActionHash.make("0".repeat(64)),
  safety: { read: false, write: true, cost: false, destructive: true },
  rights: ["domains:manage"],
  message: "Change example.com?",
  cost: null,
  changes: [{ field: "renewal_mode", before: "renew", after: "expire" }],
  summary: ["example.com"],
  ...members
})

/** A question that an agent of the organization has put to its user. */
export const askedFor = Effect.fnUntraced(function*(organization: OrganizationId, members: Partial<Action> = {}) {
  const approvals = yield* Approvals
  const { actor, person } = yield* TestPlatform
  const { principal, ...rest } = actor(yield* person(organization))
  const act = Effect.provideService(CurrentActor, { ...rest, principal, agent })
  const asked = action(members)
  const challenge = yield* act(approvals.challenge(asked, "token"))
  return {
    ...challenge,
    user_id: principal.type === "user" ? principal.id : "",
    consume: act(approvals.consume(challenge.token, asked, "token")),
    act
  }
})

/** An approval that nobody has. */
export const unknownApproval = "approval_01h455vb4pex5vsknk084sn02q"
