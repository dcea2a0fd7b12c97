import { it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { testSize } from "../../../../test/testSize.ts"
import { killedWorkers } from "./killedWorkers.ts"

/** Number of domains; `NAMEWRIGHT_KILLED_DOMAINS=20000` for the test of a release. */
const count = testSize(60, 150, "NAMEWRIGHT_KILLED_DOMAINS")

it.live(
  "A batch on PostgreSQL is carried out once, however often its workers are killed",
  () =>
    Effect.gen(function*() {
      const { kills, repeated } = yield* killedWorkers(
        { database: "postgres", address: yield* migratedDatabase, base: Date.now() },
        count,
        count / 30
      )
      yield* Effect.log(`${count} domains, ${kills} processes killed, ${repeated} jobs begun again`)
    }).pipe(Effect.scoped),
  120_000 + count * 500
)
