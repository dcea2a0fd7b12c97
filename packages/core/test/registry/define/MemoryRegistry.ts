import { defineRegistry, type DomainResult, type RegistryDefinition, registryRefusal } from "@namewright/core/registry"

/** A registry of three commands in memory, shared by its registrars. */
export class MemoryRegistry {
  readonly domains = new Map<string, DomainResult & { readonly registrar: string }>()
  /** Names of `createDomain` that were carried out, in their order. */
  readonly carriedOut: Array<string> = []

  /** The functions of one registrar; those of `changes` replace them. */
  definition(registrar: string): RegistryDefinition {
    return {
      name: "memory",
      namesPerCheck: 50,
      lookupLag: 0,
      checkDomains: async ({ names }) =>
        names.map((name) => ({ name, available: name.endsWith(".memory") && !this.domains.has(name) })),
      infoDomain: async ({ name }) => {
        const found = this.domains.get(name)
        if (found === undefined) return null
        const { registrar: owner, ...domain } = found
        return { ...domain, sponsor: owner === registrar ? "account" : "other" }
      },
      createDomain: async ({ contacts, name, nameservers, period: { value } }) => {
        if (!name.endsWith(".memory")) throw registryRefusal(2306, "The name is not of this registry")
        if (this.domains.has(name)) throw registryRefusal(2302, "The name is registered")
        const created_on = new Date()
        created_on.setUTCMilliseconds(0)
        const expires_on = new Date(created_on)
        expires_on.setUTCFullYear(created_on.getUTCFullYear() + value)
        const roid = `M${this.domains.size + 1000}`
        this.carriedOut.push(name)
        this.domains.set(name, {
          roid,
          sponsor: "account",
          statuses: ["ok"],
          contacts,
          nameservers,
          created_on,
          expires_on,
          registrar
        })
        return { created_on, expires_on }
      }
    }
  }

  driver(registrar: string, changes: Partial<RegistryDefinition> = {}) {
    return defineRegistry({ ...this.definition(registrar), ...changes })
  }
}
