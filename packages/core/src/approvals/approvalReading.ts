import { Effect, Option } from "effect"
import { authorize, isPerson } from "../access/index.ts"
import { covers, CurrentActor, Instant, type OrganizationId, type PageRequest, type Sort } from "../shared/index.ts"
import type { Approval, ApprovalDetails, ApprovalFilter, ApprovalId, ApprovalSortField } from "./Approval.ts"
import { ApprovalNotFound } from "./ApprovalError.ts"
import { stateAt } from "./ApprovalState.ts"
import { ApprovalStore, type StoredApproval } from "./ApprovalStore.ts"

/** Read methods of approvals. */
export const approvalReading = Effect.gen(function*() {
  const store = yield* ApprovalStore

  const shown = Effect.fnUntraced(function*(approvals: ReadonlyArray<StoredApproval>) {
    const steps = yield* store.steps(approvals.map(({ approval_id }) => approval_id))
    const now = yield* Instant.now
    return approvals.map(({ rights: _rights, ...approval }): Approval => ({
      ...approval,
      state: stateAt(approval, now),
      history: steps.get(approval.approval_id) ?? []
    }))
  })

  const shownOne = Effect.fnUntraced(function*(approval: StoredApproval) {
    const { approval_id } = approval
    const [one] = yield* shown([approval])
    if (one === undefined) return yield* new ApprovalNotFound({ approval_id })
    return { ...one, contents: yield* store.contents(approval_id) } satisfies ApprovalDetails
  })

  const lookUp = Effect.fnUntraced(function*(organization: OrganizationId, approval_id: ApprovalId) {
    const found = yield* store.find(approval_id)
    return Option.isSome(found) && found.value.organization_id === organization
      ? found.value
      : yield* new ApprovalNotFound({ approval_id })
  })

  const find = Effect.fn("Approvals.find")(function*(approval_id: ApprovalId) {
    const actor = yield* CurrentActor
    const approval = yield* lookUp(actor.organization_id, approval_id)
    return isPerson(actor) && approval.rights.every((right) => covers(actor.permissions, right))
      ? yield* shownOne(approval)
      : yield* new ApprovalNotFound({ approval_id })
  })

  const get = Effect.fn("Approvals.get")(function*(approval_id: ApprovalId) {
    const { organization_id } = yield* authorize("organization:read")
    return yield* shownOne(yield* lookUp(organization_id, approval_id))
  })

  const list = Effect.fn("Approvals.list")(function*(
    filter: ApprovalFilter,
    sort: Sort<ApprovalSortField>,
    page: PageRequest
  ) {
    const { organization_id } = yield* authorize("organization:read")
    const found = yield* store.list(organization_id, filter, sort, page, yield* Instant.now)
    return { ...found, items: yield* shown(found.items) }
  })

  return { lookUp, shownOne, find, get, list }
})
