import { assert, describe, it } from "@effect/vitest"
import { defineNameserver } from "@namewright/core/dns"
import { isPlatformError, type PlatformCalls } from "@namewright/core/embed"
import {
  type CommandId,
  type Registry,
  type RegistryMethod,
  type RegistryPolicyRefused,
  RegistrySimulator
} from "@namewright/core/registry"
import { type Call, DomainName } from "@namewright/core/shared"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import type { callerCalls } from "../../src/embed/calls.ts"

type Calls = typeof callerCalls

/** Calls that a refusal of a registry can reject: those with `RegistryPolicyRefused` among their errors. */
type RegistryCall = {
  [Group in keyof Calls & string]: {
    [Name in keyof Calls[Group] & string]: Calls[Group][Name] extends Call<infer _Method, infer E, infer _R>
      ? Extract<E, RegistryPolicyRefused> extends never ? never : `${Group}.${Name}`
      : never
  }[keyof Calls[Group] & string]
}[keyof Calls & string]

interface Customer {
  readonly platform: TestPlatform
  readonly caller: PlatformCalls
  readonly organization_id: string
  readonly register: (members?: object) => Promise<unknown>
}

interface Case {
  /** Command that the registry refuses. */
  readonly command: RegistryMethod
  readonly prepare?: (customer: Customer) => Promise<unknown>
  readonly call: (customer: Customer) => Promise<unknown>
}

const name = "my-shop.com"
const hostname = `ns1.${name}`
const ds = { record_type: "ds_data", key_tag: 1, algorithm: 13, digest_type: 2, digest: "AB".repeat(32) } as const
const transfer = { name: "elsewhere.com", auth_code: "Transfer-Code-1", renewal_mode: "renew" } as const

const registered = ({ register }: Customer) => register()

const withHost = async ({ caller, register }: Customer) => {
  await register()
  await caller.hosts.create({ hostname, ip_addresses: ["192.0.2.1"] })
}

const deleted = async ({ caller, platform, register }: Customer) => {
  await register()
  await platform.clock.advance({ days: 10 })
  await caller.domains.remove(name)
}

/** A domain that another registrar has asked for. */
const requestedAway = async ({ caller, platform, register }: Customer) => {
  const auth_code = "Transfer-Code-1"
  await register({ auth_code })
  await platform.clock.advance({ days: 70 })
  const request = (rival: Registry) =>
    rival.requestTransfer({
      command_id: "command_rival" as CommandId,
      name: DomainName.make(name),
      auth_code,
      period: null,
      contacts: [],
      nameservers: [],
      attributes: {},
      fee: null
    })
  await platform.runtime.runPromise(
    Effect.flatMap(RegistrySimulator, ({ registry }) => Effect.orDie(request(registry("verisign", "rival"))))
  )
  await platform.clock.advance({ minutes: 1 })
  assert.include((await caller.domains.get(name)).registry_statuses, "pendingTransfer")
}

const contacts = async ({ caller }: Pick<Customer, "caller">) => {
  const { items: [contact] } = await caller.contacts.page()
  const contact_id = contact?.contact_id ?? ""
  return { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
}

const transferIn = async (customer: Customer) =>
  customer.caller.domains.transferIn({ ...transfer, contacts: await contacts(customer) })

/**
 * Calls that sign a zone, or end its signing, before the registry refuses its keys. The zone keeps what the refusal leaves
 * open, and the call can be repeated.
 */
type SigningCall = "domains.enableDnssec" | "zones.enableDnssec" | "zones.remove"

/** The compiler requires an entry for each call that reaches a registry, and refuses any other. */
const cases: Readonly<Record<Exclude<RegistryCall, SigningCall>, ReadonlyArray<Case>>> = {
  "domains.register": [
    { command: "createDomain", call: registered },
    { command: "createContact", call: registered }
  ],
  "domains.renew": [{
    command: "renewDomain",
    prepare: registered,
    call: ({ caller }) => caller.domains.renew(name, { period: 1 })
  }],
  "domains.remove": [{
    command: "deleteDomain",
    prepare: registered,
    call: ({ caller }) => caller.domains.remove(name)
  }],
  "domains.restore": [{
    command: "restoreDomain",
    prepare: deleted,
    call: ({ caller }) => caller.domains.restore(name, {})
  }],
  "domains.update": [
    {
      command: "updateDomain",
      prepare: registered,
      call: ({ caller }) => caller.domains.update(name, { nameservers: [{ hostname: "ns1.other.example" }] })
    },
    {
      command: "updateDomain",
      prepare: registered,
      call: ({ caller }) => caller.domains.update(name, { auth_code: "Another-Code-2" })
    },
    {
      command: "updateDomain",
      prepare: registered,
      call: ({ caller }) => caller.domains.update(name, { transfer_lock: true, renewal_mode: "expire" })
    },
    {
      command: "createContact",
      prepare: registered,
      call: async ({ caller, organization_id, platform }) => {
        const { contact_id } = await platform.create.contact(organization_id)
        await caller.domains.update(name, { contacts: { registrant: contact_id } })
      }
    }
  ],
  "domains.transferIn": [{ command: "requestTransfer", call: transferIn }],
  "domains.cancelTransfer": [{
    command: "cancelTransfer",
    prepare: transferIn,
    call: ({ caller }) => caller.domains.cancelTransfer(transfer.name)
  }],
  "domains.decideTransfer": [
    {
      command: "approveTransfer",
      prepare: requestedAway,
      call: ({ caller }) => caller.domains.decideTransfer(name, { action: "approve" })
    },
    {
      command: "rejectTransfer",
      prepare: requestedAway,
      call: ({ caller }) => caller.domains.decideTransfer(name, { action: "reject" })
    }
  ],
  "domains.replaceDnssec": [{
    command: "updateDomain",
    prepare: registered,
    call: ({ caller }) => caller.domains.replaceDnssec(name, [ds])
  }],
  "domains.removeDnssec": [{
    command: "updateDomain",
    prepare: async (customer) => {
      await registered(customer)
      await customer.caller.domains.replaceDnssec(name, [ds])
    },
    call: ({ caller }) => caller.domains.removeDnssec(name)
  }],
  "domains.disableDnssec": [{
    command: "updateDomain",
    prepare: async (customer) => {
      await registered(customer)
      await customer.caller.domains.replaceDnssec(name, [ds])
    },
    call: ({ caller }) => caller.domains.disableDnssec(name)
  }],
  "domains.withdraw": [{
    command: "releaseDomain",
    prepare: ({ register }) => register({ name: "my-shop.at", nameservers: ["ns1.example.net", "ns2.example.net"] }),
    call: ({ caller }) => caller.domains.withdraw("my-shop.at", { zone_delete: false })
  }],
  "domains.transit": [{
    command: "releaseDomain",
    prepare: ({ register }) => register({ name: "my-shop.de" }),
    call: ({ caller }) => caller.domains.transit("my-shop.de", { disconnect: true })
  }],
  "domains.release": [{
    command: "releaseDomain",
    prepare: ({ register }) => register({ name: "my-shop.uk" }),
    call: ({ caller }) => caller.domains.release("my-shop.uk", { tag: "RIVAL" })
  }],
  "hosts.create": [{
    command: "createHost",
    prepare: registered,
    call: ({ caller }) => caller.hosts.create({ hostname, ip_addresses: ["192.0.2.1"] })
  }],
  "hosts.replace": [{
    command: "updateHost",
    prepare: withHost,
    call: ({ caller }) => caller.hosts.replace(hostname, { ip_addresses: ["192.0.2.2"] })
  }],
  "hosts.remove": [{
    command: "deleteHost",
    prepare: withHost,
    call: ({ caller }) => caller.hosts.remove(hostname)
  }]
}

/** Everything that callers see of their domains, hosts and money. */
const stateOf = async (caller: PlatformCalls, platform: TestPlatform) => {
  const { items } = await caller.domains.page({ include: [] })
  return {
    domains: await Promise.all(items.map(({ domain_id }) => caller.domains.get(domain_id))),
    dnssec: await Promise.all(items.map(({ domain_id }) => caller.domains.dnssec(domain_id))),
    hosts: (await caller.hosts.page()).items,
    zones: (await caller.zones.page()).items,
    balances: (await platform.ledger()).balances
  }
}

const rejection = (call: Promise<unknown>): Promise<unknown> =>
  call.then((result) => assert.fail(`resolved with ${JSON.stringify(result)}`), (error: unknown) => error)

describe("a refusal of the registry", () => {
  it.each(
    Object.entries(cases).flatMap(([call, refused]) => refused.map((each) => ({ title: call, ...each })))
  )(
    "rejects $title whose $command is refused, and stores and charges nothing",
    async ({ call, command, prepare }) => {
      await using platform = await testPlatform()
      const { organization_id } = await platform.create.organization()
      await platform.create.contact(organization_id)
      const caller = platform.as(organization_id, "admin")
      const customer: Customer = {
        platform,
        caller,
        organization_id,
        register: async (members) =>
          platform.create.domain(organization_id, {
            name,
            contacts: await contacts({ caller }),
            ...members
          })
      }
      await prepare?.(customer)
      const before = await stateOf(caller, platform)
      const captured = await platform.events(["charge.captured", "charge.refunded"])

      platform.registry.fail(command, { reason: "policy", text: "Not here", result_code: 2306 })
      const error = await rejection(call(customer))

      assert.isTrue(isPlatformError(error, "ERROR_REGISTRY_POLICY"), String(error))
      assert.include(error, { message: "2306 Not here" })
      assert.deepStrictEqual(await stateOf(caller, platform), before)
      assert.deepStrictEqual(await platform.events(["charge.captured", "charge.refunded"]), captured)
    }
  )
})

/** Calls of zones on nameservers that serve every change at once, with the status of the DS after the refusal. */
const signingCases: Readonly<
  Record<
    SigningCall,
    {
      readonly isSigned: boolean
      readonly call: (caller: PlatformCalls) => Promise<unknown>
      readonly after: string | null
    }
  >
> = {
  "domains.enableDnssec": { isSigned: false, call: ({ domains }) => domains.enableDnssec(name), after: "failed" },
  "zones.enableDnssec": { isSigned: false, call: ({ zones }) => zones.enableDnssec(name), after: "failed" },
  "zones.remove": { isSigned: true, call: ({ zones }) => zones.remove(name), after: "published" }
}

describe("a refusal of keys by the registry", () => {
  it.each(Object.entries(signingCases))(
    "rejects %s, is shown by the zone, and the call can be repeated",
    async (_title, { after, call, isSigned }) => {
      const nameserver = defineNameserver({
        name: "one",
        capabilities: ["signing"],
        publish: () => {},
        remove: () => {}
      })
      await using platform = await testPlatform({ nameservers: [nameserver] })
      const stop = new AbortController()
      const working = platform.work({ signal: stop.signal })
      const { organization_id } = await platform.create.organization()
      const caller = platform.as(organization_id, "admin")
      const nameservers = ["ns1.namewright.test", "ns2.namewright.test"].map((hostname) => ({ hostname }))
      await platform.create.domain(organization_id, { name, nameservers })
      await caller.zones.create({ name })
      if (isSigned) await caller.zones.enableDnssec(name)
      const before = await caller.domains.dnssec(name)

      platform.registry.fail("updateDomain", { reason: "policy", text: "No keys today", result_code: 2306 })
      const error = await rejection(call(caller))

      assert.isTrue(isPlatformError(error, "ERROR_REGISTRY_POLICY"), String(error))
      assert.include(error, { message: "2306 No keys today" })
      const zone = await caller.zones.get(name)
      assert.deepStrictEqual([zone.dnssec_status, zone.dnssec_registry_publish], ["enabled", after])
      assert.deepStrictEqual(await caller.domains.dnssec(name), before)
      await call(caller)
      stop.abort()
      await working
    }
  )
})
