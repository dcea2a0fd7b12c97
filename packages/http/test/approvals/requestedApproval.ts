import { newAction } from "@namewright/conformance"
import { type Action, Approvals } from "@namewright/core/approvals"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { agentFor, TestPlatform } from "../support/TestPlatform.ts"

/** Requests an approval as an agent of the organization. */
export const requestedApproval = Effect.fnUntraced(
  function*(organization: OrganizationId, members: Partial<Action> = {}) {
    const approvals = yield* Approvals
    const { actor, person } = yield* TestPlatform
    const { principal, ...rest } = yield* actor(yield* person(organization))
    const user_id = principal.type === "user" ? principal.id : ""
    const act = Effect.provideService(CurrentActor, { ...rest, principal, agent: agentFor(user_id) })
    const asked = newAction(members)
    const challenge = yield* act(approvals.challenge(asked, "token"))
    return {
      ...challenge,
      user_id,
      consume: act(approvals.consume(challenge.token, asked, "token")),
      act
    }
  }
)

/** Id of an approval that does not exist. */
export const unknownApproval = "approval_01h455vb4pex5vsknk084sn02q"
