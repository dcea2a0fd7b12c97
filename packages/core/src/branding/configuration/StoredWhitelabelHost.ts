import { Schema } from "effect"
import { ZoneId } from "../../dns/index.ts"
import { Hostname, OrganizationId } from "../../shared/index.ts"
import { WhitelabelId } from "./Whitelabel.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"

/** `app`: dashboard and REST interface; `auth`: sign-in. */
export const HostPart = Schema.Literals(["app", "auth"])
export type HostPart = typeof HostPart.Type

/** `provisioning`: not set up yet; `serving`; `withdrawn`: set up, and not served while the configuration is disabled. */
export const HostState = Schema.Literals(["provisioning", "serving", "withdrawn"])
export type HostState = typeof HostState.Type

/** A host of a configuration, as it is stored, with its records in a zone. Hostnames are unique in the installation. */
export const StoredWhitelabelHost = Schema.Struct({
  hostname: Hostname,
  whitelabel_branding_id: WhitelabelId,
  organization_id: OrganizationId,
  part: HostPart,
  state: HostState,
  /** Domain of the two hosts that share a certificate. */
  pair: Schema.String,
  dns_zone_id: ZoneId
})
export type StoredWhitelabelHost = typeof StoredWhitelabelHost.Type

/** Two hosts that share a certificate. */
export interface HostPair {
  /** Domain that both are in; `pair` of their rows. */
  readonly domain: string
  readonly isOwn: boolean
  readonly hosts: Readonly<Record<HostPart, Hostname>>
}

/** Hosts below a zone of the platform. */
export const basePair = ({ base_label, base_zone }: Pick<StoredWhitelabel, "base_label" | "base_zone">): HostPair => {
  const domain = `${base_label}.${base_zone}`
  return { domain, isOwn: false, hosts: { app: Hostname.make(`app.${domain}`), auth: Hostname.make(`auth.${domain}`) } }
}

/** Hosts of the organization's own domain; undefined without one. */
export const ownPair = (
  { auth_subdomain, dashboard_subdomain, own_hostname }: Pick<
    StoredWhitelabel,
    "auth_subdomain" | "dashboard_subdomain" | "own_hostname"
  >
): HostPair | undefined =>
  own_hostname === null || auth_subdomain === null ? undefined : {
    domain: own_hostname,
    isOwn: true,
    hosts: {
      app: Hostname.make(dashboard_subdomain === null ? own_hostname : `${dashboard_subdomain}.${own_hostname}`),
      auth: Hostname.make(`${auth_subdomain}.${own_hostname}`)
    }
  }

/** All hosts of a configuration; the pair that is shown is the last one. */
export const pairsOf = (config: StoredWhitelabel): ReadonlyArray<HostPair> => {
  const own = config.tier === "plus" ? ownPair(config) : undefined
  return own === undefined ? [basePair(config)] : [basePair(config), own]
}

/** The pair that customers use: that of the own domain, if there is one. */
export const shownPair = (config: StoredWhitelabel): HostPair =>
  (config.tier === "plus" ? ownPair(config) : undefined) ?? basePair(config)

/**
 * The pair that customers use, of the given hosts: the last complete one of the configuration, otherwise that of a former
 * label; undefined if no pair is complete.
 */
export const usedPair = (
  config: StoredWhitelabel,
  hosts: ReadonlyArray<StoredWhitelabelHost>
): HostPair["hosts"] | undefined => {
  const setUp = new Map(
    [...Map.groupBy(hosts, ({ pair }) => pair)].flatMap(([domain, held]) => {
      const [app, auth] = (["app", "auth"] as const).map((part) => held.find((host) => host.part === part)?.hostname)
      return app === undefined || auth === undefined ? [] : [[domain, { app, auth }] as const]
    })
  )
  const current = pairsOf(config).toReversed().flatMap(({ domain }) => setUp.get(domain) ?? [])
  return [...current, ...setUp.values()][0]
}
