import { FewRows } from "@namewright/adapters-sql"
import { layer } from "@namewright/adapters-sqlite"
import { contactListContract } from "@namewright/conformance"
import { Layer } from "effect"

/** Lists that begin with tags and searches, and lists that walk in their order, answer the same. */
for (const few of [0, 2]) {
  contactListContract(
    `sqlite, ${few} rows are few`,
    layer({ filename: ":memory:" }).pipe(Layer.provide(Layer.succeed(FewRows, few)))
  )
}
