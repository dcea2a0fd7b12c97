import { type AgreedFee, type PremiumPrices, type Registry } from "@namewright/core/registry"
import { type DomainName, Money } from "@namewright/core/shared"
import { Effect } from "effect"
import { changedRegistries } from "./changedRegistries.ts"

/** Price of each action on a premium name. */
export const premiumPrices = { create: "500.00", renew: "60.00", transfer: "70.00", restore: "80.00" } as const

const price = (text: string): Money.Money => ({
  amount: Money.MinorUnits.make(Number(text.replace(".", ""))),
  currency: "EUR"
})

const premium: PremiumPrices = {
  create: price(premiumPrices.create),
  renew: price(premiumPrices.renew),
  transfer: price(premiumPrices.transfer),
  restore: price(premiumPrices.restore)
}

/**
 * Simulated registries that have a premium price for every action on names beginning with `dear-`. `sent` contains the
 * fees in the commands about a name, as `action amount`; `action null` is a command without a fee.
 */
export const premiumRegistries = () => {
  const sent = new Map<string, Array<string>>()

  const recorded = <C extends { readonly name: DomainName; readonly fee: AgreedFee | null }, A, E>(
    action: keyof typeof premiumPrices,
    call: (command: C) => Effect.Effect<A, E>
  ) =>
  (command: C): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const { fee, name } = command
      const text = `${action} ${fee === null ? null : Money.toDecimal(fee.amount)}`
      sent.set(name, [...(sent.get(name) ?? []), text])
      return call(command)
    })

  const registries = changedRegistries((registry): Registry => ({
    ...registry,
    checkDomains: (names, ...rest) =>
      Effect.map(
        registry.checkDomains(names, ...rest),
        (answers) => answers.map((answer) => answer.name.startsWith("dear-") ? { ...answer, premium } : answer)
      ),
    createDomain: recorded("create", registry.createDomain),
    renewDomain: recorded("renew", registry.renewDomain),
    requestTransfer: recorded("transfer", registry.requestTransfer),
    restoreDomain: recorded("restore", registry.restoreDomain)
  }))

  return { registries, sentFor: (name: string): ReadonlyArray<string> => sent.get(name) ?? [] }
}
