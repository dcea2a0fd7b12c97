import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { ConfigurationError, createPlatform, type PlatformOptions } from "@namewright/core/embed"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { optionChecks } from "../../src/embed/optionChecks.ts"

const problemsOf = (options: object): ReadonlyArray<string> => {
  try {
    createPlatform({ storage: memoryDatabase(), ...options } as PlatformOptions)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  return []
}

describe("the options of a platform", () => {
  it("are each refused with a value of another type", () => {
    for (const option of Object.keys(optionChecks)) {
      const problems = problemsOf({ [option]: Symbol("other") })
      assert.isAbove(problems.length, 0, option)
      for (const problem of problems) assert.match(problem, new RegExp(`^${option}[.:]`))
    }
  })

  it("are accepted if they are undefined", () => {
    const options = Object.keys(optionChecks).filter((option) => option !== "storage")
    assert.deepStrictEqual(problemsOf(Object.fromEntries(options.map((option) => [option, undefined]))), [])
  })

  it("are all reported at once, those of the storage and of parts with their paths", () => {
    const problems = problemsOf({
      storage: sqlite({ filename: "", synchronus: "full", busyTimeoutMillis: -1 } as never),
      enviroment: "production",
      dns: { nameservers: [], rname: "host master", ttl: 1 },
      simulator: { decision_time: "soon" },
      loggers: [{}],
      clock: {},
      something: 1
    })
    assert.deepStrictEqual(problems, [
      "storage.filename: expected the path of a file, or \":memory:\", got \"\"",
      "storage.synchronus: there is no such option; did you mean synchronous?",
      "storage.busyTimeoutMillis: expected milliseconds, 0 or more, got -1",
      "enviroment: there is no such option; did you mean environment?",
      "dns.nameservers: expected at least one name",
      "dns.rname: expected a name such as ns1.example.com, got \"host master\"",
      "dns.ttl: there is no such option",
      "simulator.decision_time: expected a duration such as \"60 seconds\", got \"soon\"",
      "loggers: expected a list of loggers of Effect, got a list",
      "clock: expected a Clock of Effect, got a value of type object",
      "something: there is no such option"
    ])
  })

  it("need a storage, and are an object", () => {
    assert.deepStrictEqual(problemsOf({ storage: undefined }), ["storage: is missing"])
    assert.throws(() => createPlatform(undefined as never), "options: expected an object")
  })

  it("are not repeated if they are secret", () => {
    assert.notInclude(problemsOf({ keyEncryptionSecret: "too-short-secret" }).join(), "too-short-secret")
  })
})
