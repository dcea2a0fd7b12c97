import { assert, describe, it } from "@effect/vitest"
import { newCommandId } from "@namewright/core/registry"
import { DateTime, Effect } from "effect"
import { EppUri } from "../../src/message/EppUri.ts"
import { genericThick } from "../../src/profile/genericProfiles.ts"
import { namewright } from "../../src/profile/namewright.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"
import { answer, scripted } from "./ScriptedClient.ts"

const tree = (name: string, text: string, children: ReadonlyArray<XmlElement> = []): XmlElement => ({
  namespace: EppUri.verification,
  name,
  attributes: {},
  children,
  text
})

const reported = (profile: RegistryProfile, handle = "c-holder", code = 1000) =>
  Effect.gen(function*() {
    const { registry, sent } = scripted(() => answer(code), { profile })
    const accepted = yield* registry.reportVerification({
      command_id: yield* newCommandId,
      handle,
      claims: ["NAME"],
      method: "VDIG",
      proof: "PASSPORT",
      reference: "kyc-2210",
      verified_on: DateTime.makeUnsafe("2026-11-22T10:00:00Z")
    })
    return { accepted, command: sent[0]?.command }
  })

describe("a report of a verification", () => {
  it.effect("is an extension of a contact update without changes", () =>
    Effect.gen(function*() {
      const { accepted, command } = yield* reported(namewright)
      assert.strictEqual(command?._tag, "ContactUpdate")
      const [element] = command?._tag === "ContactUpdate" ? command.extension?.other ?? [] : []
      assert.deepStrictEqual(
        element?.children[0]?.children.slice(0, 4),
        [
          tree("result", "success"),
          tree("verificationDate", "2026-11-22T10:00:00Z"),
          tree("method", "VDIG"),
          tree("reference", "kyc-2210")
        ]
      )
      assert.deepStrictEqual([element?.name, element?.children[0]?.name], ["update", "report"])
      assert.strictEqual(element?.children[0]?.children[4]?.name, "agent")
      assert.deepStrictEqual(accepted, { completed: true })
    }))

  it.effect("is not completed if the registry decides later", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* reported(namewright, "c-holder", 1001)).accepted, { completed: false })
    }))

  it.effect("is refused if the registry or the session does not support it, and for a malformed handle", () =>
    Effect.gen(function*() {
      const unannounced = { ...namewright, extensions: genericThick.extensions }
      for (const profile of [genericThick, unannounced]) {
        assert.deepInclude(yield* Effect.flip(reported(profile)), { reason: "unsupported" })
      }
      assert.deepInclude(yield* Effect.flip(reported(namewright, "c")), { reason: "parameter" })
    }))
})
