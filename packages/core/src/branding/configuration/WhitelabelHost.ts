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

/** A host of a configuration, with its records in a zone. Hostnames are unique in the installation. */
export const WhitelabelHost = Schema.Struct({
  hostname: Hostname,
  whitelabel_branding_id: WhitelabelId,
  organization_id: OrganizationId,
  part: HostPart,
  state: HostState,
  /** Domain of the two hosts that share a certificate. */
  pair: Schema.String,
  dns_zone_id: ZoneId
})
export type WhitelabelHost = typeof WhitelabelHost.Type

/** Two hosts that share a certificate. */
export interface HostPair {
  /** Domain that both are in. */
  readonly pair: string
  readonly isOwn: boolean
  readonly hosts: Readonly<Record<HostPart, Hostname>>
}

/** Hosts below a zone of the platform. */
export const basePair = ({ base_label, base_zone }: Pick<StoredWhitelabel, "base_label" | "base_zone">): HostPair => {
  const pair = `${base_label}.${base_zone}`
  return { pair, isOwn: false, hosts: { app: Hostname.make(`app.${pair}`), auth: Hostname.make(`auth.${pair}`) } }
}

/** Hosts of the organization's own domain; undefined without one. */
export const ownPair = (
  { auth_subdomain, dashboard_subdomain, own_hostname }: Pick<
    StoredWhitelabel,
    "auth_subdomain" | "dashboard_subdomain" | "own_hostname"
  >
): HostPair | undefined =>
  own_hostname === null || auth_subdomain === null ? undefined : {
    pair: own_hostname,
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
