import { assert, describe, it } from "@effect/vitest"
import { type Waiting, WaitingCommands } from "../../src/pool/WaitingCommands.ts"

interface Named extends Waiting {
  readonly name: string
}

const waiting = (name: string, since = 0): Named => ({
  name,
  tenant: name.slice(0, 1),
  urgent: name.startsWith("!"),
  since
})

const filled = (...names: ReadonlyArray<string>) => {
  const commands = new WaitingCommands<Named>()
  const added = names.map((name, index) => waiting(name, index))
  for (const one of added) commands.add(one)
  return { commands, added }
}

const rest = (commands: WaitingCommands<Named>): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let next = commands.take(); next !== undefined; next = commands.take()) names.push(next.name)
  return names
}

describe("WaitingCommands", () => {
  it("serves tenants in turn, and each in order of submission", () => {
    const { commands } = filled("a1", "a2", "a3", "a4", "b1", "b2", "c1")
    assert.deepStrictEqual(rest(commands), ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
    assert.strictEqual(commands.size, 0)
  })

  it("serves a new tenant after one turn of the others", () => {
    const { commands } = filled("a1", "a2", "a3")
    commands.take()
    commands.add(waiting("b1"))
    assert.deepStrictEqual(rest(commands), ["a2", "b1", "a3"])
  })

  it("puts urgent ones first", () => {
    const { commands } = filled("a1", "b1", "!1", "!2")
    assert.strictEqual(commands.first()?.name, "!1")
    assert.deepStrictEqual(rest(commands), ["!1", "!2", "a1", "b1"])
  })

  it("does not serve removed entries", () => {
    const { added, commands } = filled("a1", "a2", "b1", "!1")
    for (const gone of [added[1], added[2], added[3]]) if (gone !== undefined) assert.isTrue(commands.remove(gone))
    assert.isFalse(commands.remove(waiting("a2")))
    assert.strictEqual(commands.size, 1)
    assert.deepStrictEqual(rest(commands), ["a1"])
  })

  it("knows who has waited since when", () => {
    const { commands } = filled("a1", "b1", "!1", "a2")
    assert.deepStrictEqual(commands.waitingSince(2).map(({ name }) => name).toSorted(), ["!1", "a1", "b1"])
    assert.strictEqual(commands.oldest(), 0)
    commands.take()
    commands.take()
    assert.strictEqual(commands.oldest(), 1)
    assert.strictEqual(new WaitingCommands().oldest(), Infinity)
  })
})
