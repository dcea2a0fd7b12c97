import { afterAll, assert, describe, it } from "@effect/vitest"
import { ContactClaimStore } from "@namewright/core/contacts"
import { RegistryIntentStore } from "@namewright/core/registry"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { Effect } from "effect"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { killsAtEachStep, killStride } from "../../../../test/killStride.ts"
import { crashingBundle } from "./crashingBundle.ts"
import { type Customer, customer, eventsOf, register, statusTagsOf } from "./DomainsPlatform.ts"
import { attestEmail, attestName } from "./evidence.ts"
import { arrivedReports, reportTakers } from "./reportingPlatform.ts"
import { runToStep } from "./runToStep.ts"

const outcomes = ["accepted", "refused"] as const
type Outcome = (typeof outcomes)[number]

const name = "verify-killed.com"

const hour = 3_600_000
/** The registry demands the verification some minutes after the registration, before the process starts. */
const earlier = () => new Date(Date.now() - hour)
/** Later than the killed process worked, so that its leases have ended. */
const later = () => new Date(Date.now() + hour)

const statesOf = async (platform: TestPlatform, { contact_id, organization_id }: Customer) => {
  const { verifications } = await platform.as(organization_id, "admin").contacts.verifications(contact_id)
  return verifications.map(({ claim, state }) => `${claim} ${state}`)
}

/** A domain whose registrant the registry wants verified, and a contact with one of the two claims attested. */
const prepared = async (filename: string) => {
  await using platform = await testPlatform({ filename, now: earlier() })
  const { runtime } = platform
  const owner = await runtime.runPromise(customer(100_000, false))
  const domain = await runtime.runPromise(register(owner, name))
  await platform.clock.advance({ minutes: 5 })
  await runtime.runPromise(attestName(owner))
  assert.deepStrictEqual(await statesOf(platform, owner), ["NAME IN_PROGRESS", "EMAIL UNVERIFIED"])
  return { owner, domain }
}

type Prepared = Awaited<ReturnType<typeof prepared>>

const stateOf = async (platform: TestPlatform, { domain, owner }: Prepared) => {
  const { contact_id, organization_id } = owner
  const { runtime } = platform
  const caller = platform.as(organization_id, "admin")
  const contact = await caller.contacts.get(contact_id, { include: ["tags"] })
  return {
    claims: await statesOf(platform, owner),
    demands:
      (await runtime.runPromise(ContactClaimStore.use(({ demandsOf }) => demandsOf(organization_id, contact_id))))
        .length,
    events: await runtime.runPromise(eventsOf(owner, contact_id)),
    intents: (await runtime.runPromise(
      RegistryIntentStore.use(({ ofObject }) => ofObject(`${contact_id} ${domain.registry}`))
    )).length,
    tags: [
      ...await runtime.runPromise(statusTagsOf(domain)),
      ...contact.status_tags?.map(({ tag_type }) => tag_type) ?? []
    ]
  }
}

/** State an hour after the start. A caller without a response repeats its attestation if it was not stored. */
const recovered = async (filename: string, arrived: string, outcome: Outcome, given: Prepared) => {
  const registries = reportTakers({ arrived, refuses: outcome === "refused" })
  await using platform = await testPlatform({ filename, now: later(), registries })
  const { claims, events } = await stateOf(platform, given)
  if (claims.includes("EMAIL UNVERIFIED") && events.length === 0) {
    await platform.runtime.runPromise(attestEmail(given.owner))
  }
  await platform.clock.advance({ hours: 1 })
  return await stateOf(platform, given)
}

/** State after the claims were attested again, to a registry that accepts their report. */
const attestedAgain = async (filename: string, arrived: string, given: Prepared) => {
  const registries = reportTakers({ arrived, refuses: false })
  await using platform = await testPlatform({ filename, now: new Date(Date.now() + 3 * hour), registries })
  await platform.runtime.runPromise(Effect.andThen(attestName(given.owner, "kyc-2"), attestEmail(given.owner)))
  await platform.clock.advance({ hours: 1 })
  return await stateOf(platform, given)
}

const isVerified = {
  claims: ["NAME VERIFIED", "EMAIL VERIFIED"],
  demands: 0,
  events: ["VERIFICATION/SUCCESS"],
  intents: 0,
  tags: []
}

const expected = {
  accepted: isVerified,
  refused: {
    claims: ["NAME UNVERIFIED", "EMAIL UNVERIFIED"],
    demands: 1,
    events: ["VERIFICATION/FAILURE"],
    intents: 0,
    tags: ["VERIFICATION_REQUIRED", "VERIFICATION_REQUIRED"]
  }
}

/** A registry that refuses the first report gets no other. */
const reports = { accepted: ["EMAIL mail-1", "NAME kyc-1"], refused: ["NAME kyc-1"] }

const maximumSteps = 300

describe("a process that is killed while a registry decides on the verification of a contact", () => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-reports-"))
  let bundle: Promise<string> | undefined
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const bundled = () =>
    bundle ??= Effect.runPromise(crashingBundle(folder, join(import.meta.dirname, "reportingProcess.ts")))

  for (const outcome of outcomes) {
    it(
      `loses no evidence, and reports it again only without an answer (${outcome})`,
      { timeout: 600_000 },
      async () => {
        const script = await bundled()
        const base = join(folder, `${outcome}.sqlite`)
        const given = await prepared(base)
        const { contact_id, organization_id } = given.owner
        const repeated: Array<number> = []
        const reportedBefore: Array<number> = []
        let steps = 1 - killStride
        for (let finished = false; !finished;) {
          steps += killStride
          assert.isBelow(steps, maximumSteps)
          const file = join(folder, `${outcome}-${steps}.sqlite`)
          const arrived = join(folder, `${outcome}-${steps}.arrived`)
          const at = `step ${steps}`
          copyFileSync(base, file)
          const args = [file, organization_id, contact_id, arrived, outcome]
          finished = await Effect.runPromise(runToStep(script, given.owner, args, steps))
          const before = arrivedReports(arrived)
          assert.deepStrictEqual<unknown>(await recovered(file, arrived, outcome, given), expected[outcome], at)
          const all = arrivedReports(arrived)
          const [firstReport, ...others] = before
          // The simulated registry decides about the first report: if its decision is read first, no other is due.
          const due = firstReport !== undefined && others.length === 0
            ? [...new Set([firstReport, ...all])]
            : reports[outcome]
          assert.deepStrictEqual([...new Set(all)].toSorted(), due.toSorted(), `${at}: every evidence is reported`)
          for (const report of reports[outcome]) {
            assert.isAtMost(all.filter((line) => line === report).length, 2, `${at}: ${report}`)
          }
          if (all.length > reports[outcome].length) repeated.push(steps)
          else if (before.length > 0) reportedBefore.push(steps)
          if (finished) assert.lengthOf(before, reports[outcome].length)
          if (outcome === "refused") {
            assert.deepStrictEqual<unknown>(
              await attestedAgain(file, arrived, given),
              { ...isVerified, events: ["VERIFICATION/FAILURE", "VERIFICATION/SUCCESS"] },
              at
            )
          }
          rmSync(file)
        }
        assert.isTrue(reportedBefore.every((step) => step > Math.max(...repeated)))
        if (!killsAtEachStep) return
        // From the arrival of the first report until the outcome of the intent is stored.
        assert.isAbove(repeated.length, 0)
        assert.deepStrictEqual(repeated, repeated.map((_, index) => (repeated[0] ?? 0) + index))
        // Steps at which the outcome is stored, and the decision is not read or not acknowledged.
        assert.isAtLeast(reportedBefore.length, 2)
      }
    )
  }
})
