import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { servedProcess } from "../packages/http/test/cli/ServedProcess.ts"
import { freshDatabase } from "./PostgresDatabase.ts"
import { readmeWalk, runWalk } from "./ReadmeWalk.ts"

describe("README", () => {
  it.live("has a walk that works as it is written, on PostgreSQL", () =>
    Effect.gen(function*() {
      const server = yield* servedProcess(["--database", yield* freshDatabase])
      const answers = yield* Effect.promise(async () => runWalk(await readmeWalk(server)))
      assert.include(answers, "\"clientTransferProhibited\"")
      assert.include(answers, "\"restored_at\"")
      assert.include(answers, "\"cause\":\"patch_records\"")
      assert.match(answers, /^my-zone\.com\.\s.*"hello"$/m)
      assert.include(answers, "\"dnssec_registry_publish\":\"published\"")
    }).pipe(Effect.scoped), 120_000)
})
