import { Context, type Effect } from "effect"
import type { Money, OrganizationId } from "../shared/index.ts"

/** Port for the currency of accounts, implemented by the organizations slice. */
export class AccountCurrency extends Context.Service<AccountCurrency, {
  /** Currency of the organization's own balance. Null only if a parent pays. */
  readonly of: (organization: OrganizationId) => Effect.Effect<Money.Currency | null>
}>()("@namewright/core/access/AccountCurrency") {}
