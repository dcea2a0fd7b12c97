import { layerPlatform } from "@namewright/core/embed"
import { OrganizationOperations } from "@namewright/core/organizations"
import {
  type RegistrarCredentialId,
  RegistrarCredentials,
  RegistrarCredentialStore,
  type RegistrarDomain,
  RegistrarSync,
  simulatedRegistrar
} from "@namewright/core/registrars"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, Option, Redacted } from "effect"
import { administrator } from "../harness/administrator.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"
import { traceStatements } from "../harness/traceStatements.ts"

export interface SyncTask {
  readonly storage: Storage
  readonly domains: number
}

interface Synchronisation {
  readonly seconds: number
  /** Statements that change tables of domains. */
  readonly writes: number
}

export interface SyncResult {
  readonly first: Synchronisation
  readonly second: Synchronisation
  readonly changed: Synchronisation
}

const task = taskOf<SyncTask>()

const endings = ["com", "net", "org", "de", "eu", "fr", "nl", "info"]

const nameOf = (index: number) => `portfolio-name-${index}.${endings[index % endings.length] ?? "com"}`

/** Domains with 200 sets of nameservers. */
const domainOf = (index: number, year: number): RegistrarDomain => ({
  name: nameOf(index),
  registered_on: "2020-05-17T08:00:00Z",
  expires_on: `${year}-05-17T08:00:00Z`,
  renews: index % 3 > 0,
  statuses: index % 2 === 0 ? ["clientTransferProhibited"] : ["ok"],
  nameservers: [`ns1.hosting-${index % 200}.example`, `ns2.hosting-${index % 200}.example`]
})

const domains = new Map(
  Array.from({ length: task.domains }, (_, index): [string, RegistrarDomain] => [nameOf(index), domainOf(index, 2031)])
)

const isWrite = (text: string): boolean =>
  /^\s*(?:WITH|INSERT|UPDATE|DELETE)/i.test(text) && /\bdomain(?:s|_\w+)\b/i.test(text) &&
  !/UPDATE registrar_credentials/.test(text)

const synchronise = Effect.fnUntraced(function*(id: RegistrarCredentialId) {
  const store = yield* RegistrarCredentialStore
  const sync = yield* RegistrarSync
  const credential = Option.getOrThrow(yield* store.lock(id))
  yield* store.save({ ...credential, sync_status: "pending" })
  const began = performance.now()
  const { statements } = yield* traceStatements(sync.run(id, credential.generation, true))
  const seconds = (performance.now() - began) / 1000
  const after = Option.getOrThrow(yield* store.lock(id))
  if (after.domain_count !== domains.size) {
    return yield* Effect.die(new Error(`${after.domain_count} domains are shown`))
  }
  return { seconds, writes: statements.filter(({ text }) => isWrite(text)).length } satisfies Synchronisation
})

const measure = Effect.gen(function*() {
  const { createParent } = yield* OrganizationOperations
  const credentials = yield* RegistrarCredentials
  const { organization_id } = yield* createParent({ name: "Example" })
  const connect = credentials.connect({
    name: "Portfolio",
    registrar: "OPENSRS",
    credentials: { api_key: Redacted.make("portfolio") }
  })
  const { registrar_credential_id: id } = yield* Effect.provideService(
    connect,
    CurrentActor,
    administrator(organization_id)
  )
  const first = yield* synchronise(id)
  const second = yield* synchronise(id)
  for (let index = 0; index < task.domains; index += 100) domains.set(nameOf(index), domainOf(index, 2032))
  const changed = yield* synchronise(id)
  return { first, second, changed } satisfies SyncResult
})

serveParent(
  await Effect.runPromise(
    Effect.provide(
      measure,
      layerPlatform({
        storage: storageOf(task.storage),
        loggers: [],
        registrars: { OPENSRS: simulatedRegistrar(new Map([["portfolio", { domains }]])) }
      })
    )
  )
)
