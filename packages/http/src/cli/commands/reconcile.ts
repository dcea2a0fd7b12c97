import { Reconciliation } from "@namewright/core/reconciliation"
import { Day } from "@namewright/core/shared"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { requirePaymentSecrets } from "../paymentsOf.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

export const reconcile = Command.make(
  "reconcile",
  {
    ...platformFlags,
    ...settingFlags("invoices", "stripeSecretKey", "stripeWebhookSecret"),
    day: Flag.String("day").pipe(
      Flag.withMetavar("DATE"),
      Flag.withDescription("Day in UTC, YYYY-MM-DD. Default: the last one that ended at least an hour ago"),
      Flag.withSchema(Day),
      Flag.optional
    )
  },
  Effect.fnUntraced(function*(flags) {
    const chosen = yield* chosenSettings(flags)
    yield* requirePaymentSecrets(chosen)
    const { day, findings, unchecked } = yield* onPlatform(
      chosen,
      Reconciliation.use((reconciliation) =>
        Option.match(flags.day, {
          onNone: () => reconciliation.runLast,
          onSome: (chosenDay) => reconciliation.run(chosenDay)
        })
      )
    )
    for (const { expected, found, kind, object_id, organization_id, provider } of findings) {
      const object = provider === null ? object_id : `${object_id} at ${provider}`
      yield* Console.log([kind, object, organization_id ?? "-", `expected ${expected}`, `found ${found}`].join("  "))
    }
    if (unchecked.length > 0) yield* Console.log(`Not checked: ${unchecked.join(", ")}`)
    if (findings.length > 0) {
      return yield* new CommandFailed({ message: `${findings.length} findings of ${day} are open` })
    }
    yield* Console.log(`No finding of ${day} is open`)
  })
).pipe(Command.withDescription("Compare charges, orders, payments and invoices of a day, and print the differences"))
