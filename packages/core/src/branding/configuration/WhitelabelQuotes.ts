import { Effect, Layer, Option, Schema } from "effect"
import { ActionQuotes } from "../../approvals/index.ts"
import { CreateWhitelabel, UpgradeWhitelabel } from "./Whitelabel.ts"
import { Whitelabels } from "./Whitelabels.ts"

const decodeCreation = Schema.decodeUnknownOption(CreateWhitelabel)
const decodeUpgrade = Schema.decodeUnknownOption(UpgradeWhitelabel)
const nothing = Effect.succeed([])

/** Quotes of operations on white-label configurations. */
export const WhitelabelQuotes = Layer.effectDiscard(Effect.gen(function*() {
  const quotes = yield* ActionQuotes
  const whitelabels = yield* Whitelabels

  yield* quotes.enter(
    "createWhitelabel",
    ({ body }) => Option.match(decodeCreation(body), { onNone: () => nothing, onSome: whitelabels.chargesOfCreate })
  )
  yield* quotes.enter(
    "upgradeWhitelabel",
    ({ body }) => Option.match(decodeUpgrade(body), { onNone: () => nothing, onSome: whitelabels.chargesOfUpgrade })
  )
  yield* quotes.enter("restoreWhitelabel", () => whitelabels.chargesOfRestore)
}))
