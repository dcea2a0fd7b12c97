import { postgres } from "@namewright/adapters-pg"
import { Effect } from "effect"
import { reusedDatabaseOf } from "../../../test/PostgresDatabase.ts"
import { transactionCases } from "../../core/test/embed/transactionCases.ts"
import { hostPool } from "./hostPool.ts"

const onDatabase = (schema: string, use: (url: string) => Promise<void>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(reusedDatabaseOf(schema), (url) => Effect.promise(() => use(url)))))

transactionCases("connections of the platform", {
  placeholder: "$1",
  withStorage: (use) => onDatabase("public", (url) => use(postgres({ url })))
})

transactionCases("a pool of the host with a schema", {
  placeholder: "$1",
  withStorage: (use) =>
    onDatabase("namewright", (url) =>
      Effect.runPromise(
        Effect.scoped(
          Effect.flatMap(hostPool(url), (pool) => Effect.promise(() => use(postgres({ pool, schema: "namewright" }))))
        )
      ))
})
