import { DateTime } from "effect"
import { defineRegistrar, type RegistrarDomain, type RegistrarDriver, RegistrarProblem } from "./RegistrarDriver.ts"

/** Account at the simulated registrar. It can be changed at any time. */
export interface SimulatedAccount {
  /** Domains by name. */
  readonly domains: Map<string, RegistrarDomain>
}

/** Keys that a call refuses, with its reason. */
const refusals = new Map([
  ["rejected", new RegistrarProblem("auth", "Unknown key")],
  ["denied", new RegistrarProblem("access", "The account has no access to the interface")],
  ["unavailable", new RegistrarProblem("unavailable", "Maintenance")]
])

const refuse = (key: string) => {
  const problem = refusals.get(key)
  if (problem !== undefined) throw problem
}

const endings = ["com", "net", "org", "de"] as const

/** Number of domains of a key without an account: `domains-25` has 25. */
const numberOf = (key: string): number => Math.min(Number(/^domains-([0-9]{1,7})$/.exec(key)?.[1] ?? 3), 1_000_000)

const begin = DateTime.makeUnsafe("2024-01-01T00:00:00Z")

const standardDomain = (key: string, index: number): RegistrarDomain => ({
  name: `${key.toLowerCase().replace(/[^a-z0-9]/g, "")}-${index + 1}.${endings[index % endings.length] ?? "com"}`,
  registered_on: DateTime.formatIso(DateTime.add(begin, { days: index % 365 })),
  expires_on: DateTime.formatIso(DateTime.add(begin, { years: 10, days: index % 365 })),
  renews: index % 2 === 0,
  statuses: index % 3 === 0 ? ["clientTransferProhibited"] : ["ok"],
  nameservers: ["ns1.registrar.example", "ns2.registrar.example"]
})

/**
 * A simulated registrar with the secret `api_key`. The keys `rejected`, `denied` and `unavailable` are refused; any other
 * key has the domains of its account, and without one a few domains with names of their own. The auth code of a domain is
 * `code-` and its name.
 */
export const simulatedRegistrar = (
  accounts: ReadonlyMap<string, SimulatedAccount> = new Map()
): RegistrarDriver => {
  const part = (key: string, from: number, limit: number): ReadonlyArray<RegistrarDomain> => {
    const account = accounts.get(key)
    if (account !== undefined) return Array.from(account.domains.values()).slice(from, from + limit)
    const length = Math.max(0, Math.min(limit, numberOf(key) - from))
    return Array.from({ length }, (_, index) => standardDomain(key, from + index))
  }

  const has = (key: string, name: string): boolean =>
    accounts.get(key)?.domains.has(name) ??
      part(key, 0, numberOf(key)).some((domain) => domain.name === name)

  return defineRegistrar({
    credentials: { required: ["api_key"] },
    verify: ({ api_key = "" }) => refuse(api_key),
    listDomains: ({ api_key = "" }, { cursor, limit }) => {
      refuse(api_key)
      const from = Number(cursor ?? 0)
      const domains = part(api_key, from, limit)
      return { domains, next: domains.length < limit ? null : String(from + limit) }
    },
    authCode: ({ api_key = "" }, name) => {
      refuse(api_key)
      if (!has(api_key, name)) throw new RegistrarProblem("refused", `No domain ${name}`)
      return `code-${name}`
    },
    unlock: ({ api_key = "" }, name) => {
      refuse(api_key)
      const domains = accounts.get(api_key)?.domains
      const domain = domains?.get(name)
      if (domain === undefined) return
      const statuses = domain.statuses?.filter((status) => status !== "clientTransferProhibited")
      domains?.set(name, { ...domain, statuses })
    }
  })
}
