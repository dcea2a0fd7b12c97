import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { loadPdfkit } from "../src/loadPdfkit.ts"

const failing = (message: string) =>
  loadPdfkit(() => Promise.reject(Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" })))

const defectOf = (message: string) =>
  Effect.map(
    Effect.exit(failing(message)),
    (exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause) ? String(Cause.squash(exit.cause)) : ""
  )

describe("pdfkit", () => {
  it.effect("that is not installed is named by the defect", () =>
    Effect.gen(function*() {
      const defect = yield* defectOf("Cannot find package 'pdfkit' imported from /app/pdf.js")
      assert.include(defect, "npm install pdfkit")
    }))

  it.effect("that lacks a package of its own fails with the message of Node", () =>
    Effect.gen(function*() {
      const defect = yield* defectOf("Cannot find package 'fontkit' imported from /app/pdfkit.js")
      assert.include(defect, "'fontkit'")
      assert.notInclude(defect, "npm install")
    }))
})
