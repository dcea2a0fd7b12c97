import { type ClaimsAcceptance, type ClaimsNotice, type CreateDomain, simulatedNotice } from "@namewright/core/registry"
import { DomainName, Instant, Money, Period } from "@namewright/core/shared"
import { DateTime, Effect, Exit, Option } from "effect"
import * as assert from "../drivers/assert.ts"
import {
  createdOf,
  creation,
  exists,
  expiryOf,
  hasStatus,
  info,
  lacksStatus,
  messagesAbout,
  nameservers,
  newContact,
  newContacts,
  newName,
  refused,
  register,
  remove,
  renew,
  sameInstant
} from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"
import { verificationContract } from "./VerificationContract.ts"

/** Registration of names. */
export const createContract = (it: RegistryTest) => {
  registration(it)
  refusals(it)
  pendingCreates(it)
  specialNames(it)
  verificationContract(it)
}

const registration = (all: RegistryTest) => {
  const it = all.needs("createDomain")
  it.needs("infoDomain", "terms", "gracePeriods").effect(
    "registers for a term that ends on the date it began",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const domain = yield* register(generic, { period: Period.years(2) })
        sameInstant(expiryOf(domain), Period.addTo(createdOf(domain), Period.years(2)))
        hasStatus(domain, "addPeriod")
      })
  )

  it.needs("infoDomain", "terms").effect("accepts twelve months as a year", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const domain = yield* register(generic, { period: Period.months(12) })
      sameInstant(expiryOf(domain), Period.addTo(createdOf(domain), Period.years(1)))
    }))

  it.needs("infoDomain", "statuses").effect(
    "shows a domain as inactive without nameservers and as ok with them",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const bare = yield* register(generic)
        hasStatus(bare, "inactive")
        lacksStatus(bare, "ok")
        const delegated = yield* register(generic, { nameservers: nameservers("ns1.example.net", "ns2.example.net") })
        hasStatus(delegated, "ok")
        lacksStatus(delegated, "inactive")
      })
  )

  it.needs("checkDomains", "infoDomain").effect(
    "registers a free name, which then exists and is no longer available",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const order = yield* creation(generic)
        const { name } = order
        assert.deepStrictEqual((yield* generic.checkDomains([name])).map(({ available }) => available), [true])
        const { completed, expires_on } = yield* generic.createDomain(order)
        assert.isTrue(completed)
        const domain = yield* info(generic, name)
        if (expires_on !== null) sameInstant(expires_on, expiryOf(domain))
        assert.sameMembers(
          domain.nameservers.map((server) => server.hostname),
          order.nameservers.map((server) => server.hostname)
        )
        assert.deepStrictEqual((yield* generic.checkDomains([name])).map(({ available }) => available), [false])
      })
  )

  it.needs("infoDomain").effect("registers for a year that ends on the date it began", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const domain = yield* register(generic)
      sameInstant(expiryOf(domain), Period.addTo(createdOf(domain), Period.years(1)))
    }))

  it.needs("infoDomain").effect("refuses to register a name twice", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const domain = yield* register(generic)
      // The same order again is a second command with an id of its own.
      yield* refused(register(generic, { name: domain.name }), "objectExists")
      assert.deepStrictEqual((yield* info(generic, domain.name)).roid, domain.roid)
    }))

  it.needs("infoDomain", "repeatableCommands").effect(
    "returns the first result to a repeated command",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const order = yield* creation(generic)
        const first = yield* generic.createDomain(order)
        const { roid } = yield* info(generic, order.name)
        assert.deepStrictEqual(yield* generic.createDomain(order), first)
        assert.strictEqual((yield* info(generic, order.name)).roid, roid)
      })
  )

  it.needs("infoDomain", "rival").effect("registers a name once", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* RegistryUnderTest
      const { name } = yield* register(ours.generic)
      yield* refused(register(theirs.generic, { name }), "objectExists")
      // The same command again is a second command.
      yield* refused(register(ours.generic, { name }), "objectExists")
      assert.strictEqual((yield* info(ours.generic, name)).sponsor, "account")
    }))

  it.needs("rival").effect(
    "registers a name for exactly one of several concurrent commands",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const name = yield* newName("generic")
        const commands = [
          yield* Effect.map(creation(ours.generic, { name }), ours.generic.createDomain),
          yield* Effect.map(creation(theirs.generic, { name }), theirs.generic.createDomain),
          yield* Effect.map(creation(ours.generic, { name }), ours.generic.createDomain)
        ]
        const exits = yield* Effect.forEach(commands, Effect.exit, { concurrency: "unbounded" })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      })
  )

  it.needs("checkDomains", "infoDomain", "deleteDomain", "internationalNames", "gracePeriods").effect(
    "registers an international name in its ASCII form, with a language of the registry",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const name = DomainName.make(`xn--mnchen-3ya.${(yield* newName("generic")).split(".")[1]}`)
        const [answer] = yield* generic.checkDomains([name])
        assert.isTrue(answer?.available)
        yield* refused(register(generic, { name }), "parameter", "policy")
        yield* refused(register(generic, { name, idn_language: "el" }), "parameter", "policy")
        yield* register(generic, { name, idn_language: "de" })
        yield* remove(generic, name)
      })
  )

  it.needs("infoDomain", "dsRecords").effect("stores the DNSSEC data of a registration", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const data = {
        record_type: "ds_data",
        key_tag: 1,
        algorithm: 13,
        digest_type: 2,
        digest: "AB".repeat(32)
      } as const
      const { dnssec } = yield* register(generic, { dnssec: [data] })
      assert.deepStrictEqual(dnssec, [data])
    }))
}

/** Registrations that the registry refuses. */
const refuses = (test: RegistryTest, items: ReadonlyArray<readonly [string, Partial<CreateDomain>]>) =>
  test.needs("infoDomain", "createDomain").each(items)("refuses %s", ([, changes]) =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      const command = yield* creation(generic, changes)
      yield* refused(generic.createDomain(command), "parameter", "policy", "notEligible", "statusProhibits")
      assert.isFalse(yield* exists(generic, command.name))
    }))

const refusals = (all: RegistryTest) => {
  const it = all.needs("createDomain")
  refuses(it.needs("terms"), [
    ["a term that is too long", { period: Period.years(11) }],
    ["a term that the registry does not sell", { period: Period.months(7) }]
  ])
  refuses(it.needs("nameserverChecks"), [
    ["14 nameservers", { nameservers: nameservers(...Array.from({ length: 14 }, (_, n) => `ns${n}.example.net`)) }],
    ["the same nameserver twice", { nameservers: nameservers("ns1.example.net", "ns1.example.net") }]
  ])
  refuses(it.needs("authCodes"), [["an auth code that is too short", { auth_code: "weak" }]])
  refuses(it.needs("simulatedNames"), [
    ["a name that the registry's policy refuses", { name: DomainName.make("fail-a.generic") }]
  ])

  it.needs("createContact", "rival", "contactRoles").effect(
    "refuses missing contacts and missing roles",
    () =>
      Effect.gen(function*() {
        const { ours, theirs } = yield* RegistryUnderTest
        const [registrant, ...others] = yield* newContacts(ours.generic, "generic")
        assert.isDefined(registrant)
        yield* refused(
          register(ours.generic, { contacts: [{ type: "registrant", handle: "c-nobody" }, ...others] }),
          "objectMissing"
        )
        yield* refused(register(ours.generic, { contacts: others }), "parameter", "policy")
        yield* refused(
          register(ours.generic, { contacts: [registrant, ...others, { ...registrant, type: "billing" }] }),
          "policy",
          "parameter"
        )
        const foreign = yield* newContact(theirs.generic)
        yield* refused(
          register(ours.generic, { contacts: [{ type: "registrant", handle: foreign }, ...others] }),
          "notSponsor",
          "policy"
        )
      })
  )

  it.effect("refuses names of other registries", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      yield* refused(
        register(generic, { name: yield* newName("elsewhere") }),
        "policy",
        "parameter",
        "unsupported"
      )
    }))

  it.needs("contractTlds").effect("refuses fewer nameservers than the registry requires", () =>
    Effect.gen(function*() {
      const { ours: { country } } = yield* RegistryUnderTest
      const name = yield* newName("country")
      yield* refused(register(country, { name, nameservers: nameservers("ns1.example.net") }), "policy", "parameter")
    }))
}

const pendingCreates = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "nextMessage", "acknowledgeMessage", "clock", "simulatedNames")
  it.needs("renewDomain", "deleteDomain", "rival").effect(
    "completes a pending registration later, and queues a message",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic }, theirs } = yield* RegistryUnderTest
        const command = yield* creation(generic, { name: yield* newName("generic", "pending") })
        const answer = yield* generic.createDomain(command)
        assert.isFalse(answer.completed)
        const { name } = command
        hasStatus(yield* info(generic, name), "pendingCreate")
        yield* refused(register(theirs.generic, { name }), "objectExists")
        yield* refused(renew(generic, name, { day: "2030-01-01" }), "statusProhibits", "notEligible")
        yield* refused(remove(generic, name), "statusProhibits")
        yield* advance("2 minutes")
        const domain = yield* info(generic, name)
        lacksStatus(domain, "pendingCreate")
        sameInstant(expiryOf(domain), Period.addTo(createdOf(domain), Period.years(1)))
        assert.deepStrictEqual(yield* messagesAbout(generic, name), [
          { _tag: "PendingDecided", name, accepted: true, command_id: command.command_id }
        ])
      })
  )

  it.effect("releases the name of a pending registration that it refuses later", () =>
    Effect.gen(function*() {
      const { advance, ours: { generic } } = yield* RegistryUnderTest
      const command = yield* creation(generic, { name: yield* newName("generic", "pending-refused") })
      assert.isFalse((yield* generic.createDomain(command)).completed)
      yield* advance("2 minutes")
      const messages = yield* messagesAbout(generic, command.name)
      assert.deepStrictEqual(messages.map((payload) => payload._tag === "PendingDecided" && payload.accepted), [
        false
      ])
      assert.isFalse(yield* exists(generic, command.name))
    }))
}

const specialNames = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "simulatedNames")
  it.needs("checkDomains", "renewDomain").effect(
    "registers a premium name for the price of its check",
    () =>
      Effect.gen(function*() {
        const { ours: { generic } } = yield* RegistryUnderTest
        const name = yield* newName("generic", "premium")
        const [answer] = yield* generic.checkDomains([name])
        const price = answer?.premium?.create
        if (price === undefined) return assert.fail("the name has a price")
        yield* refused(register(generic, { name }), "parameter", "policy")
        const less = { ...price, amount: Money.MinorUnits.make(price.amount - 1) }
        yield* refused(register(generic, { name, fee: less }), "parameter", "policy")
        yield* register(generic, { name, fee: price })
        const [taken] = yield* generic.checkDomains([name])
        assert.deepStrictEqual([taken?.available, taken?.premium?.renew?.amount], [
          false,
          answer?.premium?.renew?.amount
        ])
        yield* refused(renew(generic, name), "parameter", "policy")
        yield* renew(generic, name, { fee: taken?.premium?.renew ?? null })
      })
  )

  it.needs("checkDomains").effect(
    "registers a name with a claim only for an accepted notice",
    () =>
      Effect.gen(function*() {
        const { noticeOf = simulated, ours: { generic } } = yield* RegistryUnderTest
        const name = yield* newName("generic", "claims")
        const [answer] = yield* generic.checkDomains([name])
        assert.deepStrictEqual([answer?.available, typeof answer?.claims_key], [true, "string"])
        yield* refused(register(generic, { name }), "statusProhibits", "policy", "parameter")
        const accepted = yield* acceptanceOf(yield* noticeOf(answer?.claims_key ?? ""))
        const another = yield* newName("generic", "claims")
        const unclaimed = yield* newName("generic")
        const accepted_on = DateTime.subtract(accepted.accepted_on, { hours: 49 })
        for (
          const order of [
            { name: another, claims_acceptance: accepted },
            { name: unclaimed, claims_acceptance: accepted },
            { name, claims_acceptance: { ...accepted, accepted_on } },
            { name, claims_acceptance: { ...accepted, notice_id: `${"0".repeat(8)}${accepted.notice_id.slice(8)}` } }
          ]
        ) {
          yield* refused(register(generic, order), "statusProhibits", "policy", "parameter")
        }
        yield* register(generic, { name, claims_acceptance: accepted })
      })
  )
}

const simulated = (claimsKey: string) =>
  Effect.map(Instant.now, (now) => Option.getOrThrow(simulatedNotice(claimsKey, now)))

/** The acceptance of a notice, now. */
const acceptanceOf = ({ not_after, notice_id, validator = null }: ClaimsNotice) =>
  Effect.map(Instant.now, (accepted_on): ClaimsAcceptance => ({ notice_id, validator, not_after, accepted_on }))
