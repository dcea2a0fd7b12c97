import { assert, describe, it } from "@effect/vitest"
import { Period } from "@namewright/core/shared"
import { generateAuthCode, IsoDuration, specProblems, TldCatalog, TldSpec } from "@namewright/core/tlds"
import { Effect, Schema } from "effect"
import { publishedRules } from "./publishedRules.ts"

const daysOf = (duration: string | null) => duration === null ? 0 : Number(/^P(\d+)D$/.exec(duration)?.[1])
const yesNo = (value: boolean | null | undefined) => value === true ? "y" : "n"
const letters = { registrant: "R", admin: "A", tech: "T", billing: "B" } as const

/** A specification in the form of the published rules. */
const ruleOf = (spec: TldSpec, name: string): string => {
  const { contacts, dns_configuration: dns, domain_lifecycle: life, transfer_policies: transfer } = spec
  const years = (life.registration_periods ?? []).map(({ value }) => value)
  const roles = (contacts?.supported_roles ?? []).map(({ min, type }) =>
    min > 0 ? letters[type] : letters[type].toLowerCase()
  )
  const lock = transfer.transfer_lock_policy
  return [
    name,
    spec.tlds.find((tld) => tld.name === name)?.type[0],
    `${years[0]}-${years.at(-1)}`,
    (life.delete_policy ?? []).map((policy) => policy === "immediate" ? "I" : "E").join(""),
    `${yesNo(life.registry_auto_renew)}/${daysOf(life.auto_renew_before_expiration)}`,
    [
      life.add_grace_period,
      life.grace_period,
      life.redemption_period,
      life.pending_restore,
      life.pending_delete
    ].map(daysOf).join("/"),
    Array.from("RATB").flatMap((letter) => roles.find((role) => role.toUpperCase() === letter) ?? []).join(""),
    yesNo(contacts?.is_thick),
    transfer.authinfo_required ? `${transfer.authinfo_min_length}-${transfer.authinfo_max_length}` : "-",
    `${dns.allowed_number_of_nameserver.min}-${dns.allowed_number_of_nameserver.max}`,
    `${yesNo(dns.host_objects)}/${yesNo(dns.registry_nameserver_check)}`,
    dns.dnssec_mode,
    lock.supported_by_registry ? `${daysOf(lock.after_registration)}/${daysOf(lock.after_transfer)}` : "-",
    transfer.transfer_time === null ? "-" : daysOf(transfer.transfer_time),
    transfer.transfer_renewal_period === null ? 0 : Number(/^P(\d+)Y$/.exec(transfer.transfer_renewal_period)?.[1]),
    transfer.transfer_ack,
    yesNo(spec.premium_domains?.supported),
    yesNo(spec.registry_lock?.supported),
    yesNo(spec.idn.idn_capable),
    `${spec.characters.min}-${spec.characters.max}`,
    yesNo(contacts?.privacy_proxy)
  ].join(" ")
}

const catalogue = Effect.map(TldCatalog, ({ list }) => list).pipe(Effect.flatten)

it.layer(TldCatalog.layer)("the catalogue", (it) => {
  it.effect("matches the published rules of every TLD", () =>
    Effect.gen(function*() {
      const { find } = yield* TldCatalog
      for (const line of publishedRules) {
        const name = line.split(" ", 1)[0] ?? ""
        const spec = yield* Effect.flatMap(find(name), Effect.fromOption)
        assert.strictEqual(ruleOf(spec, name), line)
      }
    }))

  it.effect("contains only TLDs with published rules, and other suffixes of the same registries", () =>
    Effect.gen(function*() {
      const published = new Set(publishedRules.map((line) => line.split(" ", 1)[0]))
      const names = (yield* catalogue).flatMap(({ tlds }) => tlds.map(({ name }) => name))
      assert.deepStrictEqual(names.filter((name) => !published.has(name)), [
        "co.at",
        "or.at",
        "com.pt",
        "me.uk",
        "org.uk"
      ])
      assert.isAtLeast(names.length, 60)
      assert.strictEqual(new Set(names).size, names.length)
    }))

  it.effect("survives the wire, and contradicts itself nowhere", () =>
    Effect.gen(function*() {
      for (const spec of yield* catalogue) {
        const wire: unknown = JSON.parse(JSON.stringify(yield* Schema.encodeEffect(TldSpec)(spec)))
        assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(TldSpec)(wire), spec)
        assert.deepStrictEqual(specProblems(spec), [])
      }
    }))

  it.effect("writes durations in whole days or years, with the P in front", () =>
    Effect.gen(function*() {
      for (const spec of yield* catalogue) {
        const texts = [...Object.values(spec.domain_lifecycle), ...Object.values(spec.transfer_policies)]
          .filter((value): value is string => typeof value === "string" && /^P\d/.test(value))
        for (const text of texts) assert.match(text, /^P\d+[DY]$/, spec.tlds[0].name)
      }
    }))

  it.effect("has transfer terms that equal the term that a transfer adds", () =>
    Effect.gen(function*() {
      for (const { domain_lifecycle: life, tlds, transfer_policies: transfer } of yield* catalogue) {
        const term = life.default_transfer_renewal_period
        assert.isNotNull(term, tlds[0].name)
        assert.isTrue(life.transfer_renewal_periods?.some((period) => term !== null && Period.equals(period, term)))
        if (transfer.transfer_renews_domain === true && term !== null) {
          assert.strictEqual(transfer.transfer_renewal_period, IsoDuration.ofPeriod(term))
        }
      }
    }))

  it.effect("supports generated auth codes for every TLD with auth codes", () =>
    Effect.gen(function*() {
      for (const spec of (yield* catalogue).filter(({ transfer_policies }) => transfer_policies.authinfo_required)) {
        assert.match(yield* generateAuthCode(spec), /^\S{1,64}$/)
      }
    }))
})

const specOf = (tld: string) =>
  Effect.flatMap(TldCatalog, ({ find }) => Effect.flatMap(find(tld), Effect.fromOption)).pipe(
    Effect.provide(TldCatalog.layer)
  )

describe("the rules of single registries", () => {
  it.effect("keep names that renew by themselves from being renewed by request", () =>
    Effect.gen(function*() {
      for (const tld of ["at", "be", "ch", "de", "it", "li", "lu", "nl"]) {
        assert.isFalse((yield* specOf(tld)).domain_lifecycle.explicit_renew, tld)
      }
      for (const tld of ["com", "eu", "no", "se", "uk"]) {
        assert.isTrue((yield* specOf(tld)).domain_lifecycle.explicit_renew, tld)
      }
    }))

  it.effect("require confirmations by the key of their attribute", () =>
    Effect.gen(function*() {
      const asked = yield* Effect.forEach(
        ["music", "travel", "it", "ee", "dk"],
        (tld) =>
          Effect.map(specOf(tld), (spec) => spec.legal_requirements.map(({ key, operations }) => [key, operations]))
      )
      assert.deepStrictEqual(asked, [
        [["music_registrant_attestation", ["registration"]]],
        [["travel_industry_acknowledgement", ["registration"]]],
        [["nic_it_compliance_confirmation", ["registration", "transfer"]]],
        [["internet_ee_registrant_agreement", ["registration"]]],
        [["punktum_dk_terms_acceptance", ["registration"]]]
      ])
    }))

  it.effect("make their auth codes themselves, some for a time and some in secret", () =>
    Effect.gen(function*() {
      const codes = yield* Effect.forEach(
        ["be", "cz", "de", "eu", "lt", "se", "wales", "com"],
        (tld) =>
          Effect.map(specOf(tld), ({ transfer_policies: policy }) => [
            tld,
            policy.authinfo_set_by_registrar,
            policy.authinfo_validity_period,
            policy.info_domain_authinfo
          ])
      )
      assert.deepStrictEqual(codes, [
        ["be", false, null, false],
        ["cz", false, "P14D", false],
        ["de", true, "P30D", false],
        ["eu", false, "P40D", true],
        ["lt", false, "P7D", true],
        ["se", false, null, true],
        ["wales", false, "P14D", true],
        ["com", true, null, true]
      ])
    }))

  it.effect("keep registrants from being changed by an update, and .pl from a renewal after a restore", () =>
    Effect.gen(function*() {
      for (const tld of ["be", "es", "fi", "it"]) {
        assert.strictEqual((yield* specOf(tld)).contacts?.registrant_change, "trade", tld)
      }
      assert.isFalse((yield* specOf("pl")).domain_lifecycle.restore_triggers_renewal)
      assert.isTrue((yield* specOf("com")).domain_lifecycle.restore_triggers_renewal)
    }))
})
