import { layerPlatform } from "@namewright/core/embed"
import { newCommandId, RegistrySimulator } from "@namewright/core/registry"
import { DomainName, Period } from "@namewright/core/shared"
import { Effect } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface MicroTask {
  readonly storage: Storage
  readonly count: number
}

/** Sequential operations per second. */
export interface MicroResult {
  readonly create: number
  readonly info: number
  readonly check: number
}

const { count, storage } = taskOf<MicroTask>()

const perSecond = Effect.fnUntraced(
  function*<E, R>(times: number, work: (index: number) => Effect.Effect<unknown, E, R>) {
    const started = performance.now()
    for (let index = 0; index < times; index++) yield* work(index)
    return times / ((performance.now() - started) / 1000)
  }
)

const simulator = Effect.gen(function*() {
  const { registry } = yield* RegistrySimulator
  const account = registry("verisign")
  const nameOf = (index: number) => DomainName.make(`micro-${index}.com`)
  const person = {
    handle: "micro-1",
    name: "Ada Lovelace",
    organization: null,
    street: ["Invalidenstr. 1"],
    city: "Berlin",
    state: null,
    postal_code: "10115",
    country: "DE",
    phone: "+49.30123456",
    fax: null,
    email: "ada@example.org",
    disclose: false,
    attributes: {}
  }
  yield* account.createContact({ command_id: yield* newCommandId, contact: person })
  const contacts = (["registrant", "admin", "tech"] as const).map((type) => ({ type, handle: person.handle }))
  const create = Effect.fnUntraced(function*(index: number) {
    yield* account.createDomain({
      command_id: yield* newCommandId,
      name: nameOf(index),
      period: Period.years(1),
      contacts,
      nameservers: [],
      auth_code: "Correct-Horse-7",
      dnssec: [],
      attributes: {},
      fee: null,
      claims_acceptance: null
    })
  })
  const result: MicroResult = {
    create: yield* perSecond(count, create),
    info: yield* perSecond(count, (index) => account.infoDomain(nameOf(index))),
    check: yield* perSecond(count, (index) => account.checkDomains([nameOf(index)]))
  }
  return result
})

serveParent(
  await Effect.runPromise(Effect.provide(simulator, layerPlatform({ storage: storageOf(storage), loggers: [] })))
)
