import { migratedContents, sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, type Platform, type PlatformOptions } from "@namewright/core/embed"
import { mailbox, type MailMessage } from "@namewright/core/mail"
import { RegistrySimulator } from "@namewright/core/registry"
import { type Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { writeFile } from "node:fs/promises"
import { dueTimes } from "./DueTimes.ts"
import { makeEventLog, type TestEvents } from "./EventLog.ts"
import { type Factories, makeFactories } from "./Factories.ts"
import { type Ledger, readLedger } from "./Ledger.ts"
import { makeTestClock, type TestClock } from "./TestClock.ts"
import { makeTestRegistry, type TestRegistry } from "./TestRegistry.ts"
import { makeVirtualClock } from "./VirtualClock.ts"

/** Options of a test platform: those of `createPlatform` except for storage and clock. */
export interface TestPlatformOptions extends Omit<PlatformOptions, "storage" | "clock"> {
  /** Path of a SQLite file, to inspect it after a test. Default: the database is in memory. */
  readonly filename?: string | undefined
  /** Time at the start. Default 1 January 2030, 09:00 UTC. */
  readonly now?: Date | string | undefined
}

/** A platform for tests, with everything that a test asks about. */
export interface TestPlatform extends Platform {
  readonly clock: TestClock
  readonly registry: TestRegistry
  readonly create: Factories
  /** The money of all organizations, or of one payer. */
  readonly ledger: (payer_id?: string) => Promise<Ledger>
  readonly events: TestEvents
  /**
   * The mails that were sent, in order: all or those to one address. With the option `mailer`, mails go there instead.
   */
  readonly mails: (to?: string) => ReadonlyArray<MailMessage>
}

const defaultStart = "2030-01-01T09:00:00Z"

/** Longest time in which the work of one moment is carried out, in milliseconds of the test's clock. */
const budgetMillis = 86_400_000

/** Writes a new file. One that exists keeps its data. */
const writeNew = (filename: string, contents: Uint8Array) =>
  Effect.ignore(Effect.tryPromise(() => writeFile(filename, contents, { flag: "wx" })))

const storageOf = (filename: string | undefined) =>
  Layer.unwrap(Effect.gen(function*() {
    const contents = yield* migratedContents
    if (contents === null) return sqlite({ filename: filename ?? ":memory:", synchronous: "normal" })
    if (filename === undefined) return sqlite({ filename: ":memory:", migrate: "off", contents })
    yield* writeNew(filename, contents)
    return sqlite({ filename, synchronous: "normal" })
  }))

/**
 * Starts a platform on SQLite in memory, with simulated registries and a clock that the test moves. Platforms share no state.
 * Dispose of it after the test: `await using platform = await testPlatform()`.
 */
export const testPlatform = async (options: TestPlatformOptions = {}): Promise<TestPlatform> => {
  const { filename, now = defaultStart, ...rest } = options
  const virtual = makeVirtualClock(new Date(now).getTime())
  const storage = storageOf(filename)
  let client: Context.Context<SqlClient.SqlClient> | undefined
  const mails = mailbox(Number.POSITIVE_INFINITY)
  const platform = createPlatform({
    mailer: mails,
    ...rest,
    storage: Layer.tap(storage, (context) => Effect.sync(() => void (client = context))),
    clock: virtual
  })
  await platform.ready()
  const { runtime } = platform
  const read = <A, E>(query: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
    runtime.runPromise(
      client === undefined ? Effect.die(new Error("Not started")) : Effect.provideContext(query, client)
    )

  const { all: events, collect } = makeEventLog(platform.changes)
  const work = async (): Promise<void> => {
    await collect()
    const { more } = await platform.tick({ budgetMillis })
    await (more ? work() : collect())
  }

  return Object.assign(platform, {
    clock: makeTestClock(virtual, work, (at) => read(dueTimes(at))),
    registry: makeTestRegistry((use) => runtime.runSync(Effect.flatMap(RegistrySimulator, use))),
    create: makeFactories(platform),
    mails: mails.messages,
    ledger: (payer_id?: string) => read(readLedger(payer_id)),
    events
  })
}
