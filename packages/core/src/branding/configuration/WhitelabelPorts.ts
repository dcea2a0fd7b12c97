import { Effect, Layer, Option } from "effect"
import { CertificateOwners, isWildcard } from "../../certificates/index.ts"
import { ZoneHosts } from "../../dns/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { WhitelabelHoldings } from "../../organizations/index.ts"
import { certificateIssuedJob, domainCheckJob } from "./WhitelabelJobs.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/** Port of `organizations` about white-label configurations. */
export const layerWhitelabelHoldings = Layer.effect(
  WhitelabelHoldings,
  Effect.map(WhitelabelStore, (store) =>
    WhitelabelHoldings.of({
      count: (organization) =>
        Effect.map(
          store.find(organization),
          (found) => Option.exists(found, (config) => config.onboarding_status !== "terminated") ? 1 : 0
        )
    }))
)

/** Port of `dns` about white-label hosts. A job checks own domains whose zone is not served any more. */
export const layerWhitelabelZoneHosts = Layer.effect(
  ZoneHosts,
  Effect.gen(function*() {
    const queue = yield* JobQueue
    const store = yield* WhitelabelStore
    return ZoneHosts.of({
      hasHostsIn: store.hasHostsIn,
      serviceEnded: (zones) =>
        Effect.flatMap(store.ofZones(zones), (found) => queue.enqueueAll(found.map(domainCheckJob)))
    })
  })
)

/** Port of `certificates` about white-label hosts. A job continues the onboarding that waits for a certificate. */
export const layerWhitelabelCertificates = Layer.effect(
  CertificateOwners,
  Effect.gen(function*() {
    const queue = yield* JobQueue
    const store = yield* WhitelabelStore
    return CertificateOwners.of({
      issued: Effect.fnUntraced(function*({ names: [name] }) {
        if (name === undefined || isWildcard(name)) return
        const [host] = yield* store.hostsBeside(name)
        if (host !== undefined) yield* queue.enqueue(certificateIssuedJob(host))
      })
    })
  })
)
