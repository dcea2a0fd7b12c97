import type { SignInSite } from "@namewright/core/access"
import { brandAddress, clientIdOf, type PageBrand, type ServedHost } from "@namewright/core/branding"
import type { OrganizationId, PlatformSettings } from "@namewright/core/shared"
import { realmPath, type RealmResources, realmResources } from "./RealmChoice.ts"

/** URLs of an embedded realm: that of the installation, or that of a brand. */
export interface RealmUrls {
  readonly issuer: string
  /** Path of the issuer in browsers, including a prefix that a proxy removes. */
  readonly path: string
  /** Path of the issuer at this server. */
  readonly route: `/${string}`
  /** Origin: `https://names.example`. */
  readonly origin: string
  readonly host: string
  readonly isEncrypted: boolean
  /** Resources of its tokens. That of a brand has only the REST interface at its dashboard. */
  readonly resources: Partial<RealmResources>
  /** True if mails link to the pages of the realm, so that people can reset their passwords. */
  readonly areInMails: boolean
  /** Name that separates the records and counters of realms; empty for the realm of the installation. */
  readonly key: string
  /** Organization of the brand, whose users and those of its suborganizations can sign in; null for all users. */
  readonly tenant: OrganizationId | null
  /** Client of the brand's own pages. */
  readonly ownClient?: string | undefined
  /** Appearance of the pages of a brand; undefined for that of the installation. */
  readonly brand?: PageBrand | undefined
}

/** Realm of the installation. */
export const realmUrls = (settings: PlatformSettings): RealmUrls => ({
  ...urlsAt(settings.base_url, settings),
  resources: realmResources(settings),
  key: "",
  tenant: null
})

/**
 * Realm at the sign-in host of a brand, for either host of the pair; undefined if the sign-in is not served. Its key contains
 * the organization, so that another one that gets the host later finds nothing of it.
 */
export const brandRealmUrls = (
  { counterpart, hostname, organization_id, part }: ServedHost,
  settings: PlatformSettings
): RealmUrls | undefined => {
  const [app, auth] = part === "auth" ? [counterpart, hostname] : [hostname, counterpart]
  if (auth === null) return undefined
  return {
    ...urlsAt(brandAddress(auth, settings), settings),
    resources: app === null ? {} : { rest: `${brandAddress(app, settings)}/v1` },
    key: `${organization_id} ${auth}`,
    tenant: organization_id,
    ownClient: clientIdOf({ organization_id })
  }
}

const urlsAt = (base: string, settings: PlatformSettings) => {
  const route = realmPath(settings)
  const issuer = `${base}${route}`
  const { host, origin, pathname, protocol } = new URL(issuer)
  const areInMails = settings.sign_in_pages !== undefined
  return { issuer, path: pathname, route, origin, host, isEncrypted: protocol === "https:", areInMails }
}

/** The site of requests to a realm. */
export const siteOf = ({ key, origin, tenant }: RealmUrls): SignInSite => ({
  realm: key,
  origin: tenant === null ? undefined : origin,
  tenant
})
