import { FewRows } from "@namewright/adapters-sql"
import { zoneListContract } from "@namewright/conformance"
import { Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** Lists through tags, searches and scopes return the same rows as scans in sort order. */
for (const few of [0, 2]) {
  zoneListContract(
    `sqlite, ${few} rows are few`,
    memoryDatabase().pipe(Layer.provide(Layer.succeed(FewRows, few)))
  )
}
