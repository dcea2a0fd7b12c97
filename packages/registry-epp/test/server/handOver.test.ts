import { assert, layer } from "@effect/vitest"
import { contractBackends } from "@namewright/conformance"
import { Effect } from "effect"
import { type DomainUpdate, EppUri } from "../../src/index.ts"
import { allExtensions, codeOf, loggedIn, TestServer } from "./TestServer.ts"

const element = (name: string) => ({ namespace: EppUri.handOver, name, attributes: {}, children: [], text: "" })

const update = (changes: Partial<DomainUpdate>): DomainUpdate => ({
  _tag: "DomainUpdate",
  name: "given.country",
  extension: { other: [element("issueAuthCode")] },
  ...changes
})

layer(TestServer.layerWith({ registry: contractBackends.country }))("An update that gives a name away", (it) => {
  const client = loggedIn({
    objects: [EppUri.domain, EppUri.contact],
    extensions: [...allExtensions, EppUri.handOver]
  })

  it.effect("changes nothing else", () =>
    Effect.gen(function*() {
      const ours = yield* client
      const others: ReadonlyArray<Partial<DomainUpdate>> = [
        { change: { authInfo: { password: "Another-Horse-2" } } },
        { add: { contacts: [], statuses: [{ status: "clientHold" }] } },
        { extension: { rgp: { operation: "request" }, other: [element("issueAuthCode")] } }
      ]
      for (const other of others) assert.strictEqual(yield* codeOf(ours, update(other)), 2002)
      assert.strictEqual(yield* codeOf(ours, update({})), 2303)
    }).pipe(Effect.scoped))

  it.effect("is of the kinds that the extension has", () =>
    Effect.gen(function*() {
      const ours = yield* client
      assert.strictEqual(yield* codeOf(ours, update({ extension: { other: [element("giveAway")] } })), 2001)
    }).pipe(Effect.scoped))
})
