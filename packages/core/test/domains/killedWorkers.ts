import { assert } from "@effect/vitest"
import { Jobs, SubmitBatch } from "@namewright/core/jobs"
import { Effect, Schema } from "effect"
import { join } from "node:path"
import { workerProcesses } from "../jobs/WorkerProcesses.ts"
import { type Customer, customer, everyRole } from "./DomainsPlatform.ts"
import { all, assertOnce, atOnce, nameOf, oldestFirst, settled } from "./registeredOnce.ts"
import { platformOf, type SharedInstallation, toArguments } from "./sharedInstallation.ts"

const script = join(import.meta.dirname, "domainWorkingProcess.ts")

const submitted = Effect.fnUntraced(function*(owner: Customer, names: ReadonlyArray<string>) {
  const jobs = yield* Jobs
  const commands = Array.from({ length: Math.ceil(names.length / atOnce) }, (_, part) => ({
    command: "domain_create_bulk",
    payload: {
      template: {
        contacts: everyRole(owner.contact_id),
        period: { unit: "y", value: 1 },
        renewal_mode: "renew",
        nameservers: ["ns1.example.net", "ns2.example.net"]
      },
      instances: names.slice(part * atOnce, (part + 1) * atOnce).map((name) => ({ name }))
    }
  }))
  const { batch_id, jobs_created } = yield* owner.act(
    jobs.submit(Schema.decodeUnknownSync(SubmitBatch)({ commands }))
  )
  assert.strictEqual(jobs_created, names.length)
  const complete: Effect.Effect<void, unknown, never> = Effect.flatMap(
    owner.act(jobs.getBatch(batch_id)),
    ({ status }) => status === "complete" ? Effect.void : Effect.andThen(Effect.sleep("3 seconds"), complete)
  )
  return { complete, jobs: all((page) => owner.act(jobs.listJobs(batch_id, {}, oldestFirst, page))) }
})

/**
 * Registers domains in a batch while its worker processes are killed one after another. Returns the numbers of killed
 * processes and of restarted jobs.
 */
export const killedWorkers = (installation: SharedInstallation, count: number, kills: number) =>
  Effect.gen(function*() {
    const credit = count * 2000
    const owner = yield* customer(credit)
    const { complete, jobs } = yield* submitted(owner, Array.from({ length: count }, (_, index) => nameOf(index)))
    const processes = yield* workerProcesses(script, ...toArguments(installation))
    yield* Effect.all([processes.start, processes.start], { concurrency: 2 })
    const begun: Effect.Effect<void, unknown, never> = Effect.flatMap(
      jobs,
      (now) => now.some(({ attempts }) => attempts > 0) ? Effect.void : Effect.andThen(Effect.sleep("1 second"), begun)
    )
    const killing = Effect.gen(function*() {
      yield* begun
      while (processes.killed() < kills) {
        yield* processes.replaceOne
        // Between 1/3 and 2/3 of a second.
        yield* Effect.sleep(5000 + Math.random() * 25_000)
      }
      return yield* Effect.never
    })
    yield* Effect.race(complete, killing)
    yield* settled(owner, yield* jobs)
    yield* processes.stop
    assert.isAbove(processes.killed(), 0)
    const ended = yield* jobs
    yield* assertOnce(owner, ended, credit)
    return { kills: processes.killed(), repeated: ended.filter(({ attempts }) => attempts > 1).length }
  }).pipe(Effect.provide(platformOf(installation)), Effect.scoped)
