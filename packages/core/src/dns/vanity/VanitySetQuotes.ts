import { Effect, Layer, Option, Schema } from "effect"
import { ActionQuotes } from "../../approvals/index.ts"
import { CreateVanitySet, VanitySetId } from "./VanitySet.ts"
import { VanitySets } from "./VanitySets.ts"

const decodeRequest = Schema.decodeUnknownOption(CreateVanitySet)
const decodeId = Schema.decodeUnknownOption(VanitySetId)
const nothing = Effect.succeed([])

/** Quotes of operations on vanity nameserver sets. */
export const VanitySetQuotes = Layer.effectDiscard(Effect.gen(function*() {
  const quotes = yield* ActionQuotes
  const sets = yield* VanitySets

  yield* quotes.enter(
    "createVanitySet",
    ({ body }) => Option.match(decodeRequest(body), { onNone: () => nothing, onSome: sets.charges })
  )
  yield* quotes.enter(
    "restoreVanitySet",
    ({ path_params }) =>
      Option.match(decodeId(path_params["set_id"]), { onNone: () => nothing, onSome: sets.chargesOfRestore })
  )
}))
