import { Context, Effect, Layer, Schema } from "effect"
import { type AuthorizationError, authorizeWithinScope } from "../../access/index.ts"
import { type CurrentActor, Instant } from "../../shared/index.ts"
import { DnsName } from "../DnsName.ts"
import { makeZoneAccess } from "../ZoneAccess.ts"
import type { ZoneNotFound } from "../ZoneError.ts"
import type { ZoneReference } from "../ZoneRequest.ts"
import type { ZonePublication } from "./ZonePublication.ts"
import { ZonePublications } from "./ZonePublications.ts"

/** Publication state of a zone at one nameserver. */
export const NameserverProgress = Schema.Struct({
  nameserver: Schema.String,
  /** Null if the zone is to be removed. */
  serial_wanted: Schema.NullOr(Schema.Int),
  /** Null if the zone is not served yet. */
  serial_served: Schema.NullOr(Schema.Int),
  published: Schema.Boolean,
  wanted_on: Instant.Instant,
  served_on: Schema.NullOr(Instant.Instant),
  /** Consecutive failed attempts. */
  attempts: Schema.Int,
  next_attempt_on: Schema.NullOr(Instant.Instant),
  /** Problem of the last attempt, if it failed. */
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "DnsNameserverProgress" })

/** Publication state of a zone. */
export const ZoneProgress = Schema.Struct({
  zone_name: DnsName,
  /** Current serial of the zone. */
  serial: Schema.Int,
  /** True if every nameserver serves the wanted serial, or if there are no nameservers. */
  published: Schema.Boolean,
  nameservers: Schema.Array(NameserverProgress)
}).annotate({ identifier: "DnsZonePublication" })
export type ZoneProgress = typeof ZoneProgress.Type

/** Publication state of zones, for callers. */
export class PublicationViews extends Context.Service<PublicationViews, {
  readonly of: (
    reference: ZoneReference
  ) => Effect.Effect<ZoneProgress, AuthorizationError | ZoneNotFound, CurrentActor>
}>()("@namewright/core/dns/publication/PublicationViews") {
  static readonly layer = Layer.effect(
    PublicationViews,
    Effect.gen(function*() {
      const { visible } = yield* makeZoneAccess
      const publications = yield* ZonePublications

      const of = Effect.fn("PublicationViews.of")(function*(reference: ZoneReference) {
        const zone = yield* visible(yield* authorizeWithinScope("dns:read"), reference)
        const { name, serial } = zone
        const nameservers = (yield* publications.ofZone(zone)).map(progressOf)
        return { zone_name: name, serial, published: nameservers.every(({ published }) => published), nameservers }
      })

      return PublicationViews.of({ of })
    })
  )
}

/** A nameserver may serve a later serial, which another process has published. */
const progressOf = (publication: ZonePublication) => {
  const { serial_served, serial_wanted } = publication
  return {
    ...publication,
    published: serial_wanted === null
      ? serial_served === null
      : serial_served !== null && serial_served >= serial_wanted
  }
}
