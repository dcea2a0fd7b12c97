import { nameserverContract } from "@namewright/conformance"
import { Nameservers } from "@namewright/core/dns"
import { Context, Effect, Layer } from "effect"
import * as runner from "vitest"
import { describe } from "vitest"
import { knot } from "../../../test/nameservers/Knot.ts"
import { unusedPort } from "../../../test/nameservers/NameserverProcess.ts"
import { powerDns as powerDnsServer, powerDnsPrograms } from "../../../test/nameservers/PowerDns.ts"
import { requires } from "../../../test/requires.ts"
import { powerDns } from "../src/powerdns/powerDns.ts"
import { makeHiddenPrimary } from "../src/primary/hiddenPrimary.ts"
import { hiddenPrimarySettings } from "../src/primary/Secondary.ts"
import { key } from "./primary/SecondaryOfTest.ts"
import { serverAnswers } from "./serverAnswers.ts"

const host = "127.0.0.1"
const capabilities = ["removal", "answers", "outage"] as const

const knotBehindPrimary = Effect.gen(function*() {
  const address = { host, port: yield* unusedPort(host) }
  const settings = yield* Effect.fromResult(hiddenPrimarySettings({
    host,
    port: 0,
    keys: [key],
    secondaries: [{ name: "knot", key: key.name, ...address }]
  }))
  const { nameservers: [nameserver], port } = yield* makeHiddenPrimary(settings)
  if (nameserver === undefined) throw new Error("There is no secondary")
  const server = yield* knot({ host, port, catalog: "catalog.invalid", key }, address)
  return { nameserver, answers: serverAnswers(address), outage: { begin: server.stop, end: server.start } }
})

const powerDnsByItsInterface = Effect.gen(function*() {
  const address = { host, port: yield* unusedPort(host) }
  const server = yield* powerDnsServer(address)
  const { apiKey, url } = server
  const built = yield* Layer.build(powerDns({ name: "powerdns", url, apiKey, dns: address }))
  const [nameserver] = Context.get(built, Nameservers).all
  if (nameserver === undefined) throw new Error("There is no nameserver")
  return { nameserver, answers: serverAnswers(address), outage: { begin: server.stop, end: server.start } }
})

describe("Knot", requires("knotd"), () => {
  nameserverContract("hidden primary with Knot", knotBehindPrimary, { runner, capabilities })
})

describe("PowerDNS", requires(...powerDnsPrograms), () => {
  nameserverContract("PowerDNS by its interface", powerDnsByItsInterface, { runner, capabilities })
})
