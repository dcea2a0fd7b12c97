import { it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testSize } from "../../../../test/testSize.ts"
import { killedWorkers } from "./killedWorkers.ts"

/** Number of domains; `NAMEWRIGHT_KILLED_DOMAINS=20000` for the test of a release. */
const count = testSize(60, 150, "NAMEWRIGHT_KILLED_DOMAINS")

it.live("A batch on SQLite is carried out once, however often its workers are killed", () =>
  Effect.gen(function*() {
    const folder = mkdtempSync(join(tmpdir(), "namewright-killed-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
    yield* killedWorkers(
      { database: "sqlite", address: join(folder, "data.sqlite"), base: Date.now() },
      count,
      count / 30
    )
  }).pipe(Effect.scoped), 120_000 + count * 500)
