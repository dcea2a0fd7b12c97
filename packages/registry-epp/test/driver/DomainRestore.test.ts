import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { generic } from "../../src/profile/genericProfiles.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import { domainData, named } from "./orders.ts"
import { answer, type Script, scripted } from "./ScriptedClient.ts"

describe("a restore", () => {
  const restoring = Effect.map(named, (command) => ({ ...command, reason: "Deleted by mistake", fee: null }))

  const run = Effect.fnUntraced(function*(restore: RegistryProfile["restore"], script: Script) {
    const { registry, sent } = scripted(script, { profile: { ...generic, restore } })
    const answered = yield* registry.restoreDomain(yield* restoring)
    const steps = sent.map(({ command }) =>
      command._tag === "DomainUpdate" ? command.extension?.rgp?.operation ?? "update" : command._tag
    )
    return { answered, sent, steps }
  })

  /** Requires a report after a restore request, and states it in queries or in the response. */
  const wantsReport = (isShown: boolean): Script => {
    let requested = false
    return (command) => {
      const rgp = [{ status: requested ? "pendingRestore" : "redemptionPeriod" }]
      if (command._tag === "DomainInfo") {
        const data = domainData({ statuses: [{ status: "pendingDelete" }], updatedOn: "2026-11-01T00:00:00Z" })
        return answer(1000, { data, extension: { rgp } })
      }
      requested = true
      return answer(1000, isShown ? { extension: { rgp: [{ status: "pendingRestore" }] } } : {})
    }
  }

  it.effect("is a request only, if that suffices", () =>
    Effect.gen(function*() {
      const { answered, steps } = yield* run("request", () => answer(1000))
      assert.deepStrictEqual([answered, steps], [{ completed: true }, ["request"]])
    }))

  it.effect("is followed by a report under its own id, if the registry requires one", () =>
    Effect.gen(function*() {
      const { sent, steps } = yield* run("report", wantsReport(true))
      assert.deepStrictEqual(steps, ["DomainInfo", "request", "report"])
      const command = sent[2]?.command
      const rgp = command?._tag === "DomainUpdate" ? command.extension?.rgp : undefined
      const report = rgp?.operation === "report" ? rgp.report : undefined
      assert.deepStrictEqual([report?.deletedOn, report?.reason, report?.statements.length], [
        "2026-11-01T00:00:00Z",
        "Deleted by mistake",
        2
      ])
      assert.notStrictEqual(sent[1]?.clTRID, sent[2]?.clTRID)
    }))

  it.effect("queries whether a report is required, if the response does not state it", () =>
    Effect.gen(function*() {
      const { steps } = yield* run("report", wantsReport(false))
      assert.deepStrictEqual(steps, ["DomainInfo", "request", "DomainInfo", "report"])
    }))

  it.effect("has no report if the name is restored already", () =>
    Effect.gen(function*() {
      const { answered, steps } = yield* run("report", () => answer(1000, { data: domainData() }))
      assert.deepStrictEqual([answered, steps], [{ completed: true }, ["DomainInfo", "request", "DomainInfo"]])
    }))

  it.effect("sends only the report for a name that is pending it", () =>
    Effect.gen(function*() {
      const { steps } = yield* run("report", ({ _tag }) =>
        _tag === "DomainInfo"
          ? answer(1000, { data: domainData(), extension: { rgp: [{ status: "pendingRestore" }] } })
          : answer(1000))
      assert.deepStrictEqual(steps, ["DomainInfo", "report"])
    }))

  it.effect("sends no report for a request that the registry has not decided yet", () =>
    Effect.gen(function*() {
      const { answered, steps } = yield* run(
        "report",
        (command) => command._tag === "DomainInfo" ? wantsReport(false)(command) : answer(1001)
      )
      assert.deepStrictEqual([answered, steps], [{ completed: false }, ["DomainInfo", "request"]])
    }))
})
