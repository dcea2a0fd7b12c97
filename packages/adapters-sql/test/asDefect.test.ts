import { assert, it } from "@effect/vitest"
import { SqlError } from "effect/sql"
import { asDefect } from "../src/asDefect.ts"

const answered = (code: string) =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause: Object.assign(new Error("The server says so"), { code }) })
  })

const tagOf = (failure: unknown) => SqlError.isSqlError(failure) ? failure.reason._tag : undefined

it("A PostgreSQL that starts, stops or is full is a lost connection", () => {
  for (const code of ["57P01", "57P02", "57P03", "57P05", "53300"]) {
    assert.strictEqual(tagOf(asDefect(answered(code))), "ConnectionError", code)
  }
})

it("Every other failure stays what it is", () => {
  for (const failure of [answered("22012"), answered("XX000"), new Error("No failure of a database"), undefined]) {
    assert.strictEqual(asDefect(failure), failure)
  }
})
