import { registrarContract } from "@namewright/conformance/drivers"
import { type RegistrarDomain, simulatedRegistrar } from "@namewright/core/registrars"
import { afterAll, describe, it } from "vitest"

const domainsOf = () =>
  new Map(["a.com", "b.com", "c.net", "d.org", "e.com"].map((name, index): [string, RegistrarDomain] => [name, {
    name,
    registered_on: "2024-01-01T00:00:00Z",
    expires_on: `203${index}-01-01T00:00:00Z`,
    renews: index === 0,
    statuses: index === 1 ? ["clientTransferProhibited", "clientHold"] : ["ok"],
    nameservers: ["ns1.example.net"]
  }]))

registrarContract("simulated", () => {
  const domains = domainsOf()
  const driver = simulatedRegistrar(new Map([["key-of-account", { domains }]]))
  return {
    driver,
    secrets: { api_key: "key-of-account" },
    unknown: { api_key: "rejected" },
    denied: { api_key: "denied" },
    unreachable: {
      ...driver,
      verify: (_, call) => driver.verify({ api_key: "unavailable" }, call)
    },
    domains: [...domains.values()],
    code: { name: "a.com", auth_code: "code-a.com" },
    locked: "b.com"
  }
}, { runner: { describe, it, afterAll }, offered: ["denied", "unreachable", "code", "locked"] })
