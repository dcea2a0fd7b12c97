import { Effect, Option } from "effect"
import {
  ApiKeyStore,
  RecentCallers,
  UnknownOrganization,
  userDeleted,
  UserProducts,
  UserStore
} from "../access/index.ts"
import { Wallets } from "../billing/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { Instant, Money, type OrganizationId, Transaction } from "../shared/index.ts"
import { OrganizationInUse } from "./OrganizationError.ts"
import { OrganizationHoldings } from "./OrganizationHoldings.ts"
import { OrganizationStore } from "./OrganizationStore.ts"
import { VatCheckStore } from "./VatCheckStore.ts"
import { WhitelabelHoldings } from "./WhitelabelHoldings.ts"

/**
 * Deletion of an organization that owns nothing: it is marked as deleted, its keys are revoked and its users removed. Its
 * row is locked first, so that nothing can be created for it meanwhile.
 */
export const organizationRemoval = Effect.gen(function*() {
  const store = yield* OrganizationStore
  const holdings = yield* OrganizationHoldings
  const whitelabels = yield* WhitelabelHoldings
  const wallets = yield* Wallets
  const keys = yield* ApiKeyStore
  const users = yield* UserStore
  const products = yield* UserProducts
  const recent = yield* RecentCallers
  const vatChecks = yield* VatCheckStore
  const transaction = yield* Transaction
  const log = yield* makeObjectLog

  const refuseInUse = Effect.fnUntraced(function*(organization_id: OrganizationId) {
    const whitelabel_brandings = yield* whitelabels.count(organization_id)
    const held = { ...(yield* holdings.of(organization_id)), whitelabel_brandings }
    const suborganizations = yield* store.countBelow(organization_id)
    const balance = Option.filter(yield* wallets.balance(organization_id), ({ amount }) => amount !== 0)
    const account_balance = Option.match(balance, {
      onNone: () => null,
      onSome: ({ amount, currency }) => `${Money.toDecimal(amount)} ${currency}`
    })
    const isFree = Object.values(held).every((count) => count === 0) && suborganizations === 0
      && account_balance === null
    if (!isFree) return yield* new OrganizationInUse({ organization_id, ...held, suborganizations, account_balance })
  })

  const removePeople = Effect.fnUntraced(function*(organization: OrganizationId) {
    for (const user of yield* users.list(organization)) {
      yield* users.remove(user.user_id)
      yield* products.forget(user.user_id)
      yield* log.record(userDeleted(user))
    }
  })

  return (organization_id: OrganizationId): Effect.Effect<void, OrganizationInUse | UnknownOrganization> =>
    transaction.atomically(Effect.gen(function*() {
      const found = yield* store.lock(organization_id)
      if (Option.isNone(found)) return yield* new UnknownOrganization({ organization_id })
      yield* refuseInUse(organization_id)
      const now = yield* Instant.now
      yield* keys.revokeAll(organization_id, now)
      yield* removePeople(organization_id)
      yield* vatChecks.remove(organization_id)
      yield* store.update(organization_id, { deleted_on: now }, now)
      yield* log.record({
        // The parent sees the entry; nobody can read the log of a deleted organization.
        organization_id: found.value.parent_organization_id ?? organization_id,
        object_type: "ORGANIZATION",
        object_id: organization_id,
        action: "DELETED",
        before: found.value
      })
      yield* recent.forget
    }))
})
