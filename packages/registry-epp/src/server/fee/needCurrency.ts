import { Effect } from "effect"
import { type CommandContext, CommandRefused } from "../Handlers.ts"

/** Refuses a currency other than the registry's. */
export const needCurrency = (
  currency: string | undefined,
  { account: { funds } }: CommandContext
): Effect.Effect<void, CommandRefused> =>
  currency === undefined || currency === funds.currency
    ? Effect.void
    : Effect.fail(new CommandRefused({ code: 2004, text: `the registry counts in ${funds.currency}` }))
