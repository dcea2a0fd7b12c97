import { assert, layer } from "@effect/vitest"
import { contractBackends } from "@namewright/conformance"
import { Effect } from "effect"
import { type ContactUpdate, EppUri } from "../../src/index.ts"
import type { XmlElement } from "../../src/xml/XmlElement.ts"
import { allExtensions, codeOf, loggedIn, TestServer } from "./TestServer.ts"

const element = (name: string, text: string, children: ReadonlyArray<XmlElement> = []): XmlElement => ({
  namespace: EppUri.verification,
  name,
  attributes: {},
  children,
  text
})

const members = {
  result: "success",
  verificationDate: "2000-01-01T00:00:00.0Z",
  method: "ID Austria",
  reference: "Process#321",
  agent: "A registrar"
}

const report = (changes: Partial<Record<keyof typeof members, string>> = {}) => {
  const children = Object.entries({ ...members, ...changes }).map(([name, text]) => element(name, text))
  return element("update", "", [element("report", "", children.filter(({ text }) => text !== ""))])
}

const update = (other: XmlElement, changes: Partial<ContactUpdate> = {}): ContactUpdate => ({
  _tag: "ContactUpdate",
  id: "c-nobody",
  extension: { other: [other] },
  ...changes
})

layer(TestServer.layerWith({ registry: contractBackends.generic }))("A report of a verification", (it) => {
  const client = loggedIn({ objects: [EppUri.domain, EppUri.contact], extensions: allExtensions })

  it.effect("changes nothing else, and names a contact of the registry", () =>
    Effect.gen(function*() {
      const ours = yield* client
      const others: ReadonlyArray<Partial<ContactUpdate>> = [
        { add: [{ status: "clientDeleteProhibited" }] },
        { remove: [{ status: "clientDeleteProhibited" }] },
        { change: { postalInfos: [], email: "new@example.net" } }
      ]
      for (const other of others) assert.strictEqual(yield* codeOf(ours, update(report(), other)), 2002)
      assert.strictEqual(yield* codeOf(ours, update(report())), 2303)
    }).pipe(Effect.scoped))

  it.effect("has a result, a date, a method and a reference", () =>
    Effect.gen(function*() {
      const ours = yield* client
      assert.strictEqual(yield* codeOf(ours, update(element("create", ""))), 2001)
      assert.strictEqual(yield* codeOf(ours, update(report({ result: "perhaps" }))), 2001)
      for (const missing of ["verificationDate", "method", "reference"]) {
        assert.strictEqual(yield* codeOf(ours, update(report({ [missing]: "" }))), 2003)
      }
      assert.strictEqual(yield* codeOf(ours, update(report({ verificationDate: "yesterday" }))), 2003)
      assert.strictEqual(yield* codeOf(ours, update(report({ result: "failure" }))), 1000)
    }).pipe(Effect.scoped))
})
