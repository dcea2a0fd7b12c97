import { Layer } from "effect"
import * as Access from "./access/layer.ts"
import * as EventStoreSql from "./events/EventStoreSql.ts"
import * as TransactionSql from "./TransactionSql.ts"

/** Every store of the platform over one `SqlClient`. */
export const layer = Layer.mergeAll(
  TransactionSql.layer,
  Access.layer,
  EventStoreSql.layer
)
