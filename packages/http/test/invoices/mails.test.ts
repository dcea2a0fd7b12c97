import { assert, layer } from "@effect/vitest"
import { Wallets } from "@namewright/core/billing"
import { InvoiceOperations } from "@namewright/core/invoices"
import { Mails } from "@namewright/core/mail"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { invoicing } from "./invoicing.ts"

layer(TestPlatform.layerWith({}, { environment: "production", invoicing }))("Mails about documents", (it) => {
  it.effect("are sent to the owner in its language, once", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-01-10T00:00:00Z"))
      const { createParent } = yield* OrganizationOperations
      const { organization_id } = yield* createParent({
        name: "Example",
        users: [{
          username: "ada-invoices",
          email: "ada@invoices.example",
          first_name: "Ada",
          last_name: "Lovelace",
          locale: "de_DE"
        }]
      })
      const amount = Money.MinorUnits.make(5_000)
      yield* Wallets.use(({ topUp }) => topUp({ organization_id, amount, reference: "bank 1" }))
      yield* InvoiceOperations.use(({ issue }) => issue(undefined))
      yield* InvoiceOperations.use(({ issue }) => issue(undefined))
      const page = { page: 1, page_size: 10 }
      const { items: [receipt, ...others] } = yield* InvoiceOperations.use(({ list }) =>
        list({ organization_id }, page)
      )
      assert.deepStrictEqual(others, [])
      const found = yield* Mails.use(({ findByCause }) => findByCause(`invoice_available/${receipt!.external_id}`))
      const { mail, message } = Option.getOrThrow(found)
      assert.deepInclude(mail, { recipient: "ada@invoices.example", locale: "de", template: "invoice_available" })
      assert.strictEqual(message.subject, `Zahlungsbeleg ${receipt!.number} von Example Registrar GmbH`)
      assert.include(message.text, "für Example liegt vor. Der Betrag ist 50.00 EUR.")
    }))
})
