import { assert, describe, layer } from "@effect/vitest"
import { isPlanned } from "@namewright/core/jobs"
import { CurrentActor } from "@namewright/core/shared"
import { Effect } from "effect"
import { domainOf, expanded, formProblems, onlyJob, problemsOf, refusedPlaces } from "../jobs/CommandBench.ts"
import { anotherContact, customer, everyRole, onSqlite } from "./DomainsPlatform.ts"

const year = { unit: "y", value: 1 }
const stranger = "contact_01h2xcejqtf2nbrexx3vqjhp41"

/** Request with the same contact in every role. */
const inEveryRole = (contact_id: string) =>
  Object.fromEntries(["registrant", "admin", "tech", "billing"].map((role) => [role, [{ contact_id }]]))

layer(onSqlite)("Domain commands", (it) => {
  describe("domain_create", () => {
    it.effect("expands to one job with the encoded request", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const job = yield* owner.act(onlyJob("domain_create", {
          name: "Example.COM.",
          contacts: everyRole(owner.contact_id),
          period: 2,
          renewal_mode: "expire",
          nameservers: { 0: "ns1.example.net.", 3: { hostname: "ns2.example.net" } },
          auth_code: "Secret-Code-1",
          create_zone: null,
          expected_price: 9.5,
          unknown: true
        }))
        assert.deepStrictEqual(job, {
          instance_index: null,
          kind: "domain_create",
          operation: "create",
          resource_key: "example.com",
          ordering_key: "domain example.com",
          domain_name: "example.com",
          display: "Create Domain 'example.com'",
          payload: {
            type: "domain_create",
            operation: "create",
            domain: {
              name: "example.com",
              contacts: inEveryRole(owner.contact_id),
              period: { unit: "y", value: 2 },
              renewal_mode: "expire",
              nameservers: [{ hostname: "ns1.example.net", ip_addresses: [] }, {
                hostname: "ns2.example.net",
                ip_addresses: []
              }],
              auth_code: "Secret-Code-1",
              expected_price: "9.50"
            }
          }
        })
      }))

    it.effect("refuses every wrong member at once", () =>
      Effect.gen(function*() {
        assert.sameMembers(
          yield* formProblems("domain_create", {
            name: 7,
            contacts: { registrant: "host_1", tech: stranger },
            period: { unit: "w", value: 1 },
            auth_code: "short",
            expected_price: "1.234",
            nameservers: ["bad name"]
          }),
          [
            "name: string_type",
            "contacts.registrant: typeid_parsing",
            "period.unit: enum",
            "auth_code: string_too_short",
            "expected_price: string_pattern_mismatch",
            "nameservers.0: value_error",
            "renewal_mode: missing"
          ]
        )
      }))

    it.effect.each(
      [
        ["a name that is none", { name: "-bad-.com" }, "INVALID_DOMAIN_NAME -bad-.com"],
        ["a U-label", { name: "bücher.com" }, "INVALID_DOMAIN_NAME bücher.com"],
        ["a single label", { name: "com" }, "INVALID_DOMAIN_NAME com"],
        ["a name of nothing", { name: "" }, "INVALID_DOMAIN_NAME "],
        ["a TLD that is not sold", { name: "Name.unsold" }, "ERROR_TLD_NOT_AVAILABLE name.unsold"],
        ["a name below a domain", { name: "www.example.com" }, "ERROR_TLD_NOT_AVAILABLE www.example.com"],
        ["a contact that is not there", { contacts: { registrant: stranger } }, "ERROR_CONTACT_NOT_FOUND fine.com"],
        [
          "everything at once",
          { name: "name.unsold", contacts: { registrant: stranger } },
          "ERROR_TLD_NOT_AVAILABLE name.unsold"
        ]
      ] as const
    )("makes %s a problem of its own", ([, members, expected]) =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [parts = []] = yield* owner.act(expanded("domain_create", {
          name: "fine.com",
          contacts: everyRole(owner.contact_id),
          period: year,
          renewal_mode: "renew",
          ...members
        }))
        assert.deepStrictEqual(problemsOf(parts), [`null ${expected}`])
      }))

    it.effect("accepts only contacts of its organization, and ignores roles that the TLD does not have", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const other = yield* customer()
        const command = (contacts: unknown) => ({ name: "roles.com", contacts, period: year, renewal_mode: "renew" })
        const [foreign, dropped] = yield* owner.act(expanded(
          "domain_create",
          command({ registrant: owner.contact_id, tech: other.contact_id }),
          command({ registrant: owner.contact_id, billing: stranger })
        ))
        assert.deepStrictEqual(problemsOf(foreign ?? []), ["null ERROR_CONTACT_NOT_FOUND roles.com"])
        assert.deepStrictEqual((dropped ?? []).map(isPlanned), [true])
      }))

    it.effect("requires the permission to manage domains", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const command = { name: "a.com", contacts: {}, period: year, renewal_mode: "renew" }
        const refused = yield* expanded("domain_create", command).pipe(
          Effect.provideService(CurrentActor, { ...owner.actor, permissions: new Set(["domains:read" as const]) }),
          Effect.flip
        )
        assert.strictEqual(refused._tag, "PermissionDenied")
      }))
  })

  describe("domain_create_bulk", () => {
    it.effect("merges each instance with the template, member by member", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const second = yield* anotherContact(owner)
        const template = {
          contacts: everyRole(owner.contact_id),
          period: year,
          renewal_mode: "renew",
          nameservers: ["ns1.example.net"],
          attributes: { auto_renew_period: "yearly" }
        }
        const [parts = []] = yield* owner.act(expanded("domain_create_bulk", {
          template,
          instances: [
            { name: "plain.com" },
            { name: "nulls.com", contacts: null, period: null, renewal_mode: null, nameservers: null },
            {
              name: "own.com",
              contacts: { registrant: second },
              period: 3,
              renewal_mode: "expire",
              nameservers: [],
              attributes: { auto_renew_period: "monthly" },
              auth_code: "Instance-Code",
              expected_price: "100.00",
              claims_notice_acceptance_hash: "hash",
              create_zone: true
            }
          ]
        }))
        const inherited = {
          contacts: inEveryRole(owner.contact_id),
          period: year,
          renewal_mode: "renew",
          nameservers: [{ hostname: "ns1.example.net", ip_addresses: [] }],
          attributes: { auto_renew_period: "yearly" }
        }
        assert.deepStrictEqual(parts.map(domainOf), [
          { name: "plain.com", ...inherited },
          { name: "nulls.com", ...inherited },
          {
            name: "own.com",
            contacts: { registrant: [{ contact_id: second }] },
            period: { unit: "y", value: 3 },
            renewal_mode: "expire",
            nameservers: [],
            attributes: { auto_renew_period: "monthly" },
            auth_code: "Instance-Code",
            expected_price: "100.00",
            claims_notice_acceptance_hash: "hash",
            create_zone: true
          }
        ])
        assert.deepStrictEqual(parts.map(({ instance_index }) => instance_index), [0, 1, 2])
        assert.strictEqual(isPlanned(parts[0]!) ? parts[0].payload["type"] : "", "domain_create_bulk")
        assert.notInclude(JSON.stringify(parts.map((part) => isPlanned(part) ? part.display : "")), "Instance-Code")
      }))

    it.effect("reports the problems of each instance, and plans the others", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const contacts = everyRole(owner.contact_id)
        const [parts = [], others = []] = yield* owner.act(expanded("domain_create_bulk", {
          template: { contacts, period: year },
          instances: [
            { name: "fine.com", renewal_mode: "renew" },
            { name: "no-mode.com" },
            { name: "bad..com", renewal_mode: "renew" },
            { name: "unknown.com", renewal_mode: "renew", contacts: { registrant: stranger, tech: stranger } },
            { name: "fine.net", renewal_mode: "expire" }
          ]
        }, { instances: [{ name: "bare.com" }] }))
        assert.deepStrictEqual(parts.map(isPlanned), [true, false, false, false, true])
        assert.deepStrictEqual(problemsOf([...parts, ...others]), [
          "1 MISSING_FIELD no-mode.com",
          "2 INVALID_DOMAIN_NAME bad..com",
          "3 ERROR_CONTACT_NOT_FOUND unknown.com",
          "0 MISSING_FIELD bare.com"
        ])
        assert.deepStrictEqual([...parts, ...others].flatMap((part) => isPlanned(part) ? [] : [part.error]), [
          "Neither the instance nor its template has renewal_mode",
          "A label is empty",
          `No contact ${stranger}`,
          "Neither the instance nor its template has contacts, period, renewal_mode"
        ])
      }))

    it.effect("refuses wrong members with their JSON pointers, and attributes that no domain may have", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        assert.sameMembers(
          yield* formProblems("domain_create_bulk", {
            template: { period: "long", contacts: { registrant: 5 } },
            instances: [{ renewal_mode: "renew" }, { name: "a.com", auth_code: "x" }]
          }),
          [
            "template.period: value_error",
            "template.contacts.registrant: value_error",
            "instances.0.name: missing",
            "instances.1.auth_code: string_too_short"
          ]
        )
        assert.deepStrictEqual(
          yield* owner.act(refusedPlaces(
            "domain_create_bulk",
            { instances: [{ name: "a.com" }] },
            {
              template: { attributes: { nonsense: "1", auto_renew_period: "daily" } },
              instances: [{ name: "a.com" }, { name: "b.com", attributes: { promotion: "1" } }]
            }
          )),
          [
            "1.payload.template.attributes.nonsense: extra_forbidden",
            "1.payload.template.attributes.auto_renew_period: enum",
            "1.payload.instances.1.attributes.promotion: value_error"
          ]
        )
      }))
  })

  describe("domain_transfer", () => {
    it.effect("expands to one job", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const job = yield* owner.act(onlyJob("domain_transfer", {
          name: "come.com",
          auth_code: "Transfer-Code",
          renewal_mode: "renew",
          contacts: { registrant: owner.contact_id }
        }))
        assert.deepInclude(job, {
          kind: "domain_transfer",
          operation: "transfer",
          ordering_key: "domain come.com",
          display: "Transfer Domain 'come.com'"
        })
        assert.deepStrictEqual(job.payload, {
          type: "domain_transfer",
          operation: "transfer",
          domain: {
            name: "come.com",
            auth_code: "Transfer-Code",
            renewal_mode: "renew",
            contacts: { registrant: [{ contact_id: owner.contact_id }] }
          }
        })
      }))

    it.effect("has a bulk form with a code for each name", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const [parts = []] = yield* owner.act(expanded("domain_transfer_bulk", {
          template: { renewal_mode: "renew", contacts: everyRole(owner.contact_id), period: year, auth_code: "shared" },
          instances: [
            { name: "one.com", auth_code: "Code-Of-One" },
            { name: "two.de", auth_code: "" },
            { name: "three.com", renewal_mode: "expire", expected_price: "12.00", contacts: { registrant: stranger } },
            { name: "four.unsold" }
          ]
        }))
        assert.deepStrictEqual(parts.slice(0, 2).map(domainOf), [
          {
            name: "one.com",
            auth_code: "Code-Of-One",
            renewal_mode: "renew",
            contacts: inEveryRole(owner.contact_id),
            period: year
          },
          {
            name: "two.de",
            auth_code: "",
            renewal_mode: "renew",
            contacts: inEveryRole(owner.contact_id),
            period: year
          }
        ])
        assert.deepStrictEqual(problemsOf(parts), [
          "2 ERROR_CONTACT_NOT_FOUND three.com",
          "3 ERROR_TLD_NOT_AVAILABLE four.unsold"
        ])
        const [bare = []] = yield* owner.act(expanded("domain_transfer_bulk", { instances: [{ name: "bare.com" }] }))
        assert.deepStrictEqual(problemsOf(bare), ["0 MISSING_FIELD bare.com"])
      }))
  })
})
