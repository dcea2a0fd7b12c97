import { postgres } from "@namewright/adapters-pg"
import { Effect } from "effect"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"
import { transactionCases } from "../../core/test/embed/transactionCases.ts"
import { hostPool } from "./hostPool.ts"

const onDatabase = (use: (url: string) => Promise<void>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(freshDatabase, (url) => Effect.promise(() => use(url)))))

transactionCases("connections of the platform", {
  placeholder: "$1",
  withStorage: (use) => onDatabase((url) => use(postgres({ url })))
})

transactionCases("a pool of the host with a schema", {
  placeholder: "$1",
  withStorage: (use) =>
    onDatabase((url) =>
      Effect.runPromise(
        Effect.scoped(
          Effect.flatMap(hostPool(url), (pool) => Effect.promise(() => use(postgres({ pool, schema: "namewright" }))))
        )
      )
    )
})
