import type { PlatformSettings } from "../shared/index.ts"

/** Base URLs of the hosts of a brand, without a trailing slash. */
export interface BrandAddresses {
  /** Host of the console and of the REST interface. */
  readonly app: string
  /** Host of the pages where people sign in. */
  readonly auth: string
}

/**
 * Address of a page of the platform on the hosts of a brand. Addresses of other sites are unchanged, such as sign-in
 * pages that the operator runs elsewhere.
 */
export const brandedUrl = (
  url: string,
  hosts: BrandAddresses | null,
  { base_url, sign_in_pages }: Pick<PlatformSettings, "base_url" | "sign_in_pages">
): string => {
  const path = pathBelow(base_url, url)
  if (hosts === null || path === undefined) return url
  const isSignIn = sign_in_pages !== undefined && pathBelow(sign_in_pages, url) !== undefined
  return `${isSignIn ? hosts.auth : hosts.app}${path}`
}

/** Rest of an address below a base; undefined for other addresses. */
const pathBelow = (base: string, url: string): string | undefined => {
  const rest = url.startsWith(base) ? url.slice(base.length) : undefined
  return rest === undefined || !/^(?:$|[/?#])/.test(rest) ? undefined : rest
}
