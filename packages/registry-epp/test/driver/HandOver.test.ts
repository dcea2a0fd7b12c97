import { assert, describe, it } from "@effect/vitest"
import { newCommandId } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { generic } from "../../src/profile/genericProfiles.ts"
import type { RegistryProfile } from "../../src/profile/RegistryProfile.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"
import { domainData, name, named } from "./orders.ts"
import { answer, scripted } from "./ScriptedClient.ts"

const namespace = "urn:example:own-1.0"
const tree = (local: string, text = "", children: ReadonlyArray<XmlElement> = []): XmlElement => ({
  namespace,
  name: local,
  attributes: {},
  children,
  text
})

const extended: RegistryProfile = { ...generic, extensions: [...generic.extensions, namespace] }

const releasing = (
  form: "extension" | "object",
  ...recipients: ReadonlyArray<"registry" | "registrar">
): RegistryProfile => ({
  ...extended,
  release: {
    form,
    element: {
      namespace,
      name: "release",
      attributes: { keep: "{@keep_delegation}" },
      children: [{ name: "to", text: "{@recipient}" }]
    },
    recipients
  }
})

const release = (profile: RegistryProfile, recipient: string | null) =>
  Effect.gen(function*() {
    const { registry, sent } = scripted(() => answer(1000), { profile })
    const command = { command_id: yield* newCommandId, name, recipient, keep_delegation: false }
    const accepted = yield* registry.releaseDomain(command)
    return { accepted, command: sent[0]?.command }
  })

describe("a release", () => {
  it.effect("is an extension of an update without changes", () =>
    Effect.gen(function*() {
      const { accepted, command } = yield* release(releasing("extension", "registrar"), "TAG")
      const element = { ...tree("release", "", [tree("to", "TAG")]), attributes: { keep: "false" } }
      assert.deepStrictEqual<unknown>(command, { _tag: "DomainUpdate", name, extension: { other: [element] } })
      assert.deepStrictEqual(accepted, { completed: true })
    }))

  it.effect("to the registry has no recipient", () =>
    Effect.gen(function*() {
      const { command } = yield* release(releasing("extension", "registry"), null)
      const element = { ...tree("release"), attributes: { keep: "false" } }
      assert.deepInclude(command, { extension: { other: [element] } })
    }))

  it.effect("is a custom command if the registry has one", () =>
    Effect.gen(function*() {
      const { command } = yield* release(releasing("object", "registrar"), "TAG")
      assert.strictEqual(command?._tag, "OtherUpdate")
    }))

  it.effect("is refused if the registry, the recipient or the session does not support it", () =>
    Effect.gen(function*() {
      const unannounced = { ...releasing("extension", "registry"), extensions: generic.extensions }
      for (const profile of [generic, releasing("extension", "registrar"), unannounced]) {
        assert.deepInclude(yield* Effect.flip(release(profile, null)), { reason: "unsupported" })
      }
    }))
})

const requesting = (command: "info" | "update"): RegistryProfile => ({
  ...extended,
  auth_code_request: {
    command,
    extension: { namespace, name: "request" },
    answer: { auth_code: "code", expires_on: "validUntil", recipient: "mail" }
  }
})

describe("a request for an auth code", () => {
  it.effect("reads the code from the registry's custom element", () =>
    Effect.gen(function*() {
      const other = [
        tree("data", "", [
          tree("code", " Fresh-Horse-2 "),
          tree("validUntil", "2026-12-01T00:00:00Z"),
          tree("mail", "a***")
        ])
      ]
      const { registry, sent } = scripted(() => answer(1000, { extension: { other } }), {
        profile: requesting("update")
      })
      const issued = yield* registry.requestAuthCode(yield* named)
      assert.deepInclude(issued, { completed: true, auth_code: "Fresh-Horse-2", recipients: ["a***"] })
      assert.strictEqual(issued.expires_on === null ? null : Instant.format(issued.expires_on), "2026-12-01T00:00:00Z")
      assert.strictEqual(sent[0]?.command._tag, "DomainUpdate")
    }))

  it.effect("by an info command is sent as a transform command", () =>
    Effect.gen(function*() {
      const data = domainData({ authInfo: { password: "Fresh-Horse-3" } })
      const { registry, sent } = scripted(() => answer(1000, { data }), { profile: requesting("info") })
      const command = yield* named
      assert.deepInclude(yield* registry.requestAuthCode(command), { auth_code: "Fresh-Horse-3" })
      assert.deepStrictEqual([sent[0]?.command._tag, sent[0]?.clTRID], ["DomainInfo", command.command_id])
    }))

  it.effect("is refused if registrars generate the codes", () =>
    Effect.gen(function*() {
      const { registry } = scripted(() => answer(1000))
      const error = yield* Effect.flip(Effect.flatMap(named, registry.requestAuthCode))
      assert.deepInclude(error, { reason: "unsupported" })
    }))
})
