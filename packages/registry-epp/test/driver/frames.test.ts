import { assert, describe, it } from "@effect/vitest"
import { newCommandId } from "@namewright/core/registry"
import { Hostname, Money, Period } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { requires } from "../../../../test/requires.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { generic } from "../../src/profile/genericProfiles.ts"
import { profiles } from "../../src/profile/profiles.ts"
import { schemaProblems } from "../SchemaValidation.ts"
import { contact, creation, domainData, name, named, nameservers, updating } from "./orders.ts"
import { answer, type Script, scripted } from "./ScriptedClient.ts"

const waiting = domainData({ statuses: [{ status: "pendingDelete" }], updatedOn: "2026-11-01T00:00:00Z" })

/** A registry that has every foreign host but one, charges one euro for everything, and wants reports on restores. */
const registry: Script = (command) => {
  switch (command._tag) {
    case "HostCheck":
      return answer(1000, {
        data: { _tag: "HostChecked", names: command.names.map((id, index) => ({ id, available: index === 0 })) }
      })
    case "DomainCheck":
      return answer(1000, {
        data: { _tag: "DomainChecked", names: command.names.map((id) => ({ id, available: true })) },
        extension: { feeChecked: { currency: "EUR", names: [{ id: name, available: true, commands: fees }] } }
      })
    case "DomainInfo":
      return answer(1000, { data: waiting, extension: { rgp: [{ status: "pendingRestore" }] } })
    default:
      return answer(1000)
  }
}

const fees = (["create", "renew", "transfer", "restore"] as const).map((command) => ({
  name: command,
  standard: false,
  fees: [{ amount: "1.00", description: "Fee" }],
  credits: []
}))

const fee = { amount: Money.MinorUnits.make(100), currency: "EUR" as const }

const attributes = {
  REGISTRY_SE_ORG_NO: "[SE]802405-0190",
  REGISTRY_SE_VAT_NO: "SE802405019001"
}

/** All commands of the driver at a registry with this profile. */
const everything = Effect.fnUntraced(function*(profileName: string) {
  const profile = { ...profiles[profileName] ?? generic }
  const { registry: driver, sent } = scripted(registry, { profile })
  const command_id = yield* newCommandId
  const roles = profile.contacts.roles
  const contacts = roles.map((type) => ({ type, handle: `c-${type}` }))
  const servers = nameservers("ns1.example.net", "ns2.example.net")
  const glue = { hostname: Hostname.make(`ns1.${name}`), ip_addresses: ["192.0.2.1", "2001:db8::1"] }
  const dnssec = profile.dnssec === "key"
    ? [{ record_type: "key_data" as const, flags: 257, protocol: 3, algorithm: 13, public_key: "AwEAAQ==" }]
    : [{ record_type: "ds_data" as const, key_tag: 1, algorithm: 13, digest_type: 2, digest: "AB".repeat(32) }]
  const claims_acceptance = {
    notice_id: "370d0b7c9223372036854775807",
    validator: null,
    not_after: DateTime.makeUnsafe("2026-12-01T00:00:00Z"),
    accepted_on: DateTime.makeUnsafe("2026-11-22T10:00:00Z")
  }
  yield* Effect.all([
    driver.checkDomains([name]),
    driver.infoDomain(name, "Correct-Horse-1"),
    driver.createDomain(
      yield* creation({ contacts, nameservers: [...servers, glue], dnssec, fee, claims_acceptance, attributes })
    ),
    driver.updateDomain(
      yield* updating({
        add: { nameservers: servers, contacts: contacts.slice(1), statuses: ["clientHold"], dnssec },
        remove: { nameservers: [glue], statuses: ["clientTransferProhibited"], dnssec },
        change: { registrant: "handle-2", auth_code: "Another-Horse-2" }
      })
    ),
    driver.updateDomain(yield* updating({ change: { auth_code: "" } })),
    driver.updateDomain(yield* updating({})),
    driver.renewDomain({ command_id, name, current_expiry_date: "2027-01-02", period: Period.years(1), fee }),
    driver.deleteDomain({ command_id, name }),
    driver.restoreDomain({ command_id, name, reason: null, fee }),
    driver.requestTransfer({
      command_id,
      name,
      auth_code: "Correct-Horse-1",
      period: Period.years(1),
      contacts,
      nameservers: servers,
      attributes,
      fee
    }),
    driver.queryTransfer(name),
    driver.approveTransfer(yield* named),
    driver.cancelTransfer(yield* named),
    driver.requestAuthCode(yield* named),
    driver.releaseDomain({ command_id, name, recipient: "TAG", keep_delegation: true }),
    driver.infoContact(contact.handle),
    driver.createContact({ command_id, contact: { ...contact, name: "Łukasz Ōe", fax: "+44.1", attributes } }),
    driver.deleteContact({ command_id, handle: contact.handle }),
    driver.reportVerification({
      command_id,
      handle: contact.handle,
      claims: ["NAME"],
      method: "VDIG",
      proof: "PASSPORT",
      reference: "kyc-2210",
      verified_on: DateTime.makeUnsafe("2026-11-22T10:00:00Z")
    }),
    driver.infoHost(glue.hostname),
    driver.createHost({ command_id, ...glue }),
    driver.updateHost({ command_id, hostname: glue.hostname, add: ["192.0.2.2"], remove: ["192.0.2.1"] }),
    driver.deleteHost({ command_id, hostname: glue.hostname }),
    driver.nextMessage,
    driver.acknowledgeMessage("17")
  ].map((call: Effect.Effect<unknown, unknown>) => Effect.exit(call)))
  return sent.map(({ command }) => command)
})

const document = (command: EppCommand) => writeCommand(command, { clTRID: "command-1" })

describe("frames of the driver", () => {
  it.effect("are valid by the schemas", () =>
    Effect.gen(function*() {
      // The other profiles use elements whose schemas are not available.
      const names = ["generic", "generic-thick", "host-attributes", "namewright", "internetstiftelsen"]
      const commands = (yield* Effect.forEach(names, everything)).flat()
      assert.isAbove(commands.length, 80)
      assert.deepStrictEqual(schemaProblems(commands.map(document)), [])
    }))

  it.effect("are valid by the schemas of the registries, if installed", () =>
    Effect.gen(function*() {
      const documents = (yield* everything("internetstiftelsen")).map(document)
      assert.isTrue(documents.some((text) => text.includes("urn:se:iis:xml:epp:iis-1.2")))
      assert.deepStrictEqual(schemaProblems(documents), [])
    }), requires("EPP schemas of registries"))

  it.effect("are written for every built-in profile", () =>
    Effect.gen(function*() {
      for (const profile of Object.keys(profiles)) {
        const documents = (yield* everything(profile)).map(document)
        assert.isAbove(documents.length, 12, profile)
        assert.isTrue(documents.every((text) => !text.includes("undefined")), profile)
      }
    }))
})
