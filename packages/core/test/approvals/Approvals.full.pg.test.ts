import { assert, layer as provided } from "@effect/vitest"
import { layer } from "@namewright/adapters-pg"
import { limits } from "@namewright/core/shared"
import { Effect, Layer, Result } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../registry/simulatedRegistries.ts"
import { agentPolicySuite } from "./agentPolicySuite.ts"
import { approvalModelSuite } from "./approvalModelSuite.ts"
import { approvalsPlatformOn, challenge, person } from "./ApprovalsPlatform.ts"
import { approvalSuite } from "./approvalSuite.ts"

const connections = 10
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))
const platform = approvalsPlatformOn(byRealClock(storage, connections))

approvalSuite("postgres", platform)
agentPolicySuite("postgres", platform)
approvalModelSuite("postgres", platform)

provided(platform)("Concurrent questions (postgres)", (it) => {
  it.effect("are open up to the limit, and the others are refused", () =>
    Effect.gen(function*() {
      const ada = yield* person()
      const beyond = 20
      const questions = Array.from(
        { length: limits.openApprovals + beyond },
        () => Effect.result(challenge(ada.throughClient))
      )
      const outcomes = yield* Effect.all(questions, { concurrency: "unbounded" })
      const refused = outcomes.flatMap((one) => Result.isFailure(one) ? [one.failure.code] : [])
      assert.deepStrictEqual(refused, Array.from({ length: beyond }, () => "ERROR_RATE_LIMITED"))
    }), 60_000)
})
