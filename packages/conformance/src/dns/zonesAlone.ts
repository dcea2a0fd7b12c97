import { OrganizationDirectory, SealedSecrets } from "@namewright/core/access"
import {
  ChildDelegations,
  NameHolders,
  OwnershipChallenges,
  ZoneBranding,
  ZoneChanges,
  ZoneHosts,
  ZoneOwnership,
  ZonePublications,
  Zones,
  ZoneSigning
} from "@namewright/core/dns"
import { EventLog } from "@namewright/core/events"
import { JobQueue } from "@namewright/core/jobs"
import { Effect, Layer } from "effect"

const unused = Effect.die(new Error("No part of this contract"))

/** Zones without nameservers, signing and ownership. */
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
  Layer.succeed(JobQueue, { enqueue: () => unused, enqueueAll: (jobs) => jobs.length === 0 ? Effect.void : unused }),
  Layer.succeed(EventLog, { record: () => unused, subscribe: () => unused }),
  NameHolders.layerNone,
  Layer.succeed(OrganizationDirectory, { find: () => Effect.succeedNone, keep: () => Effect.succeed(true) }),
  ZoneBranding.layerPlatform,
  ZoneHosts.layerNone
)

/** Zones over a storage, as for an embedder without nameservers. */
export const zonesAlone = Zones.layer.pipe(
  Layer.provide(ZoneOwnership.layer),
  Layer.provide(ChildDelegations.layer),
  Layer.provideMerge(ZoneChanges.layer),
  Layer.provide(OwnershipChallenges.layer.pipe(Layer.provide(SealedSecrets.layer))),
  Layer.provide(alone)
)
