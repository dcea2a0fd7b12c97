import { InvoiceFileFormat, InvoiceFiles, InvoiceOperations, type OperatorInvoice } from "@namewright/core/invoices"
import { Day, Instant, Money } from "@namewright/core/shared"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { writeFile } from "node:fs/promises"
import { CommandFailed } from "../CommandFailed.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { organizationFlag } from "../organizationFlag.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

const invoiceFlags = { ...platformFlags, ...settingFlags("invoices") }

const organization = organizationFlag.pipe(
  Flag.withDescription("Only documents of this organization"),
  Flag.optional
)

const number = Argument.String("number").pipe(Argument.withDescription("Number or id of the document"))

const kindOf = ({ document_type, invoice_type, status }: OperatorInvoice): string =>
  document_type === "receipt"
    ? "receipt"
    : invoice_type === "credit"
    ? "credit note"
    : status === "voided"
    ? "voided invoice"
    : "invoice"

const lineOf = (invoice: OperatorInvoice): string =>
  [
    invoice.number,
    Instant.format(invoice.issuing_date).slice(0, 10),
    kindOf(invoice),
    `${Money.toDecimal(invoice.amount)} ${invoice.currency}`,
    invoice.payment_overdue ? "overdue" : invoice.payment_status,
    ...(invoice.open_amount > 0 ? [`${Money.toDecimal(invoice.open_amount)} open`] : []),
    invoice.organization_id
  ].join("  ")

const issue = Command.make(
  "issue",
  { ...invoiceFlags, organization },
  Effect.fnUntraced(function*(flags) {
    const issued = yield* onPlatform(
      yield* chosenSettings(flags),
      InvoiceOperations.use((invoices) => invoices.issue(Option.getOrUndefined(flags.organization)))
    )
    for (const invoice of issued) yield* Console.log(lineOf(invoice))
    yield* Console.log(`${issued.length} issued`)
  })
).pipe(Command.withDescription("Issue the missing invoices and credit notes of complete months, and receipts"))

const list = Command.make(
  "list",
  {
    ...platformFlags,
    organization,
    overdue: Flag.Boolean("overdue").pipe(Flag.withDescription("Only invoices whose payment is overdue")),
    page: Flag.Int("page").pipe(Flag.withDescription("Page of 100 documents"), Flag.withDefault(1))
  },
  Effect.fnUntraced(function*(flags) {
    const { items, total } = yield* onPlatform(
      yield* chosenSettings(flags),
      InvoiceOperations.use((invoices) =>
        invoices.list(
          { organization_id: Option.getOrUndefined(flags.organization), overdue: flags.overdue },
          { page: Math.max(1, flags.page), page_size: 100 }
        )
      )
    )
    for (const invoice of items) yield* Console.log(lineOf(invoice))
    yield* Console.log(`${items.length} of ${total}`)
  })
).pipe(Command.withDescription("List invoices, credit notes and receipts, newest first"))

const show = Command.make(
  "show",
  { ...platformFlags, number },
  Effect.fnUntraced(function*(flags) {
    const invoice = yield* onPlatform(
      yield* chosenSettings(flags),
      InvoiceOperations.use((invoices) => invoices.get(flags.number))
    )
    yield* Console.log(lineOf(invoice))
    for (const { action, amount, booked_on, product_reference, step } of invoice.items) {
      yield* Console.log(
        ["", Instant.format(booked_on), step, product_reference ?? "-", action, Money.toDecimal(amount)].join("  ")
      )
    }
  })
).pipe(Command.withDescription("Show a document with its transactions"))

const file = Command.make(
  "file",
  {
    ...platformFlags,
    number,
    format: Flag.Literals("format", InvoiceFileFormat.literals).pipe(
      Flag.withDescription("pdf, or xml for the electronic invoice (EN 16931, UBL)"),
      Flag.withDefault("pdf")
    ),
    output: Flag.String("output").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("File to write; default the number in the working folder"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function*(flags) {
    const made = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.gen(function*() {
        const operations = yield* InvoiceOperations
        const files = yield* InvoiceFiles
        return yield* files.file(yield* operations.find(flags.number), flags.format)
      })
    )
    const path = Option.getOrElse(flags.output, () => made.name)
    yield* Effect.tryPromise({
      try: () => writeFile(path, made.bytes),
      catch: (cause) =>
        new CommandFailed({ message: `${path}: ${cause instanceof Error ? cause.message : String(cause)}` })
    })
    yield* Console.log(path)
  })
).pipe(Command.withDescription("Write the file of a document"))

const pay = Command.make(
  "pay",
  {
    ...platformFlags,
    number,
    amount: Flag.String("amount").pipe(Flag.withDescription("Amount received, such as 119.00")),
    date: Flag.String("date").pipe(
      Flag.withMetavar("YYYY-MM-DD"),
      Flag.withDescription("Day of the payment; default today"),
      Flag.withSchema(Day),
      Flag.optional
    ),
    reference: Flag.String("reference").pipe(Flag.withDescription("Number of the payment; booked once"))
  },
  Effect.fnUntraced(function*(flags) {
    const amount = Money.fromDecimal(flags.amount)
    if (amount === undefined) return yield* new CommandFailed({ message: `${flags.amount} is not an amount` })
    const payment = { amount, reference: flags.reference, paid_on: Option.getOrUndefined(flags.date) }
    const paid = yield* onPlatform(
      yield* chosenSettings(flags),
      InvoiceOperations.use((invoices) => invoices.pay(flags.number, payment))
    )
    yield* Console.log(lineOf(paid))
  })
).pipe(Command.withDescription("Record a payment of an invoice, and add it to the payer's balance"))

const voiding = Command.make(
  "void",
  { ...invoiceFlags, number },
  Effect.fnUntraced(function*(flags) {
    const note = yield* onPlatform(
      yield* chosenSettings(flags),
      InvoiceOperations.use((invoices) => invoices.void(flags.number))
    )
    yield* Console.log(lineOf(note))
    yield* Console.log("Its charges are invoiced again by invoices issue, or at the next month end")
  })
).pipe(Command.withDescription("Void an invoice with a credit note over all of it"))

export const invoices = Command.make("invoices").pipe(
  Command.withDescription("Invoices, credit notes and receipts"),
  Command.withSubcommands([issue, list, show, file, pay, voiding])
)
