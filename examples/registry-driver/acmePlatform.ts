import type { PlatformOptions } from "@namewright/core/embed"
import { acmeRegistry } from "./acmeRegistry.ts"
import { acmeTld } from "./acmeTld.ts"

/** Options of a platform that sells `.acme` at 9.50 EUR a year. */
export const acmeOptions = (url: string): Pick<PlatformOptions, "pricing" | "registries" | "tlds"> => ({
  registries: { acme: acmeRegistry({ url, token: "ours" }) },
  tlds: [acmeTld],
  pricing: async ({ period }) => ({ amount: (9.5 * (period?.value ?? 1)).toFixed(2), currency: "EUR" })
})
