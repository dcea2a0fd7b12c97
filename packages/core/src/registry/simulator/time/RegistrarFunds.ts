import { Effect, Option } from "effect"
import { type DomainName, Money } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { isPremium, type ListPrices, pricesOf } from "../objects/ListPrices.ts"
import { noCredit } from "../objects/Refusal.ts"
import { rulesOf, type SimulatedAccount } from "./SimulatedAccount.ts"

/** What a name costs at the registry. */
export interface NamePrices extends ListPrices {
  /** Whether the name costs more than others of its TLD. */
  readonly premium: boolean
}

/** What the registry asks, and what the registrar has on account there. */
export interface RegistrarFunds {
  /** What every amount is in. */
  readonly currency: Money.Currency
  readonly prices: (name: DomainName) => Effect.Effect<NamePrices, RegistryRefusal>
  /** None where the registry keeps no accounts. */
  readonly balance: Effect.Effect<Option.Option<Money.Money>>
  /** Puts money on the account; answers what is there then. */
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
    // Nothing added: an account that was never used is opened.
    balance: Effect.map(account.atomically(change(account, account.registrar, 0)), money),
    payIn: (amount) => Effect.map(account.atomically(change(account, account.registrar, amount)), money)
  }
}

/** An amount in the registry's currency. */
export const moneyOf = ({ settings }: SimulatedAccount, amount: number): Money.Money => ({
  amount: Money.MinorUnits.make(amount),
  currency: settings.currency
})

/** Adds to a registrar's balance, or takes away; none where there are no accounts. */
const change = ({ registry, settings, store }: SimulatedAccount, registrar: string, by: number) =>
  settings.opening_balance === null
    ? Effect.succeedNone
    : store.changeBalance(registry, registrar, { by, opening: settings.opening_balance, overdraws: true })

/** Takes the price of a command, or refuses it (2104), in a unit of work that then changes nothing. */
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

/** Refuses what the registrar could not pay now, though it is charged later. */
export const afford = (account: SimulatedAccount, amount: number): Effect.Effect<void, RegistryRefusal> =>
  Effect.flatMap(
    change(account, account.registrar, 0),
    (balance) => Option.isSome(balance) && balance.value < amount ? exhausted : Effect.void
  )

const exhausted = Effect.fail(noCredit("The registrar's balance does not cover the fee"))
