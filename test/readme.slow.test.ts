import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { servedProcess } from "../packages/http/test/cli/ServedProcess.ts"
import { readmeWalk, runWalk } from "./ReadmeWalk.ts"

describe("README", () => {
  it.live("has a walk that works as it is written, on SQLite", () =>
    Effect.gen(function*() {
      const server = yield* servedProcess(["--database", "sqlite::memory:"])
      const answers = yield* Effect.promise(async () => runWalk(await readmeWalk(server)))
      assert.include(answers, "\"clientTransferProhibited\"")
      assert.include(answers, "\"restored_at\"")
      assert.include(answers, "\"cause\":\"patch_records\"")
      assert.match(answers, /^my-zone\.com\.\s.*"hello"$/m)
      assert.include(answers, "\"dnssec_registry_publish\":\"published\"")
      assert.include(answers, "41 of 41  1 failed  complete")
      assert.include(answers, "\"retried_count\":1")
    }).pipe(Effect.scoped), 60_000)
})
