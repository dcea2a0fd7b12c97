import type { PlatformSettings } from "../shared/index.ts"

/**
 * Base URL of a white-label host, with the scheme and the port of the installation's own address: a server that is reached
 * at `http://127.0.0.1:8080` serves `http://auth.acme.example:8080`.
 */
export const brandAddress = (hostname: string, { base_url }: Pick<PlatformSettings, "base_url">): string => {
  const { port, protocol } = new URL(base_url)
  return `${protocol}//${hostname}${port === "" ? "" : `:${port}`}`
}
