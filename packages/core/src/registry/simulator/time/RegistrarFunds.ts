import { Effect, Option } from "effect"
import { type DomainName, Money } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { isPremium, type ListPrices, pricesOf } from "../objects/ListPrices.ts"
import { noCredit } from "../objects/Refusal.ts"
import { rulesOf, type SimulatedAccount } from "./SimulatedAccount.ts"

/** Prices of a name at the registry. */
export interface NamePrices extends ListPrices {
  /** True if the name costs more than others of its TLD. */
  readonly premium: boolean
}

/** Prices at the registry, and the registrar's balance there. */
export interface RegistrarFunds {
  /** Currency of every amount. */
  readonly currency: Money.Currency
  readonly prices: (name: DomainName) => Effect.Effect<NamePrices, RegistryRefusal>
  /** None if the registry has no accounts. */
  readonly balance: Effect.Effect<Option.Option<Money.Money>>
  /** Adds money to the balance, and returns the new balance. */
  readonly payIn: (amount: Money.MinorUnits) => Effect.Effect<Option.Option<Money.Money>>
}

export const registrarFunds = (account: SimulatedAccount): RegistrarFunds => {
  const { currency } = account.settings
  const money = Option.map((amount: number) => moneyOf(account, amount))
  return {
    currency,
    prices: (name) =>
      Effect.map(rulesOf(account, name), ({ prices }) => ({
        ...pricesOf(name, prices),
        premium: isPremium(name)
      })),
    // A change by 0 opens an account that was never used.
    balance: Effect.map(account.atomically(change(account, account.registrar, 0)), money),
    payIn: (amount) => Effect.map(account.atomically(change(account, account.registrar, amount)), money)
  }
}

/** An amount in the registry's currency. */
export const moneyOf = ({ settings }: SimulatedAccount, amount: number): Money.Money => ({
  amount: Money.MinorUnits.make(amount),
  currency: settings.currency
})

/** Changes a registrar's balance; none if the registry has no accounts. */
const change = ({ registry, settings, store }: SimulatedAccount, registrar: string, by: number) =>
  settings.opening_balance === null
    ? Effect.succeedNone
    : store.changeBalance(registry, registrar, { by, opening: settings.opening_balance, overdraws: true })

/** Charges the price of a command, or refuses it (2104). A refusal must end the unit of work without a change. */
export const charge = (account: SimulatedAccount, amount: number): Effect.Effect<void, RegistryRefusal> => {
  const { registrar, registry, settings, store } = account
  if (settings.opening_balance === null || amount === 0) return Effect.void
  const charged = store.changeBalance(registry, registrar, {
    by: -amount,
    opening: settings.opening_balance,
    overdraws: false
  })
  return Effect.flatMap(charged, Option.match({ onNone: () => exhausted, onSome: () => Effect.void }))
}

/** Refuses an amount that the registrar could not pay now, although it is charged later. */
export const afford = (account: SimulatedAccount, amount: number): Effect.Effect<void, RegistryRefusal> =>
  Effect.flatMap(
    change(account, account.registrar, 0),
    (balance) => Option.isSome(balance) && balance.value < amount ? exhausted : Effect.void
  )

const exhausted = Effect.fail(noCredit("The registrar's balance does not cover the fee"))
