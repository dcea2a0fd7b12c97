import { Authenticator, UserId, UserStore } from "@namewright/core/access"
import { type ApprovalDetails, ApprovalId, Approvals } from "@namewright/core/approvals"
import { CurrentActor, limits } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import { ConnectedPrograms } from "./ConnectedPrograms.ts"
import { approvalPage } from "./pages/approvalPage.ts"
import { signOutForm } from "./signedInPerson.ts"
import { forSignedIn } from "./signInHandlers.ts"
import type { SignIn } from "./SignIns.ts"
import {
  type Answer,
  fieldOf,
  formTokenOf,
  isGenuineForm,
  pageAnswer,
  refusal,
  staleForm,
  type Visit
} from "./Visit.ts"

type SignedInVisit = Visit & { readonly signIn: SignIn }

const decodeId = Schema.decodeUnknownOption(ApprovalId)
const decodeUserId = Schema.decodeUnknownOption(UserId)

const purposeOf = (id: ApprovalId): string => `approvals/${id}`

const unknown = (visit: Visit) => refusal(visit, 404, "unknownApproval")

/** Runs an effect as the signed-in person, with the rights and IP restrictions of the organization. */
const asActor = <R>(
  visit: SignedInVisit,
  work: Effect.Effect<Answer, never, R | CurrentActor>
): Effect.Effect<Answer, never, Exclude<R, CurrentActor> | Authenticator> =>
  Effect.gen(function*() {
    const authenticator = yield* Authenticator
    const { user_id } = visit.signIn.account.user
    return yield* Effect.matchEffect(authenticator.authenticateUser(user_id, visit.address), {
      onFailure: () => Effect.succeed(refusal(visit, 403, "notAdmitted")),
      onSuccess: (actor) => Effect.provideService(work, CurrentActor, actor)
    })
  })

const shown = Effect.fnUntraced(
  function*(
    visit: SignedInVisit,
    approval: ApprovalDetails,
    isLate = false
  ) {
    const programs = yield* ConnectedPrograms
    const { user } = visit.signIn.account
    return pageAnswer(
      visit,
      approvalPage(visit.urls, {
        locale: visit.locale,
        approval,
        program: yield* programs.factsOf(approval.user_id, approval.client_id),
        asker: yield* nameOf(approval.user_id),
        person: `${user.first_name} ${user.last_name}`,
        token: formTokenOf(visit, purposeOf(approval.approval_id)),
        signOut: signOutForm(visit),
        isLate
      }),
      { status: isLate ? 409 : 200 }
    )
  }
)

const nameOf = Effect.fnUntraced(function*(id: string) {
  const users = yield* UserStore
  const user_id = decodeUserId(id)
  const found = Option.isNone(user_id) ? Option.none() : yield* users.findById(user_id.value)
  return Option.match(found, { onNone: () => id, onSome: ({ first_name, last_name }) => `${first_name} ${last_name}` })
})

/** Handles an approval for a person with a recent sign-in. */
const withApproval = <R>(
  visit: Visit,
  text: string,
  page: (visit: SignedInVisit, id: ApprovalId) => Effect.Effect<Answer, never, R | CurrentActor>
) => {
  const id = decodeId(text)
  return Option.isNone(id)
    ? Effect.succeed(unknown(visit))
    : forSignedIn(visit, { next: purposeOf(id.value), fresh: true }, (it) => asActor(it, page(it, id.value)))
}

export const showApproval = (visit: Visit, text: string) =>
  withApproval(visit, text, (it, id) =>
    Effect.gen(function*() {
      const approvals = yield* Approvals
      return yield* Effect.matchEffect(approvals.find(id), {
        onFailure: () => Effect.succeed(unknown(it)),
        onSuccess: (approval) => shown(it, approval)
      })
    }))

const decisions: ReadonlyMap<string, boolean> = new Map([["approve", true], ["decline", false]])

/** Handles the decision of a person. */
export const takeApproval = (visit: Visit, text: string) =>
  withApproval(visit, text, (it, id) =>
    Effect.gen(function*() {
      const approvals = yield* Approvals
      const approve = decisions.get(fieldOf(it, "decision"))
      if (approve === undefined || !isGenuineForm(it, purposeOf(id))) return staleForm(it)
      const note = fieldOf(it, "note").slice(0, limits.approvalNote)
      return yield* Effect.matchEffect(approvals.decide(id, { approve, note }), {
        onFailure: (error) =>
          error._tag === "ApprovalNotOpen"
            ? Effect.matchEffect(approvals.find(id), {
              onFailure: () => Effect.succeed(unknown(it)),
              onSuccess: (approval) => shown(it, approval, true)
            })
            : Effect.succeed(unknown(it)),
        onSuccess: (approval) => shown(it, approval)
      })
    }))
