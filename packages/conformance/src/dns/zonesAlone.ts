import { OrganizationDirectory } from "@namewright/core/access"
import { ZoneBranding, ZoneChanges, ZonePublications, Zones, ZoneSigning } from "@namewright/core/dns"
import { ParentDomains } from "@namewright/core/hosts"
import { Effect, Layer } from "effect"

const unused = Effect.die(new Error("No part of this contract"))

/** Zones that nobody serves, signs or shares. */
const alone = Layer.mergeAll(
  Layer.succeed(ZonePublications, {
    announce: () => Effect.void,
    due: () => Effect.succeed(undefined),
    ofZone: () => unused,
    run: unused,
    drain: unused
  }),
  Layer.succeed(ZoneSigning, {
    recordsOf: () => Effect.succeed(new Map()),
    requireServed: () => Effect.void,
    enable: () => unused,
    withdraw: () => Effect.void
  }),
  Layer.succeed(ParentDomains, { find: () => Effect.succeedNone, delegates: () => unused }),
  Layer.succeed(OrganizationDirectory, { find: () => Effect.succeedNone }),
  ZoneBranding.layerPlatform
)

/** Zones over a storage, as an embedder without nameservers has them. */
export const zonesAlone = Zones.layer.pipe(Layer.provideMerge(ZoneChanges.layer), Layer.provide(alone))
