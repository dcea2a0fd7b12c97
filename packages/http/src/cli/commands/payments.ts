import { type Payment, PaymentId, PaymentOutcome, Payments } from "@namewright/core/payments"
import { Instant, Money } from "@namewright/core/shared"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { organizationFlag } from "../organizationFlag.ts"
import { requirePaymentSecrets } from "../paymentsOf.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

const id = Argument.String("payment").pipe(
  Argument.withDescription("The id of the payment, payment_..."),
  Argument.withSchema(PaymentId)
)

const lineOf = (
  { amount, created_on, currency, failure, payment_id, pending_refund, returned_amount, status }: Payment
): string =>
  [
    payment_id,
    Instant.format(created_on),
    status,
    `${Money.toDecimal(amount)} ${currency}`,
    ...(returned_amount > 0 ? [`${Money.toDecimal(returned_amount)} returned`] : []),
    ...(pending_refund === null ? [] : [`refund of ${Money.toDecimal(pending_refund)} pending`]),
    ...(failure === null ? [] : [failure])
  ].join("  ")

const detailsOf = (payment: Payment): ReadonlyArray<string> => [
  lineOf(payment),
  `Organization: ${payment.organization_id}`,
  `Transaction: ${payment.billing_transaction_id}`,
  `Provider: ${payment.provider}  ${payment.provider_payment_id ?? "no answer yet"}`,
  ...(payment.checkout_url === null ? [] : [`Page: ${payment.checkout_url}`]),
  `Changed: ${Instant.format(payment.updated_on)}`
]

const print = (lines: ReadonlyArray<string>) => Effect.forEach(lines, (line) => Console.log(line), { discard: true })

const list = Command.make(
  "list",
  {
    ...platformFlags,
    organization: organizationFlag,
    page: Flag.Int("page").pipe(Flag.withDescription("Page of 100 payments"), Flag.withDefault(1))
  },
  Effect.fnUntraced(function*({ organization, page, ...flags }) {
    const { items, total } = yield* onPlatform(
      yield* chosenSettings(flags),
      Payments.use((payments) => payments.listOf(organization, { page: Math.max(1, page), page_size: 100 }))
    )
    yield* print(items.map(lineOf))
    yield* Console.log(`${items.length} of ${total}`)
  })
).pipe(Command.withDescription("List the payments of an organization, newest first"))

const show = Command.make(
  "show",
  { ...platformFlags, id },
  Effect.fnUntraced(function*(flags) {
    const chosen = yield* chosenSettings(flags)
    yield* print(detailsOf(yield* onPlatform(chosen, Payments.use((payments) => payments.find(flags.id)))))
  })
).pipe(Command.withDescription("Show a payment"))

const check = Command.make(
  "check",
  { ...platformFlags, ...settingFlags("stripeSecretKey", "stripeWebhookSecret"), id },
  Effect.fnUntraced(function*(flags) {
    const chosen = yield* chosenSettings(flags)
    yield* requirePaymentSecrets(chosen)
    yield* print(detailsOf(yield* onPlatform(chosen, Payments.use((payments) => payments.check(flags.id)))))
  })
).pipe(Command.withDescription("Look a payment up at its provider now, book what has changed, and show it"))

const amountOf = (text: string) => {
  const amount = Money.fromDecimal(text)
  return amount === undefined
    ? Effect.fail(new CommandFailed({ message: `${text} is not an amount` }))
    : Effect.succeed({ amount })
}

const refund = Command.make(
  "refund",
  {
    ...platformFlags,
    ...settingFlags("stripeSecretKey", "stripeWebhookSecret"),
    id,
    amount: Flag.String("amount").pipe(
      Flag.withDescription("Amount to refund, such as 10.00; default all that was not returned yet"),
      Flag.optional
    ),
    reference: Flag.String("reference").pipe(Flag.withDescription("Number of the refund; refunded once")),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Refund also what the balance does not cover; it is then below zero"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function*({ amount, force, id: payment_id, reference, ...flags }) {
    const chosen = yield* chosenSettings(flags)
    yield* requirePaymentSecrets(chosen)
    const part = Option.isSome(amount) ? yield* amountOf(amount.value) : {}
    const refunded = yield* onPlatform(
      chosen,
      Payments.use((service) => service.refund(payment_id, { ...part, reference, force }))
    )
    yield* print(detailsOf(refunded))
  })
).pipe(Command.withDescription("Refund a payment, or a part of it, through the provider that made it"))

const conclude = Command.make(
  "conclude",
  {
    ...platformFlags,
    id,
    outcome: Flag.Literals("outcome", PaymentOutcome.literals).pipe(
      Flag.withDescription("Whether the money has moved, as the provider or the bank shows it")
    )
  },
  Effect.fnUntraced(function*({ id: payment_id, outcome, ...flags }) {
    const chosen = yield* chosenSettings(flags)
    yield* print(detailsOf(yield* onPlatform(chosen, Payments.use((service) => service.conclude(payment_id, outcome)))))
  })
).pipe(Command.withDescription("Conclude a payment or its refund whose outcome the provider no longer reports"))

export const payments = Command.make("payments").pipe(
  Command.withDescription("Top-ups through the payment provider"),
  Command.withSubcommands([list, show, check, refund, conclude])
)
