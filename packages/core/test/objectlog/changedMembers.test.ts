import { assert, describe, it } from "@effect/vitest"
import { DateTime, Redacted } from "effect"
import { changedMembers } from "../../src/objectlog/changedMembers.ts"
import { mergedChanges } from "../../src/objectlog/mergedChanges.ts"
import type { ObjectLogAction, ObjectLogDetails } from "../../src/objectlog/ObjectLogEntry.ts"
import type { NewObjectLogEntry } from "../../src/objectlog/ObjectLogStore.ts"

const mask = "********"

describe("Changed members", () => {
  it("are those with different values, as JSON", () => {
    const at = (iso: string) => DateTime.makeUnsafe(iso)
    const before = {
      name: "a.com",
      expires_on: at("2026-01-01"),
      tags: ["x"],
      phone: null,
      updated_on: at("2026-01-01")
    }
    const after = {
      ...before,
      expires_on: at("2027-01-01"),
      tags: ["x"],
      phone: "+4912345",
      updated_on: at("2026-05-01")
    }
    assert.deepStrictEqual(changedMembers(before, after), {
      before: { expires_on: "2026-01-01T00:00:00Z", phone: null },
      after: { expires_on: "2027-01-01T00:00:00Z", phone: "+4912345" }
    })
    assert.isNull(changedMembers(before, { ...before, updated_on: at("2026-05-01") }))
  })

  it("are all members with a value of a new or a deleted object", () => {
    const state = { name: "a.com", roid: null, contacts: [] }
    assert.deepStrictEqual(changedMembers(null, state), { before: {}, after: { name: "a.com", contacts: [] } })
    assert.deepStrictEqual(changedMembers(state, null), { before: { name: "a.com", contacts: [] }, after: {} })
  })

  it("mask secrets at every depth, and show that they changed", () => {
    const before = { auth_code: "one", login: { password: "p", user: "u" }, token: Redacted.make("t") }
    const after = { auth_code: "two", login: { password: "q", user: "u" }, token: Redacted.make("t") }
    const changed = changedMembers(before, after)
    const shown = { auth_code: mask, login: { password: mask, user: "u" } }
    assert.deepStrictEqual(changed, { before: shown, after: shown })
    assert.deepStrictEqual(changedMembers({ auth_code: "one" }, { auth_code: null }), {
      before: { auth_code: mask },
      after: { auth_code: null }
    })
  })
})

describe("Entries of one transaction", () => {
  const entry = (action: ObjectLogAction, details: ObjectLogDetails | null, object_id = "domain_1") =>
    ({ object_type: "DOMAIN", object_id, action, details }) as NewObjectLogEntry
  const shown = (entries: ReadonlyArray<NewObjectLogEntry>) =>
    mergedChanges(entries).map(({ action, details, object_id }) => [object_id, action, details])

  it("are one for the action and the update of an object", () => {
    const update = { before: { expires_on: "2026" }, after: { expires_on: "2027" } }
    for (
      const entries of [[entry("UPDATED", update), entry("RENEWED", null)], [
        entry("RENEWED", null),
        entry("UPDATED", update)
      ]]
    ) {
      assert.deepStrictEqual(shown(entries), [["domain_1", "RENEWED", update]])
    }
  })

  it("keep other actions and other objects apart", () => {
    const entries = [entry("CREATED", null), entry("TRANSFER_STARTED", null), entry("RENEWED", null, "domain_2")]
    assert.lengthOf(shown(entries), 3)
  })

  it("have the first and the last state", () => {
    const entries = [
      entry("UPDATED", { before: { a: 1, b: 1 }, after: { a: 2, b: 2 } }),
      entry("UPDATED", { before: { a: 2, c: 1 }, after: { a: 3, c: 2 } }),
      entry("UPDATED", { before: { b: 2 }, after: { b: 1 } })
    ]
    assert.deepStrictEqual(shown(entries), [
      ["domain_1", "UPDATED", { before: { c: 1, a: 1 }, after: { a: 3, c: 2 } }]
    ])
    const undone = [
      entry("UPDATED", { before: { a: 1 }, after: { a: 2 } }),
      entry("UPDATED", { before: { a: 2 }, after: { a: 1 } })
    ]
    assert.deepStrictEqual(shown(undone), [])
  })

  it("show a new object as it ended, and a deleted one as it began", () => {
    assert.deepStrictEqual(
      shown([
        entry("CREATED", { before: {}, after: { a: 1 } }),
        entry("UPDATED", { before: { a: 1 }, after: { a: 2 } })
      ]),
      [["domain_1", "CREATED", { before: {}, after: { a: 2 } }]]
    )
    assert.deepStrictEqual(
      shown([
        entry("UPDATED", { before: { a: 1 }, after: { a: 2 } }),
        entry("DELETED", { before: { a: 2 }, after: {} })
      ]),
      [["domain_1", "DELETED", { before: { a: 1 }, after: {} }]]
    )
  })
})
