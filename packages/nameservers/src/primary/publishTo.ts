import type { DnsName, Publication, Served } from "@namewright/core/dns"
import { Clock, Effect, Option } from "effect"
import { rcodes } from "../message/Rcode.ts"
import type { Catalog } from "./Catalog.ts"
import type { Secondary } from "./Secondary.ts"
import type { SecondaryClient, ZoneAnswer } from "./SecondaryClient.ts"
import type { Transfers } from "./Transfers.ts"

/** Dependencies of a publication to a secondary. */
export interface PublishToContext {
  readonly secondary: Secondary
  readonly catalog: Catalog
  readonly client: SecondaryClient
  readonly transfers: Transfers
  readonly waitMillis: number
  /** Time of the last NOTIFY for the catalog by a waiting publication, in milliseconds. */
  readonly catalogNotified: { at: number }
}

/** Consecutive queries without an answer after which a publication fails. */
const patience = 5

/**
 * Milliseconds before the next query. It starts at `first`, at `listed` if the zone is new in the catalog, and at
 * `transferred` after a transfer, and doubles up to `longest`.
 */
const pauses = { first: 100, listed: 1000, transferred: 4, longest: 1000 }

/** Milliseconds after which NOTIFY is sent again: it may have been lost, or the transfer may have failed. */
const notifyAgainMillis = 1500

/** Outcome of a publication by the answer of the secondary; undefined while the publication has to wait. */
const settled = (
  { name, serial }: Publication,
  answer: ZoneAnswer,
  { catalog, secondary }: PublishToContext
): Served | undefined => {
  if (serial === null && !secondary.catalog) return { name, serial: undefined, problem: null }
  if (serial === null) {
    const isGone = answer.isAuthentic
      ? answer.serial === undefined && answer.rcode !== rcodes.SERVFAIL
      : answer.rcode === rcodes.REFUSED
    return isGone ? { name, serial: null, problem: null } : undefined
  }
  if (answer.serial === undefined || answer.serial < serial) return undefined
  // A higher serial than the published one belongs to a deleted zone of this name.
  const newest = catalog.member(name)?.serial ?? serial
  return answer.serial <= newest ? { name, serial: answer.serial, problem: null } : undefined
}

const problemOf = (
  { name, serial }: Publication,
  answer: ZoneAnswer | undefined,
  { secondary }: PublishToContext
): Served => {
  const where = `${secondary.name} at ${secondary.host} port ${secondary.port}`
  if (answer === undefined) return { name, serial: undefined, problem: `${where} does not answer` }
  if (!answer.isAuthentic && answer.rcode !== rcodes.REFUSED) {
    const problem = `${where} answers without a right signature by the key ${secondary.key.name}`
    return { name, serial: undefined, problem }
  }
  if (answer.serial === undefined) {
    const problem = serial === null ? "still serves the zone" : "does not serve the zone"
    const isKnown = answer.isAuthentic && answer.rcode !== rcodes.SERVFAIL
    return { name, serial: isKnown ? null : undefined, problem: `${where} ${problem}` }
  }
  const wanted = serial === null ? "although it is removed" : `instead of ${serial}`
  return { name, serial: answer.serial, problem: `${where} serves serial ${answer.serial} ${wanted}` }
}

/**
 * Sends NOTIFY for the zone, or for the catalog if the zone is to be added or removed: once for all publications that wait
 * for the catalog.
 */
const notify = (
  { catalog, catalogNotified, client, secondary }: PublishToContext,
  zone: DnsName.DnsName,
  isServed: boolean,
  now: number
): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (!secondary.catalog || isServed) return client.notify(secondary, zone)
    if (now - catalogNotified.at < notifyAgainMillis) return Effect.void
    catalogNotified.at = now
    return client.notify(secondary, catalog.name)
  })

/** Notifies the secondary until it serves the publication, for `waitMillis` at most. */
export const publishTo = (
  context: PublishToContext,
  publication: Publication,
  isNew: boolean
): Effect.Effect<Served> =>
  Effect.gen(function*() {
    const { client, secondary, transfers, waitMillis } = context
    const { name, serial } = publication
    // The catalog announces new and removed members.
    const isListed = secondary.catalog && (serial === null || isNew)
    const transferred = yield* transfers.watch(serial === null ? context.catalog.name : name)
    const start = yield* Clock.currentTimeMillis
    let [notified, missing, pause, answer]: [number, number, number, ZoneAnswer | undefined] = [
      start,
      0,
      isListed && serial !== null ? pauses.listed : pauses.first,
      undefined
    ]
    if (serial !== null && !isListed) yield* client.notify(secondary, name)
    for (;;) {
      const wasTransferred = yield* Effect.raceFirst(
        Effect.as(transferred.await, true),
        Effect.as(Effect.sleep(pause), false)
      )
      if (wasTransferred) {
        transferred.closeUnsafe()
        pause = pauses.transferred
        // A secondary serves a transferred zone after a short time.
        yield* Effect.sleep(pause)
      }
      const asked = yield* client.ask(secondary, name, serial === null ? "removal" : undefined)
      missing = Option.isNone(asked) ? missing + 1 : 0
      answer = Option.getOrElse(asked, () => answer)
      const outcome = Option.isNone(asked) ? undefined : settled(publication, asked.value, context)
      if (outcome !== undefined) return outcome
      const now = yield* Clock.currentTimeMillis
      if (missing >= patience) return problemOf(publication, undefined, context)
      if (now - start >= waitMillis) return problemOf(publication, answer, context)
      if (now - notified >= notifyAgainMillis) {
        notified = now
        yield* notify(context, name, serial !== null && answer?.serial !== undefined, now)
      }
      pause = Math.min(2 * pause, pauses.longest)
    }
  }).pipe(Effect.scoped)
