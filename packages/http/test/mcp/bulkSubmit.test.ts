import { assert, describe, layer } from "@effect/vitest"
import { DomainStore } from "@namewright/core/domains"
import type { OrganizationId, Permission } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { storedDomain } from "../domains/storedDomain.ts"
import { work } from "../jobs/caller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

/** A client that cannot ask by a form. */
const formless = { capabilities: {} }

const accepted = (requestState: string) => ({
  params: { requestState, inputResponses: { approval: { action: "accept", content: { note: "go on" } } } }
})

const expire = { templateType: "domain_update_bulk", template: { renewal_mode: "expire" }, selector: {} }

const store = (organization: OrganizationId, ...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => storedDomain(organization, name))

/** Agent of a user whose organization owns these domains. */
const agentWith = Effect.fnUntraced(function*(names: ReadonlyArray<string>, rights?: ReadonlyArray<Permission>) {
  const { key, fetch } = yield* TestPlatform
  const agent = yield* agentOf(rights === undefined ? {} : { rights })
  const { organization } = agent
  const domains = yield* store(organization, ...names)
  const reader = yield* key(organization)
  const get = (path: string) => Effect.map(fetch("GET", path, undefined, { key: reader }), ({ body }) => body)
  return Object.assign(agent, { domains, get, batches: Effect.map(get("/v1/jobs"), ({ total }) => total) })
})

layer(AgentEndpoint.layer)("bulk_submit", (it) => {
  it.effect("submits one command for all domains when its user accepts", () =>
    Effect.gen(function*() {
      const agent = yield* agentWith(["b.example", "a.example", "c.example"])
      const input = { ...expire, selector: { tld: ["example"], search: "." }, sampleSize: 2, label: " Let go " }
      const asked = yield* agent.call("bulk_submit", input)
      assert.strictEqual(asked.resultType, "input_required")
      const lines: ReadonlyArray<string> = asked.inputRequests.approval.params.message.split("\n")
      assert.includeMembers([...lines], [
        "POST /v1/jobs",
        "Risk: writes data",
        "domain_update_bulk for 3 domains",
        "Filters: {\"tld\":[\"example\"],\"search\":\".\"}",
        "Sets renewal_mode: \"expire\"",
        "Domains: a.example, b.example, c.example",
        "Label: \"Let go\""
      ])
      assert.strictEqual(yield* agent.batches, 0)

      const done = yield* agent.content("bulk_submit", input, accepted(asked.requestState))
      const { batch_id } = done.data
      assert.deepStrictEqual(done, {
        status: "ok",
        operationId: "submitBatch",
        httpStatus: 201,
        data: {
          batch_id,
          total_commands: 1,
          jobs_created: 3,
          jobs_duplicated: 0,
          jobs_failed: 0,
          duplicates: [],
          errors: [],
          status_url: `/v1/jobs/${batch_id}`
        },
        truncated: false
      })
      assert.strictEqual((yield* agent.get(`/v1/jobs/${batch_id}`)).label, "Let go")
      const jobs = yield* agent.get(`/v1/jobs/${batch_id}/jobs`)
      const byName = agent.domains.toSorted((a, b) => a.name < b.name ? -1 : 1)
      assert.deepStrictEqual(
        jobs.items.map((job: any) => [job.command, job.payload.domain]),
        byName.map(({ domain_id }) => ["domain_update_bulk", { domain_id, renewal_mode: "expire" }])
      )
    }))

  it.effect("submits once when the call is repeated with its token", () =>
    Effect.gen(function*() {
      const agent = yield* agentWith(["token.example"])
      const input = { templateType: "dns_zone_create_bulk", template: {}, selector: {} }
      const { confirmationToken, message, operationId, safety, status } = yield* agent.content(
        "bulk_submit",
        input,
        formless
      )
      assert.deepStrictEqual([status, operationId], ["confirmation_required", "submitBatch"])
      assert.deepStrictEqual(safety, { read: false, write: true, cost: false, destructive: false, access: false })
      assert.include(message, "\ndns_zone_create_bulk for 1 domain\nFilters: none, the entire portfolio\n")
      const again = { ...input, confirmationToken }
      const done = yield* agent.content("bulk_submit", again, formless)
      assert.deepStrictEqual([done.status, done.data.jobs_created], ["ok", 1])
      const replayed = yield* agent.content("bulk_submit", again, formless)
      assert.strictEqual(replayed.status, "confirmation_required")
      assert.strictEqual(yield* agent.batches, 1)
    }))

  it.effect("gives every zone the operations of the template", () =>
    Effect.gen(function*() {
      const agent = yield* agentWith(["one.example", "two.example"])
      const ops = [{ op: "upsert", rrset: { name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] } }]
      const input = { templateType: "dns_zone_patch_rrsets_bulk", template: { ops }, selector: {} }
      const { confirmationToken, message } = yield* agent.content("bulk_submit", input, formless)
      assert.include(message, `Sets ops: ${JSON.stringify(ops)}`)
      const { data } = yield* agent.content("bulk_submit", { ...input, confirmationToken }, formless)
      const jobs = yield* agent.get(`/v1/jobs/${data.batch_id}/jobs`)
      assert.deepStrictEqual(
        jobs.items.map((job: any) => job.payload.zone),
        ["one.example.", "two.example."].map((zone_name) => ({ zone_name, ops }))
      )
    }))

  it.effect("runs after the end of the conversation, and shows its progress", () =>
    Effect.gen(function*() {
      const agent = yield* agentWith(["made.example", "also-made.example"])
      const input = { templateType: "dns_zone_create_bulk", template: {}, selector: {}, label: "Zones" }
      const { requestState } = yield* agent.call("bulk_submit", input)
      const { data } = yield* agent.content("bulk_submit", input, accepted(requestState))
      const status = agent.content("job_batch_status", { batchId: data.batch_id })
      assert.deepInclude(yield* status, { label: "Zones", status: "pending", progress_percentage: 0, total_jobs: 2 })
      yield* work
      assert.deepInclude(yield* status, { status: "complete", progress_percentage: 100 })
      const zones = yield* agent.get("/v1/dns?sort_by=name&sort_order=asc")
      assert.deepStrictEqual(zones.items.map(({ name }: { name: string }) => name), [
        "also-made.example.",
        "made.example."
      ])
    }))

  describe("an approved bulk change", () => {
    let tests = 0
    /** A token for a change of two domains. */
    const approved = Effect.gen(function*() {
      const names = ["first", "second"].map((name) => `${name}.n${++tests}.example`)
      const agent = yield* agentWith(names)
      const { confirmationToken } = yield* agent.content("bulk_submit", expire, formless)
      return {
        ...agent,
        confirmationToken,
        submit: (more: object = {}) => agent.content("bulk_submit", { ...expire, confirmationToken, ...more }, formless)
      }
    })

    it.effect.each(
      [
        ["a domain came", { came: true, went: false }],
        ["a domain went", { came: false, went: true }],
        ["a domain came in the place of another", { came: true, went: true }]
      ] as const
    )("is not submitted after %s, and asked about anew", ([, { came, went }]) =>
      Effect.gen(function*() {
        const { batches, confirmationToken, domains: [domain], organization, submit } = yield* approved
        const { remove } = yield* DomainStore
        if (went) yield* remove(domain!.domain_id)
        if (came) yield* store(organization, went ? domain!.name : `third.${domain!.name}`)
        const answered = yield* submit()
        assert.strictEqual(answered.status, "confirmation_required")
        assert.notStrictEqual(answered.confirmationToken, confirmationToken)
        assert.strictEqual(yield* batches, 0)
        const done = yield* submit({ confirmationToken: answered.confirmationToken })
        assert.deepStrictEqual([done.status, done.data.jobs_created], ["ok", 2 + (came ? 1 : 0) - (went ? 1 : 0)])
      }))

    it.effect("is not submitted by a form after a domain was added", () =>
      Effect.gen(function*() {
        const { batches, call, organization } = yield* agentWith(["form.example"])
        const { requestState } = yield* call("bulk_submit", expire)
        yield* store(organization, "late.form.example")
        const again = yield* call("bulk_submit", expire, accepted(requestState))
        assert.strictEqual(again.resultType, "input_required")
        assert.notStrictEqual(again.requestState, requestState)
        assert.include(again.inputRequests.approval.params.message, "for 2 domains")
        assert.strictEqual(yield* batches, 0)
        const done = yield* call("bulk_submit", expire, accepted(again.requestState))
        assert.strictEqual(done.structuredContent.data.jobs_created, 2)
      }))

    it.effect.each(
      [
        ["template", { template: { renewal_mode: "renew" } }],
        ["command", { templateType: "dns_zone_create_bulk", template: {} }],
        ["selection", { selector: { search: "first" } }],
        ["label", { label: "other" }]
      ] as const
    )("is not submitted with another %s, and can still be", ([, input]) =>
      Effect.gen(function*() {
        const { batches, submit } = yield* approved
        assert.strictEqual((yield* submit(input)).status, "confirmation_required")
        assert.strictEqual(yield* batches, 0)
        assert.strictEqual((yield* submit()).status, "ok")
      }))

    it.effect("is not submitted by another user of the organization", () =>
      Effect.gen(function*() {
        const { batches, confirmationToken, organization } = yield* approved
        const other = yield* agentOf({ of: organization })
        const answered = yield* other.content("bulk_submit", { ...expire, confirmationToken }, formless)
        assert.strictEqual(answered.status, "confirmation_required")
        assert.strictEqual(yield* batches, 0)
      }))

    it.effect("is not submitted after five minutes", () =>
      Effect.gen(function*() {
        const { batches, submit } = yield* approved
        yield* TestClock.adjust("6 minutes")
        assert.strictEqual((yield* submit()).status, "confirmation_required")
        assert.strictEqual(yield* batches, 0)
      }))

    it.effect("is the same with other filters that find the same domains", () =>
      Effect.gen(function*() {
        const { submit } = yield* approved
        assert.strictEqual((yield* submit({ selector: { search: "example" } })).status, "ok")
      }))

    it.effect("is submitted once by fifty concurrent calls", () =>
      Effect.gen(function*() {
        const agent = yield* agentWith(["once.example"])
        const { confirmationToken } = yield* agent.content("bulk_submit", expire, formless)
        const all = yield* Effect.forEach(
          Array.from({ length: 50 }),
          () => agent.content("bulk_submit", { ...expire, confirmationToken }, formless),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(all.filter(({ status }) => status === "ok").length, 1)
        assert.strictEqual(yield* agent.batches, 1)
      }))
  })

  it.effect("sends nothing when its user declines", () =>
    Effect.gen(function*() {
      const agent = yield* agentWith(["kept.example"])
      const { requestState } = yield* agent.call("bulk_submit", expire)
      const declined = yield* agent.content("bulk_submit", expire, {
        params: { requestState, inputResponses: { approval: { action: "decline" } } }
      })
      assert.deepStrictEqual([declined.status, declined.operationId], ["declined", "submitBatch"])
      assert.strictEqual(yield* agent.batches, 0)
      const done = yield* agent.content("bulk_submit", expire, accepted(requestState))
      assert.strictEqual(done.data.jobs_created, 1)
    }))

  it.effect("names the suborganization for which it acts", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const agent = yield* agentWith(["parent.example"])
      const sub = yield* organization({ parent: agent.organization })
      const [domain] = yield* store(sub, "sub.example")
      const input = { ...expire, selector: { organization_id: sub } }
      const { confirmationToken, message } = yield* agent.content("bulk_submit", input, formless)
      assert.include(
        message,
        "domain_update_bulk for 1 domain of \"Example Sub\"\nFilters: none, the entire portfolio\n"
      )
      assert.include(message, `For the suborganization "${sub}"`)
      const done = yield* agent.content("bulk_submit", { ...input, confirmationToken }, formless)
      const jobs = yield* agent.get(`/v1/jobs/${done.data.batch_id}/jobs`)
      assert.deepStrictEqual(jobs.items.map((job: any) => job.payload.domain.domain_id), [domain?.domain_id])
      const own = { ...expire, selector: { organization_id: agent.organization } }
      assert.notInclude((yield* agent.content("bulk_submit", own, formless)).message, "suborganization")
    }))

  it.effect("names the suborganization by its id without permission to read it", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const agent = yield* agentWith([], ["domains:read", "domains:manage", "jobs:manage"])
      const sub = yield* organization({ parent: agent.organization })
      yield* store(sub, "quiet.example")
      const { message } = yield* agent.content(
        "bulk_submit",
        { ...expire, selector: { organization_id: sub } },
        formless
      )
      assert.include(message, "domain_update_bulk for 1 domain\n")
      assert.include(message, `For the suborganization "${sub}"`)
    }))

  it.effect("asks no question about refused changes", () =>
    Effect.gen(function*() {
      const none = yield* agentWith([])
      const nothing = yield* none.call("bulk_submit", expire)
      assert.isTrue(nothing.isError)
      assert.match(nothing.structuredContent.message, /^The selector matched no domains\./)
      const wrong = yield* none.call("bulk_submit", { ...expire, hostnamePrefix: "*.", selector: { tdl: "com" } })
      assert.isTrue(wrong.isError)
      assert.include(wrong.structuredContent.message, "hostnamePrefix: domain_update_bulk has no prefix")
      const reader = yield* agentWith(["right.example"], ["domains:read", "jobs:manage"])
      const refused = yield* reader.call("bulk_submit", expire)
      assert.isTrue(refused.isError)
      assert.deepInclude(refused.structuredContent, { operationId: "submitBatch", httpStatus: 403 })
      assert.strictEqual(refused.structuredContent.data.permission, "domains:manage")
    }))

  it.effect("takes as many domains as one command takes, and no more", () =>
    Effect.gen(function*() {
      const names = Array.from({ length: 1000 }, (_, at) => `m${at}.example`)
      const agent = yield* agentWith(names)
      const { confirmationToken, message } = yield* agent.content("bulk_submit", expire, formless)
      assert.include(message, "for 1000 domains")
      assert.match(message, / and 9\d\d more$/m)
      const done = yield* agent.content("bulk_submit", { ...expire, confirmationToken }, formless)
      assert.strictEqual(done.data.jobs_created, 1000)
      yield* store(agent.organization, "more.example")
      const { isError, structuredContent } = yield* agent.call("bulk_submit", expire, formless)
      assert.isTrue(isError)
      assert.match(structuredContent.message, /^The selector matched 1001 domains, which exceeds the limit of 1000 /)
    }))

  it.effect("is not offered by the read-only endpoint", () =>
    Effect.gen(function*() {
      const agent = yield* agentWith(["readonly.example"])
      const names = (yield* agent.list("/mcp/readonly")).map(({ name }) => name)
      assert.include(names, "bulk_preview")
      assert.notInclude(names, "bulk_submit")
      const { error } = yield* agent.call("bulk_submit", expire, { path: "/mcp/readonly" })
      assert.strictEqual(error.code, -32602)
      assert.strictEqual(yield* agent.batches, 0)
    }))
})
