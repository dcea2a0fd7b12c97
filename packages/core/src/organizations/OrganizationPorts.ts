import { Effect, Layer, Option } from "effect"
import { AccountCurrency, OrganizationDirectory } from "../access/index.ts"
import { BillingParties, type BillingParty, SpendingLimits, untaxed } from "../billing/index.ts"
import { balanceAlertKey, balanceAlertThreshold } from "./OrganizationAttribute.ts"
import { OrganizationLimitStore } from "./OrganizationLimitStore.ts"
import { OrganizationStore } from "./OrganizationStore.ts"

/** Implements the port of `access` for organizations. */
export const layerDirectory = Layer.effect(
  OrganizationDirectory,
  Effect.map(OrganizationStore, (store) => OrganizationDirectory.of({ find: store.findEntry, keep: store.keep }))
)

/** Implements the port of `access` for the currency of accounts. */
export const layerAccountCurrency = Layer.effect(
  AccountCurrency,
  Effect.map(OrganizationStore, (store) =>
    AccountCurrency.of({
      of: (id) =>
        Effect.map(
          store.find(id),
          Option.match({ onNone: () => null, onSome: ({ currency }) => currency })
        )
    }))
)

/** Implements the port of `billing` for limits of charges. */
export const layerSpendingLimits = Layer.effect(
  SpendingLimits,
  Effect.map(OrganizationLimitStore, (store) =>
    SpendingLimits.of({
      lock: (organization) => Effect.map(store.lock(organization), ({ monthly_spend }) => monthly_spend)
    }))
)

/** Implements the port of `billing` for payers. */
export const layerBillingParties = Layer.effect(
  BillingParties,
  Effect.map(OrganizationStore, (store) =>
    BillingParties.of({
      find: (id) =>
        Effect.map(
          store.findParty(id, balanceAlertKey),
          Option.map(({ alert, tax_rate, ...party }): BillingParty => ({
            ...party,
            tax_rate: tax_rate ?? untaxed,
            balance_alert_threshold: balanceAlertThreshold(alert) ?? null
          }))
        )
    }))
)
