import { FewRows } from "@namewright/adapters-sql"
import { layer } from "@namewright/adapters-sqlite"
import { contactListContract } from "@namewright/conformance"
import { Layer } from "effect"

/** Lists through tags and searches return the same rows as scans in sort order. */
for (const few of [0, 2]) {
  contactListContract(
    `sqlite, ${few} rows are few`,
    layer({ filename: ":memory:" }).pipe(Layer.provide(Layer.succeed(FewRows, few)))
  )
}
