import { assert, layer } from "@effect/vitest"
import type { Domain } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { Hosts, type IpAddress } from "@namewright/core/hosts"
import { RegistrySimulator } from "@namewright/core/registry"
import { Hostname } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { assertUntouched, hostnames, pointers } from "./assertUntouched.ts"
import { update } from "./domainRequests.ts"
import {
  anotherContact,
  atRegistry,
  customer,
  domainNow,
  eventsOf,
  register,
  requestAway,
  round,
  suborganization
} from "./DomainsPlatform.ts"

/** Contacts of a domain as `role id`. */
const holders = ({ contacts }: Domain) =>
  contacts.map(({ contact_id, contact_type }) => `${contact_type} ${contact_id}`)

export const updateSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Updates of contacts (${name})`, (it) => {
    it.effect("accept a role as an id, an object, and a list of either", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [one, two, three] = yield* Effect.all([
          anotherContact(owner),
          anotherContact(owner),
          anotherContact(owner)
        ])
        const domain = yield* register(owner, "shapes.trading")
        const changed = yield* update(owner, domain, {
          contacts: { admin: [one, { contact_id: two, attributes: null }], tech: { contact_id: three } }
        })
        assert.deepStrictEqual(holders(changed), [
          `registrant ${owner.contact_id}`,
          `admin ${one}`,
          `admin ${two}`,
          `tech ${three}`
        ])
        const again = yield* update(owner, domain, { contacts: { admin: two } })
        assert.sameMembers(holders(again), [`registrant ${owner.contact_id}`, `admin ${two}`, `tech ${three}`])
        const seen = yield* atRegistry(domain)
        assert.sameMembers((seen?.contacts ?? []).map(({ type }) => type), ["registrant", "admin", "tech"])
        assert.strictEqual(new Set((seen?.contacts ?? []).map(({ handle }) => handle)).size, 3)
      }))

    it.effect("do not change absent roles, and do nothing without roles", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "silent.com")
        for (
          const request of [{}, { contacts: {} }, { contacts: { admin: null }, nameservers: null, statuses: null }]
        ) {
          assert.deepStrictEqual(yield* update(owner, domain, request), domain)
        }
        assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), ["REGISTRATION/SUCCESS"])
      }))

    it.effect("store the attributes of a role, and create another handle for them", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "eigen.de")
        const before = yield* atRegistry(domain)
        const attributes = { DE_CONTACT_TYPE: "ORG" }
        const company = yield* anotherContact(owner, { org: "Analytical Engines" })
        const changed = yield* update(owner, domain, { contacts: { registrant: { contact_id: company, attributes } } })
        assert.deepStrictEqual(changed.contacts, [{ contact_id: company, contact_type: "registrant", attributes }])
        assert.notDeepEqual((yield* atRegistry(domain))?.contacts, before?.contacts)
      }))

    it.effect("are refused with every role that has too few, too many or wrong contacts", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "crowded.trading")
        const three = yield* Effect.all([anotherContact(owner), anotherContact(owner), anotherContact(owner)])
        const refused = yield* Effect.flip(update(owner, domain, { contacts: { registrant: [], admin: three } }))
        assert.includeMembers(pointers(refused), ["contacts.registrant", "contacts.admin"])
        yield* assertUntouched(owner, domain)
      }))

    it.effect("refuse contacts of other organizations, including the parent's", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const stranger = yield* customer()
        const branch = yield* suborganization(owner)
        const domain = yield* register(branch, "strange.com")
        for (const contact_id of [stranger.contact_id, owner.contact_id]) {
          assert.deepInclude(yield* Effect.flip(update(branch, domain, { contacts: { admin: contact_id } })), {
            _tag: "ContactNotFound",
            contact_id
          })
        }
        yield* assertUntouched(branch, domain)
      }))

    it.effect("change a registrant if the TLD allows it, but not if it requires a trade", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const other = yield* anotherContact(owner)
        const free = yield* register(owner, "free.com")
        assert.include(holders(yield* update(owner, free, { contacts: { registrant: other } })), `registrant ${other}`)
        const traded = yield* register(owner, "traded.trading")
        const refused = yield* Effect.flip(update(owner, traded, { contacts: { registrant: other } }))
        assert.deepStrictEqual(pointers(refused), ["contacts.registrant"])
        const same = { contacts: { registrant: owner.contact_id, admin: other } }
        assert.include(holders(yield* update(owner, traded, same)), `admin ${other}`)
      }))
  })

  layer(platform)(`Updates of nameservers (${name})`, (it) => {
    it.effect("accept strings, objects and an object with list indices, in their order", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "order.com")
        const texts = yield* update(owner, domain, { nameservers: ["NS2.example.net.", "ns1.example.net"] })
        assert.deepStrictEqual(hostnames(texts.nameservers), ["ns2.example.net", "ns1.example.net"])
        const objects = yield* update(owner, domain, {
          nameservers: [{ hostname: "ns3.example.net" }, { hostname: "ns1.example.net" }, "ns3.example.net"]
        })
        assert.deepStrictEqual(hostnames(objects.nameservers), ["ns3.example.net", "ns1.example.net"])
        const holes = yield* update(owner, domain, {
          nameservers: { 0: "ns5.example.net", 2: { hostname: "ns4.example.net" } }
        })
        assert.deepStrictEqual(hostnames(holes.nameservers), ["ns5.example.net", "ns4.example.net"])
        assert.sameMembers(hostnames((yield* atRegistry(domain))?.nameservers ?? []), hostnames(holes.nameservers))
        assert.deepStrictEqual(hostnames((yield* domainNow(owner, domain)).nameservers), hostnames(holes.nameservers))
      }))

    it.effect("remove all with an empty list, after which the domain is inactive", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "barename.com", { nameservers: ["ns1.example.net"] })
        assert.include(domain.registry_statuses, "ok")
        const emptied = yield* update(owner, domain, { nameservers: [] })
        assert.deepStrictEqual(emptied.nameservers, [])
        assert.include(emptied.registry_statuses, "inactive")
        assert.notInclude(emptied.registry_statuses, "ok")
      }))

    it.effect("are refused if there are too many", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "many.mute")
        const nameservers = Array.from({ length: 3 }, (_, index) => `ns${index}.example.net`)
        assert.deepStrictEqual(pointers(yield* Effect.flip(update(owner, domain, { nameservers }))), ["nameservers"])
      }))

    it.effect("require a host object below the account's own domains", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "glue.com")
        const nameservers = ["ns1.example.net", "ns1.glue.com"]
        const refused = yield* Effect.flip(update(owner, domain, { nameservers }))
        assert.deepStrictEqual(pointers(refused), ["nameservers[1]"])
        yield* assertUntouched(owner, domain)
        const hosts = yield* Hosts
        yield* owner.act(hosts.create({
          hostname: Hostname.make("ns1.glue.com"),
          ip_addresses: ["192.0.2.53" as IpAddress]
        }))
        assert.deepStrictEqual(hostnames((yield* update(owner, domain, { nameservers })).nameservers), nameservers)
      }))

    it.effect("include their addresses if the registry stores them with the domain", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "kleber.de")
        const glued = (address: string) => ({
          nameservers: [{ hostname: "ns1.kleber.de", ip_addresses: [address] }, "ns1.example.net"]
        })
        const refused = yield* Effect.flip(update(owner, domain, { nameservers: ["ns1.kleber.de", "ns1.example.net"] }))
        assert.deepStrictEqual(pointers(refused), ["nameservers[0].ip_addresses"])
        yield* update(owner, domain, glued("192.0.2.1"))
        const moved = yield* update(owner, domain, glued("2001:DB8:0::53"))
        const wanted = [
          { hostname: "ns1.kleber.de", ip_addresses: ["2001:db8::53"] },
          { hostname: "ns1.example.net", ip_addresses: [] }
        ]
        assert.deepStrictEqual(moved.nameservers as ReadonlyArray<unknown>, wanted)
        assert.deepStrictEqual((yield* atRegistry(domain))?.nameservers.length, 2)
      }))
  })

  layer(platform)(`Updates of statuses (${name})`, (it) => {
    it.effect("replace all statuses, add and remove some, or switch the lock", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "statuses.com", { nameservers: ["ns1.example.net"] })
        const clientStatuses = (changed: Domain) =>
          changed.registry_statuses.filter((status) => status.startsWith("client"))
        const steps: ReadonlyArray<readonly [Record<string, unknown>, ReadonlyArray<string>]> = [
          [{ statuses: ["clientHold", "clientDeleteProhibited"] }, ["clientDeleteProhibited", "clientHold"]],
          [
            { status_changes: { add: ["clientTransferProhibited"], remove: ["clientHold"] } },
            ["clientTransferProhibited", "clientDeleteProhibited"]
          ],
          [{ transfer_lock: false }, ["clientDeleteProhibited"]],
          [{ transfer_lock: true }, ["clientTransferProhibited", "clientDeleteProhibited"]],
          [{ transfer_lock: true, statuses: ["clientHold"] }, ["clientHold"]],
          [{ status_changes: { remove: ["clientHold"], add: null } }, []],
          [{ statuses: ["clientRenewProhibited"] }, ["clientRenewProhibited"]],
          [{ statuses: [] }, []]
        ]
        for (const [request, expected] of steps) {
          const changed = yield* update(owner, domain, request)
          assert.sameMembers(clientStatuses(changed), [...expected], JSON.stringify(request))
          assert.strictEqual(changed.registry_statuses.includes("ok"), expected.length === 0)
        }
      }))

    it.effect("are refused with every contradiction and every status that callers cannot set", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "contradiction.com")
        const issuesOf = (request: Record<string, unknown>) =>
          Effect.map(
            Effect.flip(update(owner, domain, request)),
            (error) => error._tag === "InvalidInput" ? error.issues.map(({ loc }) => loc.join(".")) : [error._tag]
          )
        const empty = {
          statuses: [],
          status_changes: { add: [], remove: [] },
          attributes: { promotion: "x", odd: "y" }
        }
        assert.deepStrictEqual(yield* issuesOf(empty), [
          "body.status_changes",
          "body.status_changes",
          "body.attributes.promotion",
          "body.attributes.odd"
        ])
        const both = { status_changes: { add: ["clientHold"], remove: ["clientHold"] } }
        assert.deepStrictEqual(yield* issuesOf(both), ["body.status_changes"])
        yield* assertUntouched(owner, domain)
      }))

    it.effect("are refused if the registry does not support them", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "keine.de")
        const refused = yield* Effect.flip(update(owner, domain, { transfer_lock: true }))
        assert.deepStrictEqual(pointers(refused), ["statuses"])
      }))

    it.effect("remove a lock on updates, if they change nothing else", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "bolted.com")
        yield* update(owner, domain, { statuses: ["clientUpdateProhibited", "clientHold"] })
        const refused: ReadonlyArray<Record<string, unknown>> = [
          { nameservers: [] },
          { contacts: { admin: owner.contact_id } },
          { attributes: { auto_renew_period: "yearly" } },
          { auth_code: "Secret-Code-123" },
          { transfer_lock: true },
          { status_changes: { add: ["clientTransferProhibited"] } },
          { renewal_mode: "expire" },
          { statuses: [], renewal_mode: "expire" },
          { statuses: [], nameservers: [] }
        ]
        for (const request of refused) {
          assert.deepInclude(yield* Effect.flip(update(owner, domain, request)), {
            _tag: "DomainStatusProhibited",
            prohibiting_statuses: ["clientUpdateProhibited"]
          }, JSON.stringify(request))
        }
        const lifted = yield* update(owner, domain, { status_changes: { remove: ["clientUpdateProhibited"] } })
        assert.notInclude(lifted.registry_statuses, "clientUpdateProhibited")
        assert.include(lifted.registry_statuses, "clientHold")
      }))

    it.effect("are refused while the registry, a transfer or a deletion prohibits updates", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { acts } = yield* RegistrySimulator
        const frozen = yield* register(owner, "frozen-update.slow")
        yield* acts.changeStatuses(frozen.name, { add: ["serverUpdateProhibited"] }, "Registry lock")
        const wanted = yield* register(owner, "wanted-update.slow")
        yield* requestAway(wanted)
        yield* round
        for (
          const [domain, status] of [
            [frozen, "serverUpdateProhibited"],
            [wanted, "pendingTransfer"],
            [yield* register(owner, "pending-update.com"), "pendingCreate"]
          ] as const
        ) {
          for (const request of [{ statuses: [] }, { renewal_mode: "expire" }]) {
            assert.deepInclude(yield* Effect.flip(update(owner, domain, request)), {
              _tag: "DomainStatusProhibited",
              prohibiting_statuses: [status]
            })
          }
        }
      }))

    it.effect("never overwrite each other in concurrent requests", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "rivals.com")
        const wishes = ["clientHold", "clientDeleteProhibited", "clientTransferProhibited"] as const
        const answers = yield* Effect.all(
          wishes.map((status) => Effect.result(update(owner, domain, { status_changes: { add: [status] } }))),
          { concurrency: "unbounded" }
        )
        const statuses = (yield* domainNow(owner, domain)).registry_statuses
        wishes.forEach((status, index) =>
          assert.strictEqual(statuses.includes(status), answers[index]?._tag === "Success", status)
        )
        for (const answer of answers) {
          if (answer._tag === "Failure") assert.strictEqual(answer.failure._tag, "OperationInProgress")
        }
        assert.isTrue(answers.some(({ _tag }) => _tag === "Success"))
      }))
  })
}
