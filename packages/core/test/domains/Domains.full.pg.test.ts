import { assert, it } from "@effect/vitest"
import { layer } from "@namewright/adapters-pg"
import { transactionReruns } from "@namewright/adapters-sql"
import { Duration, Effect, Layer, Metric } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../registry/simulatedRegistries.ts"
import { acceptedCommandSuite } from "./accepted/acceptedCommandSuite.ts"
import { authCodeSuite } from "./authCodeSuite.ts"
import { deletionAnswerSuite } from "./deletionAnswerSuite.ts"
import { deletionSuite } from "./deletionSuite.ts"
import { dnssecSuite } from "./dnssecSuite.ts"
import { platformOn } from "./DomainsPlatform.ts"
import { escalationSuite } from "./escalationSuite.ts"
import { faultSuite } from "./faultSuite.ts"
import { handOverSuite } from "./handOverSuite.ts"
import { maintenanceSuite } from "./maintenanceSuite.ts"
import { messageSuite } from "./messageSuite.ts"
import { outboundTransferSuite } from "./outboundTransferSuite.ts"
import { policySuite } from "./policySuite.ts"
import { refundSuite } from "./refundSuite.ts"
import { registrationAnswerSuite } from "./registrationAnswerSuite.ts"
import { renewalByTimeSuite } from "./renewalByTimeSuite.ts"
import { renewalSuite } from "./renewalSuite.ts"
import { statisticsSuite } from "./statisticsSuite.ts"
import { transferSuite } from "./transferSuite.ts"
import { updatedMembersSuite } from "./updatedMembersSuite.ts"
import { updateSuite } from "./updateSuite.ts"
import { verificationReportSuite } from "./verificationReportSuite.ts"
import { verificationSuite } from "./verificationSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))
const storageOfPostgres = byRealClock(storage, connections)
const onPostgres = platformOn(storageOfPostgres)
const before = Effect.runSync(Metric.value(transactionReruns))

updateSuite("postgres", onPostgres)
transferSuite("postgres", onPostgres)
statisticsSuite("postgres", onPostgres)
deletionSuite("postgres", onPostgres)
authCodeSuite("postgres", storageOfPostgres)
updatedMembersSuite("postgres", onPostgres)
dnssecSuite("postgres", onPostgres)
outboundTransferSuite("postgres", onPostgres)
handOverSuite("postgres", onPostgres)
verificationReportSuite("postgres", onPostgres, storageOfPostgres)
faultSuite("postgres", onPostgres)
renewalByTimeSuite("postgres", onPostgres)
renewalSuite("postgres", onPostgres)
refundSuite("postgres", onPostgres)
messageSuite("postgres", storageOfPostgres)
verificationSuite("postgres", storageOfPostgres)
policySuite("postgres", storageOfPostgres)
maintenanceSuite("postgres", onPostgres)
escalationSuite("postgres", storageOfPostgres)
registrationAnswerSuite("postgres", storageOfPostgres, [Duration.minutes(1)])
deletionAnswerSuite("postgres", storageOfPostgres, [Duration.minutes(1)])
acceptedCommandSuite("postgres", storageOfPostgres, [Duration.minutes(1)])

it.effect("Work on domains locks rows in one order, so that none of the above had to run again", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* Metric.value(transactionReruns), before)
  }))
