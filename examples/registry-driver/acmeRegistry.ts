import { defineRegistry, registryRefusal, registryUnavailable } from "@namewright/core/registry"

/** A driver of three commands for a registry with a REST interface. */
export const acmeRegistry = ({ token, url }: { readonly url: string; readonly token: string }) => {
  const request = async (path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers }
    const response = await fetch(`${url}${path}`, { ...init, headers })
    if (response.status === 503) throw registryUnavailable("The registry is busy")
    if (response.status === 404) return null
    const body = await response.json()
    if (response.status === 409) throw registryRefusal("objectExists", body.code)
    if (response.status === 422) throw registryRefusal("policy", body.code)
    if (!response.ok) throw new Error(`The registry answered ${response.status}`)
    return body
  }

  return defineRegistry({
    name: "acme",
    capabilities: ["repeatableCommands"],
    namesPerCheck: 100,
    lookupLag: 0,

    checkDomains: async ({ names }, { signal }) => {
      const checks: ReadonlyArray<{ readonly name: string; readonly free: boolean }> = await request("/checks", {
        method: "POST",
        body: JSON.stringify({ names }),
        signal
      })
      return checks.map(({ free, name }) => ({ name, available: free }))
    },

    infoDomain: async ({ name }, { signal }) => {
      const found = await request(`/domains/${encodeURIComponent(name)}`, { signal })
      if (found === null) return null
      return {
        roid: found.id,
        sponsor: found.registrar === token ? "account" : "other",
        statuses: ["ok"],
        nameservers: found.nameservers.map((hostname: string) => ({ hostname, ip_addresses: [] })),
        created_on: found.created,
        expires_on: found.expires
      }
    },

    createDomain: async ({ command_id, name, nameservers, period }, { signal }) => {
      const { created, expires } = await request("/domains", {
        method: "POST",
        headers: { "idempotency-key": command_id },
        body: JSON.stringify({ name, nameservers: nameservers.map(({ hostname }) => hostname), years: period.value }),
        signal
      })
      return { created_on: created, expires_on: expires }
    }
  })
}
