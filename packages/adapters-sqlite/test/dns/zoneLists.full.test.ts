import { FewRows } from "@namewright/adapters-sql"
import { layer } from "@namewright/adapters-sqlite"
import { zoneListContract } from "@namewright/conformance"
import { Layer } from "effect"

/** Lists through tags, searches and scopes return the same rows as scans in sort order. */
for (const few of [0, 2]) {
  zoneListContract(
    `sqlite, ${few} rows are few`,
    layer({ filename: ":memory:" }).pipe(Layer.provide(Layer.succeed(FewRows, few)))
  )
}
