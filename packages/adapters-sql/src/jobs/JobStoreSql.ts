import { JobStore } from "@namewright/core/jobs"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jobClaims } from "./JobClaimsSql.ts"
import { jobCompletion } from "./JobCompletionSql.ts"
import { jobControl } from "./JobControlSql.ts"
import { jobFailures } from "./JobFailuresSql.ts"
import { jobLists } from "./JobListsSql.ts"
import { jobRelease } from "./JobReleaseSql.ts"
import { jobSubmission } from "./JobSubmissionSql.ts"
import { jobUpkeep } from "./JobUpkeepSql.ts"

export const layer = Layer.effect(
  JobStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    JobStore.of({
      ...jobSubmission(sql),
      ...jobLists(sql),
      ...jobControl(sql),
      ...jobClaims(sql),
      complete: jobCompletion(sql).complete,
      recordFailures: jobFailures(sql),
      ...jobRelease(sql),
      ...jobUpkeep(sql)
    }))
)
