import { type Nameserver, Nameservers, type Publication, PublishedZones, type ZoneSerial } from "@namewright/core/dns"
import { Clock, Deferred, Effect, Latch, Layer, Option, Schedule, type Scope } from "effect"
import { type CannotListen, dnsService } from "../transport/DnsService.ts"
import { effectHandlers } from "../transport/effectHandlers.ts"
import { Catalog } from "./Catalog.ts"
import { publishTo } from "./publishTo.ts"
import {
  type HiddenPrimaryMisconfigured,
  type HiddenPrimaryOptions,
  type HiddenPrimarySettings,
  hiddenPrimarySettings,
  type Secondary
} from "./Secondary.ts"
import { type SecondaryClient, secondaryClient } from "./SecondaryClient.ts"
import { transferRequests } from "./TransferRequests.ts"
import { Transfers } from "./Transfers.ts"
import { makeZoneVersions } from "./ZoneVersions.ts"

/** Zones of one publication call, which waits for all of them. */
const zonesPerCall = 500

/** Zones of one page when the primary reads the names of all zones. */
const pageSize = 1000

/** Milliseconds between versions of the catalog, whose serial is the time in seconds. */
const catalogMillis = 1000

/** Idle time of a connection, which a secondary uses again for its next query; BIND keeps it for 30 seconds. */
const idleMillis = 30_000

/** A running hidden primary. */
export interface HiddenPrimary {
  readonly nameservers: ReadonlyArray<Nameserver>
  /** Port of UDP and TCP. */
  readonly port: number
}

/** Reads the names of all zones, with retries until all are read: an incomplete catalog would remove zones from secondaries. */
const readMembers = Effect.fnUntraced(function*(catalog: Catalog) {
  const published = yield* PublishedZones
  let after: ZoneSerial["name"] | null = null
  for (;;) {
    const page: ReadonlyArray<ZoneSerial> = yield* published.page(after, pageSize).pipe(
      Effect.catchCause((cause) =>
        Effect.andThen(Effect.logError("The zones for the catalog could not be read", cause), Effect.fail("unread"))
      ),
      Effect.retry(Schedule.spaced("2 seconds")),
      Effect.orDie
    )
    for (const { dns_zone_id, name, serial } of page) catalog.read(name, dns_zone_id, serial)
    const last = page.at(-1)
    if (last === undefined) return
    after = last.name
  }
})

/** Makes versions of the catalog after changes, at most one a second, and notifies the secondaries. */
const keepCatalog = Effect.fnUntraced(function*(
  catalog: Catalog,
  changed: Latch.Latch,
  client: SecondaryClient,
  secondaries: ReadonlyArray<Secondary>
) {
  const notified = secondaries.filter((secondary) => secondary.catalog)
  for (;;) {
    catalog.commit(Math.floor((yield* Clock.currentTimeMillis) / 1000))
    // A secondary that does not answer is notified again by the publications that wait for it.
    yield* Effect.forkChild(
      Effect.forEach(notified, (secondary) => client.notify(secondary, catalog.name), { concurrency: "unbounded" })
    )
    yield* Effect.sleep(catalogMillis)
    yield* changed.await
    changed.closeUnsafe()
  }
})

/** Applies publications to the catalog. Returns those that change its members. */
const applyTo = (catalog: Catalog, publications: ReadonlyArray<Publication>): ReadonlySet<Publication> =>
  new Set(
    publications.filter(({ dns_zone_id, name, serial }) =>
      serial === null ? catalog.remove(name, dns_zone_id) : catalog.put(name, dns_zone_id, serial)
    )
  )

/** Serves the zones to secondaries until the scope closes. */
export const makeHiddenPrimary = Effect.fnUntraced(function*(
  settings: HiddenPrimarySettings
): Effect.fn.Return<HiddenPrimary, CannotListen, Scope.Scope | PublishedZones> {
  const { host, secondaries } = settings
  const catalog = new Catalog(settings.catalog)
  const transfers = new Transfers()
  const changed = yield* Latch.make()
  const isRead = yield* Deferred.make<void>()
  const versions = yield* makeZoneVersions
  const respond = yield* transferRequests({
    settings,
    catalog,
    versions,
    transferred: (zone) => transfers.done(zone)
  })
  const limits = { idle: idleMillis, ...settings.tcp }
  const port = yield* dnsService({ host, port: settings.port, limits }, yield* effectHandlers(respond))
  const client = yield* secondaryClient(host)
  yield* Effect.forkScoped(Effect.gen(function*() {
    yield* readMembers(catalog)
    catalog.endReading()
    yield* Deferred.succeed(isRead, undefined)
    yield* keepCatalog(catalog, changed, client, secondaries)
  }))

  const waitMillis = settings.waitSeconds * 1000
  const nameserver = (secondary: Secondary): Nameserver => {
    const context = { secondary, catalog, client, transfers, waitMillis, catalogNotified: { at: 0 } }
    return {
      name: secondary.name,
      capabilities: { signing: "library", zones_per_call: zonesPerCall },
      publish: Effect.fnUntraced(function*(publications) {
        const changes = applyTo(catalog, publications)
        if (catalog.hasChanges) changed.openUnsafe()
        if (Option.isNone(yield* Effect.timeoutOption(Deferred.await(isRead), waitMillis))) {
          return publications.map(({ name }) => ({
            name,
            serial: undefined,
            problem: "The zones are still being read"
          }))
        }
        return yield* Effect.forEach(
          publications,
          (publication) => publishTo(context, publication, changes.has(publication)),
          { concurrency: "unbounded" }
        )
      })
    }
  }
  return { nameservers: secondaries.map(nameserver), port }
})

/**
 * Serves SOA, AXFR and IXFR of all zones, and a catalog of them (RFC 9432), to secondaries with a key. Each secondary is a
 * nameserver: a publication to it is served once the secondary itself answers with the serial.
 */
export const hiddenPrimary = (
  options: HiddenPrimaryOptions
): Layer.Layer<Nameservers, CannotListen | HiddenPrimaryMisconfigured, PublishedZones> =>
  Layer.effect(
    Nameservers,
    Effect.gen(function*() {
      const settings = yield* Effect.fromResult(hiddenPrimarySettings(options))
      const { nameservers } = yield* makeHiddenPrimary(settings)
      return { all: nameservers }
    })
  )
