import type { PlatformSettings } from "@namewright/core/shared"
import { realmPath, type RealmResources, realmResources } from "./RealmChoice.ts"

/** URLs of the embedded realm. */
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
  readonly resources: RealmResources
  /** True if mails link to the pages of the realm, so that people can reset their passwords. */
  readonly areInMails: boolean
}

export const realmUrls = (settings: PlatformSettings): RealmUrls => {
  const route = realmPath(settings)
  const issuer = `${settings.base_url}${route}`
  const { host, origin, pathname, protocol } = new URL(issuer)
  return {
    issuer,
    path: pathname,
    route,
    origin,
    host,
    isEncrypted: protocol === "https:",
    resources: realmResources(settings),
    areInMails: settings.sign_in_pages !== undefined
  }
}
