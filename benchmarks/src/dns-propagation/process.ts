import { DnsName, Zones } from "@namewright/core/dns"
import { layerPlatform, Worker } from "@namewright/core/embed"
import { CurrentActor } from "@namewright/core/shared"
import { hiddenPrimary, Message, rrTypes } from "@namewright/nameservers"
import { Effect, Layer, Result } from "effect"
import { createSocket, type Socket } from "node:dgram"
import { setTimeout as after } from "node:timers/promises"
import { knot } from "../../../test/nameservers/Knot.ts"
import { unusedPort } from "../../../test/nameservers/NameserverProcess.ts"
import type { Address } from "../../../test/nameservers/Primary.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { newCustomer } from "../harness/customer.ts"
import type { Storage } from "../harness/Databases.ts"
import { median } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface DnsPropagationTask {
  readonly storage: Storage
  readonly zones: number
  /** Zones that are created concurrently. */
  readonly atATime: number
  readonly changes: number
}

export interface DnsPropagationResult {
  /** From the first creation until Knot answers all zones. */
  readonly allSeconds: number
  /** From the first creation until the last zone was stored. */
  readonly storedSeconds: number
  /** From the call that changes one RRset until Knot answers with it. */
  readonly changeMillis: number
  /** From that call until the change was stored. */
  readonly changeStoredMillis: number
}

const task = taskOf<DnsPropagationTask>()
const host = "127.0.0.1"
const key = { name: "transfer-key", algorithm: "hmac-sha256", secret: Buffer.alloc(32, 9).toString("base64") } as const

/** Text of the TXT record at a name; undefined without an answer within the time limit. */
const ask = (socket: Socket, { host: to, port }: Address, name: string, id: number): Promise<string | undefined> => {
  const questions = [{ name: DnsName.DnsName.make(name), type: rrTypes.TXT, class: 1 }]
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(undefined), 1000)
    const listen = (octets: Uint8Array) => {
      const answer = Result.getOrUndefined(Message.decode(octets))
      if (answer?.id !== id) return
      const rdata = answer.answers[0]?.rdata
      end(rdata === undefined ? undefined : Buffer.from(rdata.subarray(1)).toString())
    }
    const end = (text: string | undefined) => {
      clearTimeout(timer)
      socket.off("message", listen)
      resolve(text)
    }
    socket.on("message", listen)
    socket.send(Message.encode({ ...Message.query, id, questions }), port, to)
  })
}

/** Repeats the query at an interval in milliseconds until the answer is `text`. */
const answered = (address: Address, name: string, text: string, everyMillis: number) =>
  Effect.promise(async () => {
    const socket = createSocket("udp4")
    try {
      for (let id = 1; await ask(socket, address, name, id) !== text; id++) await after(everyMillis)
    } finally {
      socket.close()
    }
  })

const nameOf = (index: number): string => `zone-${index}.example`

/** Ten RRsets of a typical zone; one of them contains the version. */
const rrsetsOf = (version: string) => [
  { name: "@", type: "A" as const, ttl: 300, records: [{ rdata: "192.0.2.1" }] },
  { name: "@", type: "AAAA" as const, ttl: 300, records: [{ rdata: "2001:db8::1" }] },
  { name: "@", type: "MX" as const, ttl: 300, records: [{ rdata: "10 mail.example.net." }] },
  { name: "@", type: "TXT" as const, ttl: 300, records: [{ rdata: "\"v=spf1 -all\"" }] },
  { name: "www", type: "CNAME" as const, ttl: 300, records: [{ rdata: "hosting.example.net." }] },
  { name: "_dmarc", type: "TXT" as const, ttl: 300, records: [{ rdata: "\"v=DMARC1; p=none\"" }] },
  { name: "ftp", type: "A" as const, ttl: 300, records: [{ rdata: "192.0.2.2" }] },
  { name: "api", type: "A" as const, ttl: 300, records: [{ rdata: "192.0.2.3" }] },
  { name: "_sip._tcp", type: "SRV" as const, ttl: 300, records: [{ rdata: "1 1 5060 sip.example.net." }] },
  { name: "version", type: "TXT" as const, ttl: 300, records: [{ rdata: `"${version}"` }] }
]

const measure = (address: Address) =>
  Effect.gen(function*() {
    const zones = yield* Zones
    const worker = yield* Worker
    yield* Effect.forkScoped(worker.work)
    const { actor } = yield* newCustomer
    const asCustomer = Effect.provideService(CurrentActor, actor)
    const create = (index: number) => asCustomer(zones.create({ name: nameOf(index), rrsets: rrsetsOf("first") }))
    const isAnswered = (index: number, everyMillis: number) =>
      answered(address, `version.${nameOf(index)}.`, "first", everyMillis)

    yield* create(0)
    yield* isAnswered(0, 50)
    const started = performance.now()
    yield* Effect.forEach(Array.from({ length: task.zones }, (_, index) => index + 1), create, {
      concurrency: task.atATime,
      discard: true
    })
    const storedSeconds = (performance.now() - started) / 1000
    // Zones created last are queried first; Knot has most of the others by then.
    yield* Effect.forEach(
      Array.from({ length: task.zones }, (_, index) => task.zones - index),
      (index) => isAnswered(index, 20),
      { concurrency: 8, discard: true }
    )
    const allSeconds = (performance.now() - started) / 1000

    const rounds = yield* Effect.forEach(
      Array.from({ length: task.changes }, (_, index) => index + 1),
      Effect.fnUntraced(function*(index) {
        const version = `version ${index}`
        const begin = performance.now()
        const rrset = { name: "version", type: "TXT" as const, ttl: 300, records: [{ rdata: `"${version}"` }] }
        yield* asCustomer(zones.patchRrsets(nameOf(index), { ops: [{ op: "upsert", rrset }] }))
        const stored = performance.now()
        yield* answered(address, `version.${nameOf(index)}.`, version, 1)
        return { stored: stored - begin, all: performance.now() - begin }
      })
    )
    const result: DnsPropagationResult = {
      allSeconds,
      storedSeconds,
      changeMillis: median(rounds.map(({ all }) => all)),
      changeStoredMillis: median(rounds.map(({ stored }) => stored))
    }
    return result
  })

const run = Effect.gen(function*() {
  const [port, primaryPort] = [yield* unusedPort(host), yield* unusedPort(host)]
  const address = { host, port }
  yield* knot({ host, port: primaryPort, catalog: "catalog.invalid", key }, address)
  const secondaries = [{ name: "knot", key: key.name, ...address }]
  const nameservers = hiddenPrimary({ host, port: primaryPort, keys: [key], secondaries })
  const platform = yield* Layer.build(layerPlatform({ storage: storageOf(task.storage), nameservers, loggers: [] }))
  return yield* Effect.provideContext(measure(address), platform)
}).pipe(Effect.scoped)

serveParent(await Effect.runPromise(run))
