import { assert, describe, it } from "@effect/vitest"
import { newCommandId, type UpdateDomain } from "@namewright/core/registry"
import { Hostname, Instant, Money, Period } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import { generic, genericThick, hostAttributes } from "../../src/profile/genericProfiles.ts"
import { namewright } from "../../src/profile/namewright.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import { verisign } from "../../src/profile/verisign.ts"
import { creation, domainData, name, named, nameservers, updating } from "./orders.ts"
import { answer, type Script, scripted } from "./ScriptedClient.ts"

const registered = answer(1000, {
  data: { _tag: "DomainCreatedData", name, createdOn: "2026-11-22T10:00:00.9Z", expiresOn: "2027-11-22 10:00:00" }
})

const created: Script = ({ _tag }) => _tag === "DomainCreate" ? registered : answer(1000)

/** Command of a registration, with its extensions. */
const sentFor = Effect.fnUntraced(function*(changes: Parameters<typeof creation>[0], profile: RegistryProfile) {
  const { registry, sent } = scripted(created, { profile })
  yield* registry.createDomain(yield* creation(changes))
  return sent.map(({ command }) => command)
})

const ds = (key_tag: number) => ({
  record_type: "ds_data" as const,
  key_tag,
  algorithm: 13,
  digest_type: 2,
  digest: "ab".repeat(32)
})
const key = { record_type: "key_data" as const, flags: 257, protocol: 3, algorithm: 13, public_key: "AwEAAQ==" }

describe("a registration", () => {
  it.effect("is one command with everything in it", () =>
    Effect.gen(function*() {
      const [command, ...others] = yield* sentFor({
        period: Period.months(24),
        contacts: [{ type: "registrant", handle: "r-1" }, { type: "tech", handle: "t-1" }],
        nameservers: nameservers("ns1.other.test"),
        auth_code: "Correct-Horse-1",
        dnssec: [ds(7)]
      }, genericThick)
      assert.deepStrictEqual<ReadonlyArray<EppCommand>>(others, [])
      assert.deepStrictEqual<EppCommand | undefined>(command, {
        _tag: "DomainCreate",
        name,
        period: { value: 2, unit: "y" },
        nameservers: { form: "objects", hosts: ["ns1.other.test"] },
        registrant: "r-1",
        contacts: [{ type: "tech", id: "t-1" }],
        authInfo: { password: "Correct-Horse-1" },
        extension: {
          secDNS: { form: "ds", records: [{ keyTag: 7, algorithm: 13, digestType: 2, digest: "AB".repeat(32) }] },
          other: []
        }
      })
    }))

  it.effect("returns its start and end, to the second", () =>
    Effect.gen(function*() {
      const { registry } = scripted(created)
      const answered = yield* registry.createDomain(yield* creation())
      assert.deepStrictEqual(
        [answered.completed, answered.created_on, answered.expires_on].map((value) =>
          typeof value === "object" && value !== null ? Instant.format(value) : value
        ),
        [true, "2026-11-22T10:00:00Z", "2027-11-22T10:00:00Z"]
      )
    }))

  it.effect("returns the registry's charge minus credits", () =>
    Effect.gen(function*() {
      const fee = {
        command: "create" as const,
        currency: "EUR",
        fees: [{ amount: "10.00" }],
        credits: [{ amount: "-0.5" }]
      }
      const { registry } = scripted(({ _tag }) =>
        _tag === "DomainCreate" ? { ...registered, extension: { ...registered.extension, fee } } : answer(1000)
      )
      const { cost } = yield* registry.createDomain(yield* creation())
      assert.deepStrictEqual(cost, { amount: Money.MinorUnits.make(950), currency: "EUR" })
    }))

  it.effect("with a later decision has no dates yet", () =>
    Effect.gen(function*() {
      const { registry } = scripted(() =>
        answer(1001, { data: { _tag: "DomainCreatedData", name, createdOn: "2026-11-22T10:00:00Z" } })
      )
      assert.deepStrictEqual(yield* registry.createDomain(yield* creation()), {
        completed: false,
        created_on: null,
        expires_on: null,
        cost: null
      })
    }))

  it.effect("contains glue if hosts are attributes, and creates no host objects", () =>
    Effect.gen(function*() {
      const commands = yield* sentFor({
        nameservers: [
          { hostname: Hostname.make("ns1.example.test"), ip_addresses: ["192.0.2.1", "2001:db8::1"] },
          ...nameservers("ns2.example.net")
        ]
      }, hostAttributes)
      assert.strictEqual(commands.length, 1)
      assert.deepInclude(commands[0], {
        nameservers: {
          form: "attributes",
          hosts: [
            {
              name: "ns1.example.test",
              addresses: [{ address: "192.0.2.1", version: "v4" }, { address: "2001:db8::1", version: "v6" }]
            },
            { name: "ns2.example.net", addresses: [] }
          ]
        }
      })
    }))

  it.effect.each<[RegistryProfile["period"], Period.Period, unknown]>([
    ["as_asked", Period.months(7), { value: 7, unit: "m" }],
    ["months", Period.years(1), { value: 12, unit: "m" }],
    ["omitted", Period.years(1), undefined]
  ])("says its term as the registry wants it: %s", ([form, period, expected]) =>
    Effect.gen(function*() {
      const [command] = yield* sentFor({ period }, { ...generic, period: form })
      assert.deepStrictEqual<unknown>(command?._tag === "DomainCreate" ? command.period : null, expected)
    }))

  it.effect.each<[string, Parameters<typeof creation>[0], RegistryProfile]>([
    ["a term in days", { period: { unit: "d", value: 30 } }, generic],
    ["a contact in a role that the registry does not have", { contacts: [{ type: "tech", handle: "t1" }] }, generic],
    ["a handle that no contact can have", { contacts: [{ type: "tech", handle: "17-characters-long" }] }, genericThick],
    ["a digest that is not hexadecimal", { dnssec: [{ ...ds(1), digest: "ZZ" }] }, generic],
    ["a key tag beyond 16 bits", { dnssec: [ds(70_000)] }, generic],
    ["keys where digests are taken", { dnssec: [key] }, generic],
    ["digests where keys are taken", { dnssec: [ds(1)] }, { ...generic, dnssec: "key" }],
    ["digests and keys together", { dnssec: [ds(1), key] }, { ...generic, dnssec: "any" }],
    ["keys where nothing is signed", { dnssec: [key] }, { ...generic, dnssec: "none" }]
  ])("is refused before anything is sent for %s", ([, changes, profile]) =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(created, { profile })
      const error = yield* Effect.flip(Effect.flatMap(creation(changes), registry.createDomain))
      assert.strictEqual(error._tag, "RegistryRefusal")
      assert.strictEqual(sent.length, 0)
    }))

  it.effect.each<[string, RegistryProfile, string, string]>([
    ["the table of the IDN mapping", namewright, EppUri.idn, "data"],
    ["Verisign's tag", verisign, EppUri.idnLanguage, "tag"]
  ])("contains the language of an international name: %s", ([, profile, namespace, element]) =>
    Effect.gen(function*() {
      const elementsFor = (idn_language: string | null) =>
        Effect.map(sentFor({ idn_language }, profile), ([command]) =>
          command?._tag === "DomainCreate"
            ? (command.extension?.other ?? []).filter((tree) => tree.namespace === namespace)
            : [])
      const [sent, ...others] = yield* elementsFor("de")
      assert.deepStrictEqual([sent?.name, sent?.children[0]?.text ?? sent?.text, others.length], [element, "de", 0])
      assert.deepStrictEqual(yield* elementsFor(null), [])
    }))

  it.effect("contains the acceptance of a claims notice", () =>
    Effect.gen(function*() {
      const claims_acceptance = {
        notice_id: "370d0b7c9223372036854775807",
        validator: null,
        not_after: DateTime.makeUnsafe("2026-12-01T00:00:00Z"),
        accepted_on: DateTime.makeUnsafe("2026-11-22T10:00:00Z")
      }
      const [command] = yield* sentFor({ claims_acceptance }, generic)
      assert.deepStrictEqual(command?._tag === "DomainCreate" ? command.extension?.launch : undefined, {
        phase: { phase: "claims" },
        encodedSignedMarks: [],
        notices: [{
          id: "370d0b7c9223372036854775807",
          notAfter: "2026-12-01T00:00:00Z",
          acceptedOn: "2026-11-22T10:00:00Z"
        }]
      })
      const [sample] = yield* sentFor({ claims_acceptance: { ...claims_acceptance, validator: "sample" } }, generic)
      assert.strictEqual(
        sample?._tag === "DomainCreate" ? sample.extension?.launch?.notices[0]?.validator : undefined,
        "sample"
      )
    }))
})

describe("an update", () => {
  const sentFor = Effect.fnUntraced(function*(changes: Parameters<typeof updating>[0], profile = genericThick) {
    const { registry, sent } = scripted(() => answer(1000), { profile })
    yield* registry.updateDomain(yield* updating(changes))
    return sent.map(({ command }) => command)
  })

  it.effect("contains additions, removals and changes, and no empty elements", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual<ReadonlyArray<EppCommand>>(
        yield* sentFor({
          add: { statuses: ["clientHold"], contacts: [{ type: "tech", handle: "t-2" }] },
          change: { registrant: "r-2" }
        }),
        [{
          _tag: "DomainUpdate",
          name,
          add: { contacts: [{ type: "tech", id: "t-2" }], statuses: [{ status: "clientHold" }] },
          change: { registrant: "r-2" },
          extension: { other: [] }
        }]
      )
    }))

  it.effect("replaces keys in one command", () =>
    Effect.gen(function*() {
      const [command] = yield* sentFor({ add: { dnssec: [key] }, remove: { dnssec: [ds(1)] } }, {
        ...generic,
        dnssec: "any"
      })
      const secDNS = command?._tag === "DomainUpdate" ? command.extension?.secDNS : undefined
      assert.deepStrictEqual([secDNS?.add, secDNS?.remove], [
        { form: "key", records: [{ flags: 257, protocol: 3, algorithm: 13, publicKey: "AwEAAQ==" }] },
        { form: "ds", records: [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) }] }
      ])
    }))

  it.effect.each<["null" | "empty", unknown]>([["null", null], ["empty", { password: "" }]])(
    "takes an auth code away as the registry wants it: %s",
    ([removal, expected]) =>
      Effect.gen(function*() {
        const profile = { ...generic, auth_code: { absent: "", removal } }
        const [command] = yield* sentFor({ change: { auth_code: "" } }, profile)
        assert.deepStrictEqual<unknown>(command?._tag === "DomainUpdate" && command.change, { authInfo: expected })
      })
  )

  it.effect("does not remove an auth code at a registry without removal", () =>
    Effect.gen(function*() {
      const attempt = sentFor({ change: { auth_code: "" } }, { ...generic, auth_code: { absent: "", removal: null } })
      assert.deepInclude(yield* Effect.flip(attempt), { _tag: "RegistryRefusal", reason: "unsupported" })
    }))

  const failing = (changes: Partial<Pick<UpdateDomain, "add" | "remove">>, code: number) =>
    Effect.flip(Effect.flatMap(updating(changes), scripted(() => answer(code)).registry.updateDomain))

  it.effect("of keys only is a transient failure after 2400; any other has an unknown outcome", () =>
    Effect.gen(function*() {
      const keys = { add: { dnssec: [ds(1)], statuses: [], contacts: [], nameservers: [] } }
      assert.strictEqual((yield* failing(keys, 2400))._tag, "RegistryTemporary")
      assert.strictEqual((yield* failing(keys, 2500))._tag, "RegistryOutcomeUnknown")
      const more = { add: { ...keys.add, statuses: ["clientHold" as const] } }
      assert.strictEqual((yield* failing(more, 2400))._tag, "RegistryOutcomeUnknown")
    }))
})

describe("a renewal", () => {
  const renewed: Script = ({ _tag }) =>
    _tag === "DomainInfo"
      ? answer(1000, { data: domainData({ expiresOn: "2027-01-02T00:30:00+02:00" }) })
      : answer(1000, { data: { _tag: "DomainRenewedData", name, expiresOn: "2028-01-02T00:30:00+02:00" } })

  const renewing = (current_expiry_date: string) =>
    Effect.map(newCommandId, (command_id) => ({
      command_id,
      name,
      current_expiry_date,
      period: Period.years(1),
      fee: null
    }))

  it.effect("contains the expiry known to the caller, and returns the next one", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(renewed)
      const { expires_on } = yield* registry.renewDomain(yield* renewing("2027-01-01"))
      assert.deepInclude(sent[0]?.command, { currentExpiry: "2027-01-01", period: { value: 1, unit: "y" } })
      assert.strictEqual(expires_on === null ? null : Instant.format(expires_on), "2028-01-01T22:30:00Z")
    }))

  it.effect.each<readonly [string, string]>([
    ["2027-01-01", "2027-01-02"],
    // Another expiry than the caller sees is not made to fit.
    ["2026-01-01", "2026-01-01"]
  ])(
    "names the day as the registry writes it where it has a zone of its own: %s",
    ([day, expected]) =>
      Effect.gen(function*() {
        const { registry, sent } = scripted(renewed, { profile: { ...generic, expiry_day: "as_written" } })
        yield* registry.renewDomain(yield* renewing(day))
        assert.deepInclude(sent.at(-1)?.command, { _tag: "DomainRenew", currentExpiry: expected })
      })
  )

  it.effect("is refused at a registry without renewals", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(renewed, { profile: { ...generic, renews: false } })
      const error = yield* Effect.flip(Effect.flatMap(renewing("2027-01-01"), registry.renewDomain))
      assert.deepInclude(error, { reason: "unsupported" })
      assert.strictEqual(sent.length, 0)
    }))
})

describe("a deletion", () => {
  it.effect.each([[1000, true], [1001, false]] as const)(
    "is over or only begun: %i",
    ([code, completed]) =>
      Effect.gen(function*() {
        const { registry } = scripted(() => answer(code))
        assert.deepStrictEqual(yield* registry.deleteDomain(yield* named), { completed, credit: null })
      })
  )

  it.effect.each<[string, ReadonlyArray<string>, string, Money.Money | null]>([
    ["one credit", ["-10.00"], "EUR", { amount: Money.MinorUnits.make(1000), currency: "EUR" }],
    ["several credits", ["-10.00", "-9.9"], "USD", { amount: Money.MinorUnits.make(1990), currency: "USD" }],
    ["no credit", [], "EUR", { amount: Money.zero, currency: "EUR" }],
    ["a credit of a currency that the platform does not know", ["-10.00"], "CHF", null],
    ["a credit of parts of a cent", ["-10.001"], "EUR", null]
  ])("says what the registry gave back: %s", ([, amounts, currency, credit]) =>
    Effect.gen(function*() {
      const credits = amounts.map((amount) => ({ amount }))
      const { registry } = scripted(() =>
        answer(1000, { extension: { fee: { command: "delete", currency, fees: [], credits } } })
      )
      assert.deepStrictEqual(yield* registry.deleteDomain(yield* named), { completed: true, credit })
    }))
})
