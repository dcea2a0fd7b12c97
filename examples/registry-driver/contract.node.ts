import { registryContract } from "@namewright/conformance/drivers"
import * as runner from "node:test"
import { acmeRegistry } from "./acmeRegistry.ts"
import { AcmeServer } from "./AcmeServer.ts"

const server = await AcmeServer.start()
runner.after(() => server.stop())

registryContract("acme", () => acmeRegistry({ url: server.url, token: "ours" }), {
  runner,
  capabilities: ["checkDomains", "infoDomain", "createDomain", "repeatableCommands"],
  rival: () => acmeRegistry({ url: server.url, token: "theirs" }),
  domain: { suffix: "acme", nameservers: ["ns1.example.net", "ns2.example.net"] }
})
