import { RegisterDomain, Registrations } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { Processes } from "@namewright/core/processes"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { countStatements } from "../harness/countStatements.ts"
import { type Customer, newCustomer } from "../harness/customer.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface RegistrationsTask {
  readonly storage: Storage
  readonly concurrency: number
  readonly count: number
  readonly warmUp: number
  /** True to print the number of executions of each statement. */
  readonly explain?: boolean
}

export interface RegistrationsResult {
  readonly perSecond: number
  /** CPU time of this process for one registration, in microseconds. */
  readonly cpuMicros: number
  readonly statements: number
}

const decodeRequest = Schema.decodeUnknownSync(RegisterDomain)

const requestOf = ({ contact_id }: Customer, name: string) =>
  decodeRequest({
    name,
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id },
    nameservers: [{ hostname: "ns1.hoster.example" }, { hostname: "ns2.hoster.example" }],
    period: { unit: "y", value: 1 },
    renewal_mode: "renew"
  })

const task = taskOf<RegistrationsTask>()

const measure = Effect.gen(function*() {
  const { run: sendHeartbeats } = yield* Processes
  yield* Effect.forkChild(sendHeartbeats)
  const registrations = yield* Registrations
  const customer = yield* newCustomer
  const register = (name: string) =>
    Effect.provideService(registrations.register(requestOf(customer, name)), CurrentActor, customer.actor)
  const registerAll = (label: string, count: number) =>
    Effect.forEach(
      Array.from({ length: count }, (_, index) => `${label}-${index}.com`),
      register,
      { concurrency: task.concurrency, discard: true }
    )

  yield* registerAll("warm-up", task.warmUp)
  const counted = 5
  const counts = yield* countStatements(Effect.forEach(
    Array.from({ length: counted }, (_, index) => `counted-${index}.com`),
    register,
    { discard: true }
  ))
  if (task.explain === true) {
    for (const [text, n] of counts) console.error((n / counted).toFixed(1), text.replaceAll(/\s+/g, " ").slice(0, 240))
  }
  const started = performance.now()
  const before = process.cpuUsage()
  yield* registerAll("measured", task.count)
  const { system, user } = process.cpuUsage(before)
  const result: RegistrationsResult = {
    perSecond: task.count / ((performance.now() - started) / 1000),
    cpuMicros: (user + system) / task.count,
    statements: [...counts.values()].reduce((sum, n) => sum + n, 0) / counted
  }
  return result
})

serveParent(
  await Effect.runPromise(Effect.provide(measure, layerPlatform({ storage: storageOf(task.storage), loggers: [] })))
)
