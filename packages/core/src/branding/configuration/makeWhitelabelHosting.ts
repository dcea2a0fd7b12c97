import { Effect, Option } from "effect"
import { Certificates } from "../../certificates/index.ts"
import { brandedUrl } from "../../mail/index.ts"
import { SignInClients } from "../../realm/index.ts"
import { PlatformSettings } from "../../shared/index.ts"
import { brandAddress } from "../brandAddress.ts"
import { BrandingDocumentStore } from "../BrandingDocumentStore.ts"
import { type HostPair, pairsOf, shownPair, type StoredWhitelabelHost, usedPair } from "./StoredWhitelabelHost.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"
import { makeWhitelabelZones } from "./WhitelabelZones.ts"

/** Client id of an organization's pages. Source: gaps of the REST specification, "Configuration". */
export const clientIdOf = ({ organization_id }: Pick<StoredWhitelabel, "organization_id">): string =>
  `wl-${organization_id}`

/** Name of this feature at certificates. */
export const certificateOwner = "branding"

const hostsOf = ({ hosts }: HostPair) => [hosts.app, hosts.auth] as const

/** Records, certificates, rows and the client of the hosts of configurations. Calls join the caller's transaction. */
export const makeWhitelabelHosting = Effect.gen(function*() {
  const certificates = yield* Certificates
  const clients = yield* SignInClients
  const documents = yield* BrandingDocumentStore
  const store = yield* WhitelabelStore
  const settings = yield* PlatformSettings
  const zones = yield* makeWhitelabelZones

  /** Address of the realm at the hosts that customers use and that are set up, by that of the installation. */
  const authorityOf = (
    config: StoredWhitelabel,
    hosts: ReadonlyArray<StoredWhitelabelHost>,
    issuer: string
  ): string => {
    const { app, auth } = usedPair(config, hosts) ?? shownPair(config).hosts
    return brandedUrl(issuer, { app: brandAddress(app, settings), auth: brandAddress(auth, settings) }, settings)
  }

  /** Removes hosts with everything that belongs to them. */
  const release = Effect.fnUntraced(function*(hosts: ReadonlyArray<StoredWhitelabelHost>) {
    for (const [zone, held] of Map.groupBy(hosts, ({ dns_zone_id }) => dns_zone_id)) {
      yield* zones.withdraw(zone, held.map(({ hostname }) => hostname))
    }
    for (const pair of Map.groupBy(hosts, (host) => host.pair).values()) {
      yield* certificates.release(pair.map(({ hostname }) => hostname), certificateOwner)
    }
    yield* store.removeHosts(hosts.map(({ hostname }) => hostname))
  })

  /** Removes the client, and the sign-in of the document. */
  const removeClient = Effect.fnUntraced(function*(config: StoredWhitelabel) {
    yield* clients.remove(clientIdOf(config))
    yield* documents.writeAuth(config.organization_id, null)
  })

  /** Stores the client for the hosts that are served, and writes the sign-in into the document. */
  const putClient = Effect.fnUntraced(function*(
    config: StoredWhitelabel,
    hosts: ReadonlyArray<StoredWhitelabelHost>,
    issuer: string
  ) {
    const { latest } = yield* documents.find(config.organization_id)
    const dashboards = hosts.filter(({ part }) => part === "app").map(({ hostname }) =>
      `${brandAddress(hostname, settings)}/console/`
    )
    const client_id = clientIdOf(config)
    yield* clients.put({
      client_id,
      client_name: latest?.document.brand?.name ?? config.base_label,
      redirect_uris: dashboards.map((address) => `${address}callback`),
      post_logout_redirect_uris: dashboards
    })
    yield* documents.writeAuth(config.organization_id, { client_id, authority: authorityOf(config, hosts, issuer) })
  })

  /** Removes everything of a configuration. */
  const releaseAll = Effect.fnUntraced(function*(config: StoredWhitelabel) {
    yield* release(yield* store.hosts(config.whitelabel_branding_id))
    yield* removeClient(config)
  })

  /** Hosts of pairs that the configuration does not have any more. */
  const obsolete = (config: StoredWhitelabel, hosts: ReadonlyArray<StoredWhitelabelHost>) => {
    const names = new Set(pairsOf(config).flatMap(hostsOf))
    return hosts.filter(({ hostname }) => !names.has(hostname))
  }

  /** The zone that contains the hosts of a pair. */
  const zoneOf = (config: StoredWhitelabel, { isOwn }: HostPair) =>
    isOwn
      ? Effect.succeed(Option.fromNullOr(config.dns_zone_id))
      : Effect.map(zones.served(config.base_zone), Option.map(({ dns_zone_id }) => dns_zone_id))

  /** Serves the withdrawn hosts of a configuration, or withdraws its served hosts. */
  const setServed = Effect.fnUntraced(function*(config: StoredWhitelabel, isServed: boolean) {
    const all = yield* store.hosts(config.whitelabel_branding_id)
    const changed = isServed
      ? all.filter(({ state }) => state === "withdrawn")
      : all.filter(({ state }) => state === "serving")
    yield* store.setHostState(changed.map(({ hostname }) => hostname), isServed ? "serving" : "withdrawn")
  })

  return { zones, release, releaseAll, removeClient, putClient, obsolete, zoneOf, setServed, hostsOf }
})
export type WhitelabelHosting = Effect.Success<typeof makeWhitelabelHosting>
