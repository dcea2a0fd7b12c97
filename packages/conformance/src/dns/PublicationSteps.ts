import { assert } from "@effect/vitest"
import { type Publication, type PublicationOutcome, type Zone, ZonePublicationStore } from "@namewright/core/dns"
import { ProcessId } from "@namewright/core/processes"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Duration, Effect } from "effect"
import { newZone } from "./ZoneSamples.ts"

export const atOnce = 1000
export const lease = Duration.seconds(30)

let registered = 0

/** A nameserver that no other test uses. */
export const newNameserver = Effect.gen(function*() {
  const store = yield* ZonePublicationStore
  const name = `nameserver ${++registered}`
  return { name, number: yield* store.register(name, yield* Instant.now) }
})

export const someProcess = ProcessId.make("process_01kb8r6t3yfx8v1m5q7w9z2c4d")

/** End of the last lease by nameserver and process. */
const leasedUntil = new Map<string, Instant.Instant>()

export const claim = Effect.fnUntraced(
  function*(nameserver: number, atMost: number = atOnce, by: ProcessId = someProcess) {
    const store = yield* ZonePublicationStore
    const { atomically } = yield* Transaction
    const now = yield* Instant.now
    const until = DateTime.addDuration(now, lease)
    const claimed = yield* atomically(store.claim(nameserver, by, atMost, { now, until }))
    if (claimed.length > 0) leasedUntil.set(`${nameserver} ${by}`, until)
    return claimed
  }
)

export const record = Effect.fnUntraced(function*(
  nameserver: number,
  { name, serial }: Publication,
  outcome: Partial<PublicationOutcome> = {},
  by: ProcessId = someProcess,
  until: Instant.Instant | undefined = leasedUntil.get(`${nameserver} ${by}`)
) {
  const store = yield* ZonePublicationStore
  const now = yield* Instant.now
  const next_attempt_on = DateTime.addDuration(now, "4 seconds")
  assert.isDefined(until)
  return yield* store.recordOutcomes(
    nameserver,
    { process_id: by, until },
    [{ name, wanted: serial, served: serial, problem: null, next_attempt_on, ...outcome }],
    now
  )
})

export const announce = Effect.fnUntraced(function*(...publications: ReadonlyArray<Publication>) {
  const store = yield* ZonePublicationStore
  yield* store.announce(publications, yield* Instant.now)
})

export const asked = ({ dns_zone_id, name, serial }: Zone, other: Partial<Publication> = {}): Publication => ({
  dns_zone_id,
  name,
  serial,
  ...other
})

/** A zone that is not stored, and its wanted serial. */
export const newPublication = Effect.map(
  Effect.flatMap(newOrganizationId, (organization) => newZone(organization)),
  (zone) => asked(zone)
)

export const rowOf = Effect.fnUntraced(function*(zone: Publication, nameserver: string) {
  const store = yield* ZonePublicationStore
  const rows = yield* store.ofZone(zone, DateTime.makeUnsafe(0))
  return rows.find((row) => row.nameserver === nameserver)
})
