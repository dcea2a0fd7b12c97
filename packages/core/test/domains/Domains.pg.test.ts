import { assert, it } from "@effect/vitest"
import { layer } from "@namewright/adapters-pg"
import { transactionReruns } from "@namewright/adapters-sql"
import { Effect, Layer, Metric } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../registry/simulatedRegistries.ts"
import { authCodeSuite } from "./authCodeSuite.ts"
import { deletionSuite } from "./deletionSuite.ts"
import { dnssecSuite } from "./dnssecSuite.ts"
import { platformOn } from "./DomainsPlatform.ts"
import { faultSuite } from "./faultSuite.ts"
import { outboundTransferSuite } from "./outboundTransferSuite.ts"
import { registrationSuite } from "./registrationSuite.ts"
import { renewalSuite } from "./renewalSuite.ts"
import { transferSuite } from "./transferSuite.ts"
import { updatedMembersSuite } from "./updatedMembersSuite.ts"
import { updateSuite } from "./updateSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))
const storageOfPostgres = byRealClock(storage, connections)
const onPostgres = platformOn(storageOfPostgres)
const before = Effect.runSync(Metric.value(transactionReruns))

registrationSuite("postgres", onPostgres, 23)
renewalSuite("postgres", onPostgres)
deletionSuite("postgres", onPostgres)
authCodeSuite("postgres", storageOfPostgres)
updateSuite("postgres", onPostgres)
updatedMembersSuite("postgres", onPostgres)
dnssecSuite("postgres", onPostgres)
transferSuite("postgres", onPostgres)
outboundTransferSuite("postgres", onPostgres)
faultSuite("postgres", onPostgres)

it.effect("Work on domains locks rows in one order, so that none of the above had to run again", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* Metric.value(transactionReruns), before)
  }))
