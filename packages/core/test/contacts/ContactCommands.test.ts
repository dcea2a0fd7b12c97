import { assert, describe, layer } from "@effect/vitest"
import { contactCommands, ContactStore } from "@namewright/core/contacts"
import { isPlanned, JobKinds } from "@namewright/core/jobs"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { again, expanded, formProblems, onlyJob, problemsOf, run, running } from "../jobs/CommandBench.ts"
import { contactsPlatform, inNewOrganization } from "./ContactsPlatform.ts"

const [contactCreate] = contactCommands
const platform = contactCreate.layer.pipe(
  Layer.provideMerge(JobKinds.layer),
  Layer.provideMerge(contactsPlatform)
)

const whole = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.org",
  phone: "+49 30 123456",
  street: "Invalidenstr. 1",
  city: "Berlin",
  postal_code: "10115",
  country: "de"
}
const { country, first_name, ...others } = whole
const stored = { ...whole, phone: "+49.30123456", country: "DE" }

const everything = [{ by: "created_on", order: "asc" }, { page: 1, page_size: 100 }] as const
const contactsNow = Effect.gen(function*() {
  const store = yield* ContactStore
  const { organization_id } = yield* CurrentActor
  return (yield* store.list(organization_id, {}, ...everything)).items
})

layer(platform)("Contact commands", (it) => {
  describe("contact_create", () => {
    it.effect("becomes one job", () =>
      inNewOrganization(Effect.gen(function*() {
        assert.deepStrictEqual(yield* onlyJob("contact_create", { ...whole, org: "", title: null }), {
          instance_index: null,
          kind: "contact_create",
          operation: "create",
          resource_key: "ada@example.org",
          ordering_key: "contact ada@example.org",
          display: "Create Contact 'ada@example.org'",
          payload: {
            type: "contact_create",
            operation: "create",
            contact: { ...stored, disclose: false }
          }
        })
      })))

    it.effect("refuses every wrong member at once", () =>
      Effect.gen(function*() {
        assert.sameMembers(
          yield* formProblems("contact_create", {
            ...others,
            email: "nobody",
            phone: "12",
            country: "ZZ",
            city: 1
          }),
          [
            "first_name: missing",
            "email: invalid_email",
            "phone: invalid_phone",
            "country: country_code",
            "city: string_type"
          ]
        )
      }))

    it.effect("names a postal code that its country does not have as a problem of its own", () =>
      inNewOrganization(Effect.gen(function*() {
        const [parts] = yield* expanded("contact_create", { ...whole, postal_code: "1011" })
        assert.deepStrictEqual(parts, [{
          instance_index: null,
          resource_key: "ada@example.org",
          code: "INVALID_POSTAL_CODE",
          type: "validation-error",
          error: "\"1011\" is not a postal code of DE; an example is 26133"
        }])
      })))

    it.effect("needs the right to make contacts", () =>
      inNewOrganization(Effect.gen(function*() {
        const actor = yield* CurrentActor
        const refused = yield* expanded("contact_create", whole).pipe(
          Effect.provideService(CurrentActor, { ...actor, permissions: new Set(["contacts:read" as const]) }),
          Effect.flip
        )
        assert.strictEqual(refused._tag, "PermissionDenied")
      })))
  })

  describe("contact_create_bulk", () => {
    it.effect.each([
      ["any member in the template", others, { first_name, country }],
      ["any member in the instance", {}, whole],
      ["no template", undefined, whole],
      ["a template of nothing", null, whole],
      ["null as silence", whole, { first_name: null, country: null, disclose: null }],
      ["members of its own before those of the template", { ...whole, city: "Bonn", country: "AT" }, {
        city: "Berlin",
        country: "DE"
      }],
      ["an empty text that takes a member away", { ...whole, org: "Engines Ltd" }, { org: " " }]
    ])("takes %s", ([, template, instance]) =>
      inNewOrganization(Effect.gen(function*() {
        const job = yield* onlyJob("contact_create_bulk", {
          ...(template === undefined ? {} : { template }),
          instances: [instance]
        })
        const { disclose: _, org, ...contact } = job.payload["contact"] as Record<string, unknown>
        assert.deepStrictEqual(contact, stored)
        assert.include([undefined, ""], org)
        assert.strictEqual(job.payload["type"], "contact_create_bulk")
        yield* run(yield* running(job))
        const [made] = yield* contactsNow
        assert.deepInclude(made, { ...stored, org: null, disclose: false })
      })))

    it.effect("names every problem of each instance, and plans the others", () =>
      inNewOrganization(Effect.gen(function*() {
        const [parts = []] = yield* expanded("contact_create_bulk", {
          template: others,
          instances: [
            { first_name, country },
            { country: "AT" },
            { first_name, country, postal_code: "D-1" },
            { first_name },
            { first_name, country: "NL", postal_code: "1234 AB", email: "other@example.org" }
          ]
        })
        assert.deepStrictEqual(parts.map(isPlanned), [true, false, false, false, true])
        assert.deepStrictEqual(problemsOf(parts), [
          "1 MISSING_FIELD ada@example.org",
          "2 INVALID_POSTAL_CODE ada@example.org",
          "3 MISSING_FIELD ada@example.org"
        ])
        assert.deepStrictEqual(
          parts.flatMap((part) => isPlanned(part) ? [] : [part.error])[0],
          "Neither the instance nor its template has first_name; \"10115\" is not a postal code of AT; an example is 1010"
        )
      })))

    it.effect("refuses invalid members of template and instances, each at its pointer", () =>
      Effect.gen(function*() {
        assert.sameMembers(
          yield* formProblems("contact_create_bulk", {
            template: { ...others, phone: "1", org: 7 },
            instances: [{ first_name: "" }, { fax: "none", disclose: "no" }]
          }),
          [
            "template.phone: invalid_phone",
            "template.org: string_type",
            "instances.0.first_name: string_too_short",
            "instances.1.fax: invalid_phone",
            "instances.1.disclose: bool_parsing"
          ]
        )
        assert.deepStrictEqual(yield* formProblems("contact_create_bulk", { instances: [] }), ["instances: too_short"])
      }))
  })

  describe("a job", () => {
    it.effect("makes one contact, however often it is run", () =>
      inNewOrganization(Effect.gen(function*() {
        const job = yield* running(yield* onlyJob("contact_create", whole))
        const result = yield* run(job)
        assert.deepStrictEqual(yield* run(again(job)), result)
        const [made, ...rest] = yield* contactsNow
        assert.deepStrictEqual(rest, [])
        assert.deepInclude(result, { type: "contact_create" })
        assert.strictEqual(result?.["contact_id"], made?.contact_id)
      })))

    it.effect("makes a contact beside that of another one with the same request", () =>
      inNewOrganization(Effect.gen(function*() {
        const planned = yield* onlyJob("contact_create", whole)
        yield* run(yield* running(planned))
        yield* run(yield* running(planned))
        assert.strictEqual((yield* contactsNow).length, 2)
      })))

    it.effect("whose stored request is no longer valid fails permanently", () =>
      inNewOrganization(Effect.gen(function*() {
        const job = yield* running(yield* onlyJob("contact_create", whole), { payload: { type: "contact_create" } })
        assert.deepInclude(yield* Effect.flip(run(job)), { _tag: "JobFailure", error_class: "ValidationError" })
        assert.deepStrictEqual(yield* contactsNow, [])
      })))
  })
})
