import { type RegistrarDomain, type RegistrarDriver, simulatedRegistrar } from "@namewright/core/registrars"

export const key = "changing-account"

const domain = (name: string, year: number): [string, RegistrarDomain] => [name, {
  name,
  expires_on: `${year}-01-01T00:00:00Z`,
  nameservers: ["ns1.example.net"]
}]

/** An account whose domains are listed two at a time, and a function that changes it: one is lost, renewed and new each. */
export const changingAccount = (afterPart: () => void = () => {}) => {
  const domains = new Map(["a.com", "b.com", "c.com", "d.com", "e.com"].map((name) => domain(name, 2030)))
  const simulated = simulatedRegistrar(new Map([[key, { domains }]]))
  const driver: RegistrarDriver = {
    ...simulated,
    listDomains: async (secrets, { cursor }, call) => {
      const part = await simulated.listDomains(secrets, { cursor, limit: 2 }, call)
      afterPart()
      return part
    }
  }
  const change = () => {
    domains.delete("b.com")
    domains.set(...domain("c.com", 2031))
    domains.set(...domain("f.com", 2030))
  }
  return { driver, change }
}
