import { Context, type Effect } from "effect"
import type { Money, OrganizationId } from "../shared/index.ts"

/** Where access looks up in what organizations pay; the organizations slice provides it. */
export class AccountCurrency extends Context.Service<AccountCurrency, {
  /** What the organization's own balance is kept in; null may only be where a parent pays. */
  readonly of: (organization: OrganizationId) => Effect.Effect<Money.Currency | null>
}>()("@namewright/core/access/AccountCurrency") {}
