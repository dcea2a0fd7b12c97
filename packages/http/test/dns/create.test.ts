import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { newZoneName, problemsOf, rrset, writtenIn, zoneCaller, zoneFixture } from "./zoneCaller.ts"

layer(TestPlatform.layer)("POST /v1/dns", (it) => {
  it.effect("201: a zone and what was done to make it, in one", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller()
      const name = yield* newZoneName
      const { body, headers, status } = yield* call("POST", "/v1/dns", {
        name: name.toUpperCase(),
        rrsets: [rrset("www", "A", 300, "192.0.2.1")]
      })
      assert.strictEqual(status, 201, JSON.stringify(body))
      assert.match(body.dns_zone_id, /^zone_[0-9a-z]{26}$/)
      assert.match(body.changeset_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
      assert.deepInclude(body, {
        name: `${name}.`,
        zone_name: `${name}.`,
        dnssec_status: "disabled",
        dnssec_registry_publish: null,
        vanity_nameserver_set_id: null,
        domain_parts: { subdomain: null, domain: name.split(".")[0], suffix: "example" },
        warnings: []
      })
      assert.strictEqual(headers.get("etag"), `"${body.serial}"`)
      assert.strictEqual(body.num_changes, body.changes.length)
      const actions = body.changes.map((step: { action: string }) => step.action)
      assert.deepStrictEqual([actions[0], actions.filter((action: string) => action === "create_zone").length], [
        "create_zone",
        1
      ])
      assert.deepInclude(body.changes, {
        action: "create_record",
        rrset_name: `www.${name}.`,
        rrset_type: "A",
        record_data: "192.0.2.1",
        ttl: 300
      })
    }))

  it.effect("201: with the platform's SOA and nameservers, which are protected", () =>
    Effect.gen(function*() {
      const { created, name } = yield* zoneFixture
      assert.deepStrictEqual(created.body.rrsets.slice(0, 3), [
        {
          name: "@",
          fqdn: `${name}.`,
          type: "SOA",
          ttl: 3600,
          records: [{
            rdata: `ns1.namewright.test. hostmaster.namewright.test. ${created.body.serial} 10800 3600 604800 300`,
            protected: true,
            protected_reason: "SYSTEM_MANAGED_SOA"
          }],
          protected: true,
          protected_reason: "SYSTEM_MANAGED_SOA"
        },
        {
          name: "@",
          fqdn: `${name}.`,
          type: "NS",
          ttl: 3600,
          records: ["ns1.namewright.test.", "ns2.namewright.test."].map((rdata) => ({
            rdata,
            protected: true,
            protected_reason: "SYSTEM_MANAGED_NS"
          })),
          protected: true,
          protected_reason: "SYSTEM_MANAGED_NS"
        },
        {
          name: "@",
          fqdn: `${name}.`,
          type: "MX",
          ttl: 3600,
          records: [{ rdata: "10 mail.example.net.", protected: false, protected_reason: null }],
          protected: false,
          protected_reason: null
        }
      ])
      assert.deepStrictEqual(writtenIn(created), ["@ MX 10 mail.example.net.", "www A 192.0.2.1 192.0.2.2"])
    }))

  it.effect("201: once for one Idempotency-Key", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller()
      const name = yield* newZoneName
      const headers = { "idempotency-key": "zone-1" }
      const first = yield* call("POST", "/v1/dns", { name }, headers)
      const second = yield* call("POST", "/v1/dns", { name }, headers)
      assert.deepStrictEqual([second.status, second.body], [201, first.body])
      assert.strictEqual(second.headers.get("idempotency-replayed"), "true")
    }))

  it.effect("403: a key without dns:manage", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller({ rights: ["dns:read", "dns:delete"] })
      const { body, status } = yield* call("POST", "/v1/dns", { name: yield* newZoneName })
      assert.deepStrictEqual([status, body.permission], [403, "dns:manage"])
    }))

  it.effect("409: a name of which the organization has a zone already", () =>
    Effect.gen(function*() {
      const { call, name } = yield* zoneFixture
      const { body, status } = yield* call("POST", "/v1/dns", { name: `${name}.` })
      assert.deepStrictEqual([status, body], [409, {
        type: "dns-zone-already-exists",
        title: "DNS Error",
        status: 409,
        code: "ERROR_ZONE_ALREADY_EXISTS",
        detail: `Zone ${name}. already exists`,
        zone_name: `${name}.`
      }])
    }))

  it.effect("409: RRsets of the platform", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller()
      const name = yield* newZoneName
      const { body, status } = yield* call("POST", "/v1/dns", {
        name,
        rrsets: [rrset("@", "NS", 300, "ns1.example.net.")]
      })
      assert.strictEqual(status, 409)
      assert.deepInclude(body, {
        code: "ERROR_DNS_RRSET_PROTECTED",
        type: "dns-rrset-protected",
        zone_name: `${name}.`,
        rrset_name: "@",
        rrset_type: "NS",
        protected_reason: "SYSTEM_MANAGED_NS"
      })
      assert.strictEqual((yield* call("GET", `/v1/dns/${name}`)).status, 404)
    }))

  it.effect("422: every rule that the records break, with what was sent", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller()
      const name = yield* newZoneName
      const conflict = rrset("www", "CNAME", 300, "target.example.net.")
      const { body, status } = yield* call("POST", "/v1/dns", {
        name,
        rrsets: [
          rrset("www", "A", 300, "192.0.2.1"),
          conflict,
          rrset("mail", "A", 300, "192.0.2.300"),
          rrset("short", "A", 1, "192.0.2.1")
        ]
      })
      assert.strictEqual(status, 422)
      const { errors, ...problem } = body
      assert.deepStrictEqual(problem, {
        type: "dns-zone-validation",
        title: "DNS Error",
        status: 422,
        code: "ERROR_ZONE_VALIDATION_FAILED",
        detail: "Zone validation failed",
        zone_name: `${name}.`
      })
      const problems = problemsOf(body)
      assert.include(problems, "body.rrsets.1: cname_conflict")
      assert.isTrue(
        problems.some((problem) => /^body\.rrsets\.2\..*invalid_rdata$|^body\.rrsets\.2: invalid_rdata$/.test(problem))
      )
      assert.isTrue(problems.some((problem) => /^body\.rrsets\.3.*: invalid_ttl$/.test(problem)))
      const found = errors.find(({ type }: { type: string }) => type === "cname_conflict")
      assert.deepStrictEqual(found.input, conflict)
      assert.isString(found.msg)
      assert.strictEqual((yield* call("GET", `/v1/dns/${name}`)).status, 404)
    }))

  it.effect("422: a name that is reserved, with the reason", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller()
      const { body, status } = yield* call("POST", "/v1/dns", { name: "Shop.Invalid" })
      assert.deepStrictEqual([status, body], [422, {
        type: "dns-zone-validation",
        title: "DNS Error",
        status: 422,
        code: "ERROR_ZONE_VALIDATION_FAILED",
        detail: "Zone validation failed",
        zone_name: "shop.invalid.",
        errors: [{
          loc: ["body", "name"],
          type: "reserved_name",
          msg: "Resolvers do not ask nameservers for names of invalid.",
          input: "Shop.Invalid",
          ctx: {
            message: "Resolvers do not ask nameservers for names of invalid.",
            level: "error",
            reason: "special_use",
            reserved: "invalid."
          }
        }]
      }])
    }))

  it.effect("422: a name that is none, and a type that does not exist", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller()
      const named = yield* call("POST", "/v1/dns", { name: "a..example" })
      assert.deepStrictEqual([named.status, named.body.errors[0].loc], [422, ["body", "name"]])
      const typed = yield* call("POST", "/v1/dns", {
        name: yield* newZoneName,
        rrsets: [rrset("www", "NULL", 300, "x")]
      })
      assert.deepStrictEqual(problemsOf(typed.body), ["body.rrsets.0: unsupported_type"])
    }))
})
