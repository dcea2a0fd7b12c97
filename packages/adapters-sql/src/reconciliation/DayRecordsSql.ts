import { DayRecords } from "@namewright/core/reconciliation"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { chargeReads } from "./chargeReads.ts"
import { invoiceReads } from "./invoiceReads.ts"
import { orderReads } from "./orderReads.ts"
import { paymentReads } from "./paymentReads.ts"
import { timeReads } from "./timeReads.ts"

export const layer = Layer.effect(
  DayRecords,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return DayRecords.of({
      ...timeReads(sql),
      ...orderReads(sql),
      ...chargeReads(sql),
      ...paymentReads(sql),
      ...invoiceReads(sql)
    })
  })
)
