import { assert, layer } from "@effect/vitest"
import { claimsNoticeChecksum } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import type { LaunchCreate, LaunchNotice } from "../../../src/message/CommandExtension.ts"
import type { DomainCreate } from "../../../src/message/DomainCommand.ts"
import { schemaProblems } from "../../SchemaValidation.ts"
import { authInfo, codeOf, makeContact, ObjectServer } from "./ObjectServer.ts"

const creation = (name: string, launch?: LaunchCreate): DomainCreate => ({
  _tag: "DomainCreate",
  name,
  registrant: "holder",
  contacts: [{ type: "admin", id: "holder" }, { type: "tech", id: "holder" }],
  authInfo,
  ...(launch === undefined ? {} : { extension: { launch } })
})

interface Moments {
  readonly acceptedHoursAgo?: number
  readonly endsInHours?: number
}

/** A notice that was made for a label. */
const noticeFor = (label: string, { acceptedHoursAgo = 1, endsInHours = 24 }: Moments = {}) =>
  Effect.map(Instant.now, (now): LaunchNotice => {
    const notAfter = DateTime.add(now, { hours: endsInHours })
    const number = "0000001234567890123"
    return {
      id: `${claimsNoticeChecksum(label, DateTime.toEpochMillis(notAfter), number)}${number}`,
      notAfter: Instant.format(notAfter),
      acceptedOn: Instant.format(DateTime.subtract(now, { hours: acceptedHoursAgo }))
    }
  })

const claims = (...notices: ReadonlyArray<LaunchNotice>): LaunchCreate => ({
  phase: { phase: "claims" },
  encodedSignedMarks: [],
  notices
})

layer(ObjectServer.layer())("Trademark claims over EPP", (it) => {
  it.effect("are returned by a check", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      const names = ["claims-a.generic", "clean.generic"]
      const launch = { type: "claims" as const, phase: { phase: "claims" as const } }
      const { data, extension } = yield* ours.say({ _tag: "DomainCheck", names, extension: { launch } })
      assert.isUndefined(data)
      assert.deepStrictEqual(extension.launchChecked?.names.map(({ claimKeys, name }) => [name, claimKeys.length]), [
        ["claims-a.generic", 1],
        ["clean.generic", 0]
      ])
      const fee = { commands: [{ name: "create" as const }] }
      assert.strictEqual(yield* codeOf(ours.say({ _tag: "DomainCheck", names, extension: { launch, fee } })), 2103)
    }))

  it.effect("need a notice that was made for the name, is good, and was accepted a short while ago", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* makeContact(ours, "holder")
      const name = "claims-b.generic"
      const refused: ReadonlyArray<[number, LaunchCreate | undefined]> = [
        [2304, undefined],
        [2004, claims(yield* noticeFor("another"))],
        [2004, claims(yield* noticeFor("claims-b", { acceptedHoursAgo: 49 }))],
        [2004, claims(yield* noticeFor("claims-b", { endsInHours: -1 }))],
        [2306, { ...claims(), phase: { phase: "sunrise" }, encodedSignedMarks: ["c2lnbmVkIG1hcms="] }]
      ]
      for (const [code, launch] of refused) {
        assert.strictEqual(yield* codeOf(ours.say(creation(name, launch))), code)
      }
      const notice = yield* noticeFor("claims-b", { acceptedHoursAgo: 47 })
      assert.strictEqual(yield* codeOf(ours.say(creation(name, claims(notice)))), 1000)
    }))

  it.effect("are not accepted at a registry without them", () =>
    Effect.gen(function*() {
      const { ours } = yield* ObjectServer
      yield* makeContact(ours, "holder")
      const notice = yield* noticeFor("clean")
      assert.strictEqual(yield* codeOf(ours.say(creation("clean.generic", claims(notice)))), 2304)
    }))

  it.effect("keep to the schemas, in both directions", () =>
    Effect.gen(function*() {
      const { documents } = yield* ObjectServer
      assert.isAbove(documents.length, 20)
      assert.deepStrictEqual(schemaProblems(documents), [])
    }))
})
