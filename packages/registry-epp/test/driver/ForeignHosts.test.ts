import { assert, describe, it } from "@effect/vitest"
import { newCommandId } from "@namewright/core/registry"
import { Hostname } from "@namewright/core/shared"
import { Effect } from "effect"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import type { HostData } from "../../src/message/ResponseData.ts"
import { EppAnswerLost } from "../../src/pool/EppClient.ts"
import { creation, name, nameservers, updating } from "./orders.ts"
import { answer, type Script, scripted } from "./ScriptedClient.ts"

const registered = answer(1000, {
  data: { _tag: "DomainCreatedData", name, createdOn: "2026-11-22T10:00:00.9Z", expiresOn: "2027-11-22 10:00:00" }
})

const created: Script = ({ _tag }) => _tag === "DomainCreate" ? registered : answer(1000)

const hostData = (name: string): HostData => ({
  _tag: "HostData",
  name,
  roid: "H1-TEST",
  statuses: [],
  addresses: [],
  sponsor: "them"
})

describe("nameservers outside of the zones", () => {
  const [foreign, made] = ["ns1.example.net", "ns2.example.net"]

  /** The registry has the first one already. */
  const registry: Script = (command) =>
    command._tag === "HostCheck"
      ? answer(1000, {
        data: {
          _tag: "HostChecked",
          names: command.names.map((id) => ({ id: id.toUpperCase(), available: id !== foreign }))
        }
      })
      : created(command)

  const tags = (sent: ReadonlyArray<{ readonly command: EppCommand }>) => sent.map(({ command }) => command._tag)

  it.effect("are created once before the domain's command, if they do not exist", () =>
    Effect.gen(function*() {
      const driver = scripted(registry)
      const command = yield* creation({ nameservers: nameservers(foreign, made, "ns.own.test") })
      yield* driver.registry.createDomain(command)
      yield* driver.registry.createDomain({ ...command, command_id: yield* newCommandId })
      assert.deepStrictEqual(tags(driver.sent), ["HostCheck", "HostCreate", "DomainCreate", "DomainCreate"])
      assert.deepInclude(driver.sent[1]?.command, { name: made, addresses: [] })
      const ids = driver.sent.flatMap(({ clTRID }) => clTRID ?? [])
      assert.strictEqual(new Set(ids).size, 3)
    }))

  it.effect("are used if another registrar has created them first", () =>
    Effect.gen(function*() {
      const driver = scripted((command) => command._tag === "HostCreate" ? answer(2302) : registry(command))
      yield* driver.registry.updateDomain(yield* updating({ add: { nameservers: nameservers(made) } }))
      assert.deepStrictEqual(tags(driver.sent), ["HostCheck", "HostCreate", "DomainUpdate"])
    }))

  it.effect("are not queried after a query found them, but again after an object was missing", () =>
    Effect.gen(function*() {
      const driver = scripted((command) => {
        if (command._tag === "HostInfo") return answer(1000, { data: hostData(foreign) })
        return command._tag === "DomainCreate" ? answer(2303) : registry(command)
      })
      yield* driver.registry.infoHost(Hostname.make(foreign))
      const attempt = Effect.flatMap(creation({ nameservers: nameservers(foreign) }), driver.registry.createDomain)
      yield* Effect.flip(attempt)
      yield* Effect.flip(attempt)
      assert.deepStrictEqual(tags(driver.sent), ["HostInfo", "DomainCreate", "HostCheck", "DomainCreate"])
    }))

  it.effect("are queried again if the response to their creation was lost", () =>
    Effect.gen(function*() {
      let exists = false
      const driver = scripted((command) => {
        if (command._tag === "HostCheck") {
          return answer(1000, { data: { _tag: "HostChecked", names: [{ id: made, available: !exists }] } })
        }
        if (command._tag !== "HostCreate") return created(command)
        exists = true
        return new EppAnswerLost({ clTRID: "x", text: "Reset" })
      })
      yield* driver.registry.createDomain(yield* creation({ nameservers: nameservers(made) }))
      assert.deepStrictEqual(tags(driver.sent), ["HostCheck", "HostCreate", "HostCheck", "DomainCreate"])
    }))

  it.effect("that could not be created prevent the domain's command", () =>
    Effect.gen(function*() {
      const driver = scripted((command) =>
        command._tag === "HostCreate" ? new EppAnswerLost({ clTRID: "x", text: "Reset" }) : registry(command)
      )
      const error = yield* Effect.flip(
        Effect.flatMap(creation({ nameservers: nameservers(made) }), driver.registry.createDomain)
      )
      assert.strictEqual(error._tag, "RegistryTemporary")
      assert.notInclude(tags(driver.sent), "DomainCreate")
    }))
})
