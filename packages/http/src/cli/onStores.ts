import { layer as stores, Migrations } from "@namewright/adapters-sql"
import type { CertificateStore } from "@namewright/core/certificates"
import type { RegistrarIds, RegistryIntentStore } from "@namewright/core/registry"
import { Effect, FileSystem, Option } from "effect"
import { CommandFailed } from "./CommandFailed.ts"
import { connected, type Database, inFile } from "./Database.ts"

type Stores = CertificateStore | RegistrarIds | RegistryIntentStore

/** Runs work on the stores of a database. `None` if its schema is not that of this version. Does not migrate. */
export const onCurrentStores = Effect.fnUntraced(function*<A>(chosen: Database, work: Effect.Effect<A, never, Stores>) {
  const file = inFile(chosen)
  const files = yield* FileSystem.FileSystem
  // A connection would create the file.
  if (file !== undefined && !(yield* Effect.orElseSucceed(files.exists(file), () => false))) return Option.none<A>()
  return yield* connected(
    chosen,
    Effect.gen(function*() {
      const { known, stored } = yield* Migrations.version
      return known === stored ? Option.some(yield* Effect.provide(work, stores)) : Option.none<A>()
    })
  )
})

/** Runs work on the stores, and fails if the schema is not that of this version. */
export const onStores = Effect.fnUntraced(function*<A>(chosen: Database, work: Effect.Effect<A, never, Stores>) {
  const done = yield* onCurrentStores(chosen, work)
  return Option.isSome(done)
    ? done.value
    : yield* new CommandFailed({
      message: "The database does not have the schema of this version; see namewright migrate"
    })
})
