import { Effect, type Schema } from "effect"
import { type JobKind, type JobRunError, storedRequest } from "../../jobs/index.ts"
import type { CurrentActor, DomainId } from "../../shared/index.ts"
import { makeEarlierRun } from "../request/EarlierRun.ts"
import type { AcquisitionCommand } from "./AcquisitionCommands.ts"

/** Kind of job that acquires a domain. It succeeds once the registry has accepted the order. */
export const makeAcquisitionKind = Effect.fnUntraced(function*<A, E extends JobRunError>(
  command: AcquisitionCommand,
  schema: Schema.Codec<A, unknown>,
  acquire: (id: DomainId, request: A) => Effect.Effect<unknown, E, CurrentActor>
) {
  const { makeOnce } = yield* makeEarlierRun
  const requestOf = storedRequest("domain", schema)

  const kind: JobKind = {
    kind: command.kind,
    topic: "registry",
    run: Effect.fnUntraced(function*(job) {
      const { request, type } = yield* requestOf(job)
      const domain_id = yield* makeOnce(job, command, (id) => acquire(id, request))
      return { type, domain_id }
    })
  }
  return kind
})
