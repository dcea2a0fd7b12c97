import type { DnsName, Publication, Served } from "@namewright/core/dns"
import { Clock, Effect, Option } from "effect"
import { rcodes } from "../message/Rcode.ts"
import type { Catalog } from "./Catalog.ts"
import type { Secondary } from "./Secondary.ts"
import type { SecondaryClient, ZoneAnswer } from "./SecondaryClient.ts"
import type { Transfers } from "./Transfers.ts"

/** What a publication to a secondary needs. */
export interface PublishToContext {
  readonly secondary: Secondary
  readonly catalog: Catalog
  readonly client: SecondaryClient
  readonly transfers: Transfers
  readonly waitMillis: number
  /** When it was last told of the catalog by who waits for it, in milliseconds. */
  readonly catalogTold: { at: number }
}

/** Answers in a row that may be missing. */
const patience = 5

/**
 * Milliseconds between looks: the first, the first of a zone that waits for the catalog to be read, the first one after
 * a transfer, and the longest. Each is twice the one before.
 */
const pauses = { first: 100, listed: 1000, transferred: 4, longest: 1000 }

/** Milliseconds after which a secondary is told again: NOTIFY may have been lost, or the transfer have failed. */
const notifyAgainMillis = 1500

/** What an answer means for a publication; undefined as long as there is something to wait for. */
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
  // A serial that was never published belongs to a zone that had this name before.
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
    const problem = serial === null ? "has not let go of the zone" : "does not serve the zone"
    const isKnown = answer.isAuthentic && answer.rcode !== rcodes.SERVFAIL
    return { name, serial: isKnown ? null : undefined, problem: `${where} ${problem}` }
  }
  const wanted = serial === null ? "although it is removed" : `instead of ${serial}`
  return { name, serial: answer.serial, problem: `${where} serves serial ${answer.serial} ${wanted}` }
}

/**
 * Tells the secondary of the zone, or of the catalog when that is how it learns that the zone is there or gone: once for
 * all who wait for the catalog.
 */
const tell = (
  { catalog, catalogTold, client, secondary }: PublishToContext,
  zone: DnsName.DnsName,
  isServed: boolean,
  now: number
): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (!secondary.catalog || isServed) return client.notify(secondary, zone)
    if (now - catalogTold.at < notifyAgainMillis) return Effect.void
    catalogTold.at = now
    return client.notify(secondary, catalog.name)
  })

/** Waits until the secondary serves what is published, telling it again and again; a few seconds at most. */
export const publishTo = (
  context: PublishToContext,
  publication: Publication,
  isNew: boolean
): Effect.Effect<Served> =>
  Effect.gen(function*() {
    const { client, secondary, transfers, waitMillis } = context
    const { name, serial } = publication
    // Of members that come and go the secondary is told by the catalog.
    const isListed = secondary.catalog && (serial === null || isNew)
    const transferred = yield* transfers.watch(serial === null ? context.catalog.name : name)
    const start = yield* Clock.currentTimeMillis
    let [told, missing, pause, answer]: [number, number, number, ZoneAnswer | undefined] = [
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
        // It takes a moment before it serves what it was given.
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
      if (now - told >= notifyAgainMillis) {
        told = now
        yield* tell(context, name, serial !== null && answer?.serial !== undefined, now)
      }
      pause = Math.min(2 * pause, pauses.longest)
    }
  }).pipe(Effect.scoped)
