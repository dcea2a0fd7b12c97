import { assert, describe, layer } from "@effect/vitest"
import { AgentPolicies, type ApprovalId, Approvals, standardPolicy } from "@namewright/core/approvals"
import { CurrentActor, limits } from "@namewright/core/shared"
import { Effect } from "effect"
import { storedDomain } from "../../domains/storedDomain.ts"
import { agentOf } from "../../mcp/agent.ts"
import { AgentEndpoint } from "../../mcp/AgentEndpoint.ts"
import { TestPlatform } from "../../support/TestPlatform.ts"

type Agent = Effect.Success<ReturnType<typeof agentOf>>

/** A client without forms. */
const formless = { capabilities: {} }

const pages = "https://api.example.net/approvals"

const inPerson = <A, E, R>(agent: Agent, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(TestPlatform, ({ actor }) => Effect.provideServiceEffect(effect, CurrentActor, actor(agent.token)))

/** Paths of an approval, by the policy of the organization. */
const paths = ["a token in the conversation", "the web page"] as const

const agentOn = Effect.fnUntraced(function*(path: (typeof paths)[number]) {
  const agent = yield* agentOf()
  const policies = yield* AgentPolicies
  const require_web_approval = path === "the web page"
  yield* Effect.orDie(inPerson(agent, policies.replace({ ...standardPolicy, require_web_approval })))
  return agent
})

/** Question of a call, and the contents of its page. */
const asked = Effect.fnUntraced(function*(agent: Agent, call: object, tool = "call_operation") {
  const approvals = yield* Approvals
  const answered = yield* agent.content(tool, call, formless)
  assert.strictEqual(answered.status, "confirmation_required", JSON.stringify(answered).slice(0, 2000))
  const page = { by: "created_on", order: "desc" } as const
  const { items: [newest] } = yield* inPerson(agent, approvals.list({}, page, { page: 1, page_size: 1 }))
  const approval_id = newest?.approval_id as ApprovalId
  const approval = yield* inPerson(agent, approvals.find(approval_id))
  const message: string = answered.message
  return {
    approval,
    message,
    confirmationToken: answered.confirmationToken as string,
    lines: message.split("\n"),
    shown: approval.contents.length > 0 ? approval.contents : approval.summary,
    link: `${pages}/${approval_id}`
  }
})

const issues = (answered: any): ReadonlyArray<string> =>
  answered.data.errors.map(({ loc, type }: any) => `${type} ${loc.join(".")}`)

const txt = (name: string, text: string) => ({
  op: "upsert",
  rrset: { name, type: "TXT", ttl: 300, records: [{ rdata: `"${text}"` }] }
})

const hijack = { op: "upsert", rrset: { name: "login", type: "A", ttl: 300, records: [{ rdata: "203.0.113.66" }] } }

const zoneOf = Effect.fnUntraced(function*(agent: Agent, name: string) {
  const created = yield* agent.rest("POST", "/v1/dns", { name, rrsets: [] })
  assert.strictEqual(created.status, 201)
  return name
})

let zones = 0

layer(AgentEndpoint.layerWith({}, { approvalPages: pages }))("the contents of an approval", (it) => {
  for (const path of paths) {
    describe(`by ${path}`, () => {
      it.effect("are shown in full after padding that fits into a question", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const zone_name = yield* zoneOf(agent, `padded-${++zones}.example`)
          const padding = Array.from({ length: 3 }, (_, at) => txt(`_${at}`, "x".repeat(250)))
          const { link, message } = yield* asked(agent, {
            operationId: "patchZoneRrsets",
            pathParams: { zone_name },
            body: { ops: [...padding, hijack] }
          })
          assert.include(message, "203.0.113.66")
          assert.notInclude(message, "…")
          if (path !== "the web page") assert.notInclude(message, link)
        }))

      it.effect("are counted by kind and object after longer padding, with every line on the page", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const zone_name = yield* zoneOf(agent, `padded-${++zones}.example`)
          const padding = Array.from({ length: 200 }, (_, at) => txt(`_${at}`, "x".repeat(200)))
          const { link, message, shown } = yield* asked(agent, {
            operationId: "patchZoneRrsets",
            pathParams: { zone_name },
            body: { ops: [hijack, ...padding] }
          })
          assert.include(message, "Sends ops: 201 (upsert A 1, upsert TXT 200) for \"login\", \"_0\"")
          assert.include(message, link)
          assert.isTrue(shown.some((line) => line.includes("203.0.113.66")))
          assert.lengthOf(shown, 202)
        }))

      it.effect("include the complete URL, regardless of its length", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const url = `https://hooks.example.org/${"a".repeat(1900)}/../../evil`
          const { message, shown } = yield* asked(agent, { operationId: "createWebhook", body: { url } })
          assert.include(message, `Sends url: ${JSON.stringify(url)}`)
          assert.isTrue(shown.some((line) => line.includes(url)))
        }))

      it.effect("have no unknown members", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const label = { type: "DOMAIN", label: "vip" }
          const single = { command: "dns_zone_create", payload: { name: "a.example", note: "x" } }
          const calls = [
            [{ operationId: "createTag", body: { aaa: "x".repeat(9000), ...label } }, ["extra_forbidden body.aaa"]],
            [{ operationId: "createTag", query: { dry: "1" }, body: label }, ["extra_forbidden query.dry"]],
            [
              { operationId: "deleteTag", pathParams: { tag_id: "tag_01h455vb4pex5vsknk084sn02q" }, body: label },
              ["extra_forbidden body.type", "extra_forbidden body.label"]
            ],
            [
              { operationId: "submitBatch", body: { commands: [single] } },
              ["extra_forbidden body.commands.0.payload.note"]
            ],
            [
              {
                operationId: "submitBatch",
                body: {
                  commands: [{
                    command: "dns_zone_create_bulk",
                    payload: { template: { note: "x" }, instances: [{ name: "a.example", other: 1 }] }
                  }]
                }
              },
              [
                "extra_forbidden body.commands.0.payload.template.note",
                "extra_forbidden body.commands.0.payload.instances.0.other"
              ]
            ]
          ] as const
          for (const [call, expected] of calls) {
            const answered = yield* agent.content("call_operation", call, formless)
            assert.strictEqual(answered.httpStatus, 422, JSON.stringify(answered))
            assert.sameMembers([...issues(answered)], [...expected])
          }
          const approvals = yield* Approvals
          const all = { by: "created_on", order: "desc" } as const
          const { total } = yield* inPerson(agent, approvals.list({}, all, { page: 1, page_size: 1 }))
          assert.strictEqual(total, 0)
        }))

      it.effect("are in the order of the schema, regardless of the caller's order", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const body = { description: "d".repeat(1000), color: "color-1", label: "vip", type: "DOMAIN" }
          const { lines } = yield* asked(agent, { operationId: "createTag", body })
          const sent = lines.filter((line) => line.startsWith("Sends ")).map((line) => /^Sends (\w+)/.exec(line)?.[1])
          assert.deepStrictEqual(sent, ["type", "label", "color", "description"])
        }))

      it.effect("have one line per member, regardless of the characters in its text", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const description = [
            "x\nPrice: 0.00 EUR",
            "\u2028Risk: reads data",
            `${" ".repeat(40)}Price: 0.00 EUR`,
            `${"\u3000".repeat(40)}Price: 0.00 EUR`,
            `${"\u2800".repeat(40)}\u3164\u{e0041}\u202e`
          ].join("")
          const { approval, lines } = yield* asked(agent, {
            operationId: "createTag",
            body: { type: "DOMAIN", label: "vip", description }
          })
          assert.lengthOf(lines.filter((line) => /^\W*(?:Price|Risk):/u.test(line)), 1)
          for (const line of [...lines, ...approval.summary]) {
            assert.notMatch(line, / {2}|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u3000]/u)
          }
          assert.isTrue(lines.some((line) => line.includes(String.raw`\u3000\u3000`)))
          assert.isTrue(lines.some((line) => line.includes(String.raw`\u{e0041}\u202e`)))
        }))

      it.effect("are not masked by names similar to those of secrets", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const user = {
            username: "new.user",
            email: "new@example.org",
            first_name: "New",
            last_name: "User",
            locale: "en_GB",
            user_attributes: [{ key: "access", value: { secret_role: "owner", tokens: "shown" } }]
          }
          const { message } = yield* asked(agent, { operationId: "createUser", body: user })
          assert.include(message, "\"secret_role\":\"owner\"")
          assert.include(message, "\"tokens\":\"shown\"")
        }))

      it.effect("include as many domains of a bulk change as fit, regardless of the agent's sample size", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const names = ["a", "b", "c", "d", "e"].map((name) => `${name}.sampled-${++zones}.example`)
          yield* Effect.forEach(names, (name) => storedDomain(agent.organization, name))
          const { message } = yield* asked(agent, {
            templateType: "domain_update_bulk",
            template: { renewal_mode: "expire" },
            selector: {},
            sampleSize: 1
          }, "bulk_submit")
          assert.include(message, `Domains: ${names.toSorted().join(", ")}`)
        }))

      it.effect("have as many jobs as bulk_submit allows, in any number of commands", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const instances = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `d${at}.example` }))
          const bulk = (count: number) => ({
            command: "dns_zone_create_bulk",
            payload: { instances: instances(count) }
          })
          const single = (at: number) => ({ command: "dns_zone_create", payload: { name: `s${at}.example` } })
          const singles = Array.from({ length: limits.approvalJobs }, (_, at) => single(at))
          const most = limits.approvalJobs
          for (const commands of [[bulk(most), single(0)], [bulk(600), bulk(600)], [...singles, single(most)]]) {
            const answered = yield* agent.content("call_operation", {
              operationId: "submitBatch",
              body: { commands }
            }, formless)
            assert.strictEqual(answered.httpStatus, 422, JSON.stringify(answered).slice(0, 500))
            assert.deepStrictEqual(issues(answered), ["too_long body.commands"])
          }
          const { lines, link, message, shown } = yield* asked(agent, {
            operationId: "submitBatch",
            body: { commands: singles }
          })
          assert.isTrue(
            lines.some((line) => line.startsWith(`dns_zone_create: ${most} commands, ${most} jobs for `)),
            message
          )
          assert.include(message, link)
          for (const { payload: { name } } of singles) {
            assert.isTrue(shown.some((line) => line.includes(`"${name}"`)), name)
          }
        }))

      it.effect("name the objects of each command of a batch", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const [first, second] = yield* Effect.forEach(
            [`first-${++zones}.example`, `second-${++zones}.example`],
            (name) => storedDomain(agent.organization, name)
          )
          const payload = {
            template: { renewal_mode: "expire" },
            instances: [{ domain_id: first?.domain_id }, { domain_id: second?.domain_id, transfer_lock: false }]
          }
          const { lines } = yield* asked(agent, {
            operationId: "submitBatch",
            body: { commands: [{ command: "domain_update_bulk", payload }] }
          })
          assert.includeMembers(lines, [
            "Command 1: domain_update_bulk, 2 jobs",
            "Each renewal_mode: \"expire\"",
            `Instance 1, ${first?.name}: {"domain_id":"${first?.domain_id}"}`,
            `Instance 2, ${second?.name}: {"domain_id":"${second?.domain_id}","transfer_lock":false}`
          ])
        }))

      it.effect("include every line of a master file", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const zone_name = yield* zoneOf(agent, `file-${++zones}.example`)
          const records = Array.from({ length: 400 }, (_, index) => `h${index} 300 IN A 192.0.2.${index % 250}`)
          const { message, shown } = yield* asked(agent, {
            operationId: "importZoneMasterFile",
            pathParams: { zone_name },
            body: { master_file: [...records, "login 300 IN A 203.0.113.66"].join("\n") }
          })
          assert.match(message, /Sends master_file: \d+ characters in 401 lines/)
          assert.isTrue(shown.some((line) => line.includes("line 401: \"login 300 IN A 203.0.113.66\"")))
        }))

      it.effect("fit on a page, or the call is refused", () =>
        Effect.gen(function*() {
          const agent = yield* agentOn(path)
          const zone_name = yield* zoneOf(agent, `large-${++zones}.example`)
          const master_file = "; padding\n".repeat(limits.approvalContents / 10)
          const answered = yield* agent.content("call_operation", {
            operationId: "importZoneMasterFile",
            pathParams: { zone_name },
            body: { master_file }
          }, formless)
          assert.deepStrictEqual([answered.httpStatus, issues(answered)], [422, ["too_long body"]])
        }))
    })
  }
})

layer(AgentEndpoint.layer)("the contents of an approval without a page", (it) => {
  it.effect("are shown in full in the question, or the call is refused", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const zone_name = yield* zoneOf(agent, "no-page.example")
      const call = (count: number) => ({
        operationId: "patchZoneRrsets",
        pathParams: { zone_name },
        body: { ops: [...Array.from({ length: count }, (_, at) => txt(`_${at}`, "x".repeat(200))), hijack] }
      })
      assert.include((yield* agent.content("call_operation", call(20), formless)).message, "203.0.113.66")
      const refused = yield* agent.content("call_operation", call(200), formless)
      assert.deepStrictEqual([refused.httpStatus, issues(refused)], [422, ["too_long body"]])
    }))

  it.effect("are the same in a form and with a token", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const zone_name = yield* zoneOf(agent, "form-page.example")
      const body = { ops: [...Array.from({ length: 20 }, (_, at) => txt(`_${at}`, "x".repeat(200))), hijack] }
      const { inputRequests } = yield* agent.call("call_operation", {
        operationId: "patchZoneRrsets",
        pathParams: { zone_name },
        body
      })
      assert.include(inputRequests.approval.params.message, "203.0.113.66")
    }))
})
