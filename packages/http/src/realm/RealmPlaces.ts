import type { PlatformSettings } from "@namewright/core/shared"
import { realmPath, type RealmResources, realmResources } from "./RealmChoice.ts"

/** The addresses of the embedded realm. */
export interface RealmPlaces {
  readonly issuer: string
  /** The path of the issuer as browsers see it, which a proxy may have made longer. */
  readonly path: string
  /** The path as it arrives here. */
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
