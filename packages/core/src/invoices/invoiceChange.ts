import { Effect } from "effect"
import { EventLog } from "../events/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { Instant } from "../shared/index.ts"
import type { StoredInvoice } from "./Invoice.ts"
import { loggedInvoice, paidNotice } from "./invoiceNotice.ts"
import { type InvoiceChange, InvoiceStore } from "./InvoiceStore.ts"

/**
 * Makes the function that changes a locked document in the caller's transaction, with an entry of the object log, and with
 * the event `invoice.paid` if it settles the document.
 */
export const makeInvoiceChange = Effect.gen(function*() {
  const store = yield* InvoiceStore
  const events = yield* EventLog
  const log = yield* makeObjectLog

  return Effect.fnUntraced(function*(before: StoredInvoice, changed: InvoiceChange) {
    const after = { ...before, ...changed }
    yield* store.update(before.invoice_id, changed, yield* Instant.now)
    yield* log.record({
      organization_id: before.organization_id,
      object_type: "INVOICE",
      object_id: before.invoice_id,
      action: "UPDATED",
      before: loggedInvoice(before),
      after: loggedInvoice(after)
    })
    if (before.payment_status === "pending" && after.payment_status === "succeeded") {
      yield* events.record(paidNotice(after))
    }
    return after
  })
})
