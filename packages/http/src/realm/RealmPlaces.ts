import type { PlatformSettings } from "@namewright/core/shared"
import { realmPath, type RealmResources, realmResources } from "./RealmChoice.ts"

/** The addresses of the embedded realm. */
export interface RealmPlaces {
  readonly issuer: string
  /** Path of the issuer in browsers, with the prefix that a proxy removes. */
  readonly path: string
  /** Path of the issuer at this server. */
  readonly route: `/${string}`
  /** `https://names.example` */
  readonly origin: string
  readonly host: string
  readonly isEncrypted: boolean
  readonly resources: RealmResources
}

export const realmPlaces = (settings: PlatformSettings): RealmPlaces => {
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
    resources: realmResources(settings)
  }
}
