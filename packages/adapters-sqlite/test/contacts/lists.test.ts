import { FewRows } from "@namewright/adapters-sql"
import { contactListContract } from "@namewright/conformance"
import { Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** Lists through tags and searches return the same rows as scans in sort order. */
for (const few of [0, 2]) {
  contactListContract(
    `sqlite, ${few} rows are few`,
    memoryDatabase().pipe(Layer.provide(Layer.succeed(FewRows, few)))
  )
}
